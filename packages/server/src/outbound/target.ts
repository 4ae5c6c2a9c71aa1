import { isIP } from 'node:net'
import { whyNotPublic } from './address-guard.ts'
import { type AllowList, isAllowedAddress, isAllowedHost, portOf } from './allow-list.ts'
import { ForbiddenAddressError } from './errors.ts'

/** Everything that can be refused before a name is resolved. */
export function parseTarget(text: string, allow: AllowList): URL {
  const url = URL.parse(text)
  if (!url)
    throw new ForbiddenAddressError('The URL is not valid; only absolute http and https URLs are allowed.')
  requireScheme(url)
  requireNoCredentials(url)
  if (isAllowedHost(allow, url)) return url
  requirePublicLiteral(url, allow)
  requireDefaultPort(url)
  return url
}

/** The IP address that a URL contains literally, without brackets. Such a host is not looked up. */
export function literalOf({ hostname }: URL): string | undefined {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return isIP(bare) === 0 ? undefined : bare
}

function requireScheme({ protocol }: URL): void {
  if (protocol === 'http:' || protocol === 'https:') return
  const scheme = protocol.slice(0, -1)
  throw new ForbiddenAddressError(
    `The scheme "${scheme}" may not be fetched; only http and https are allowed.`,
  )
}

function requireNoCredentials({ username, password, hostname }: URL): void {
  if (username === '' && password === '') return
  throw new ForbiddenAddressError(
    `The URL of "${hostname}" carries a user name or password; only URLs without credentials are allowed.`,
  )
}

function requirePublicLiteral(url: URL, allow: AllowList): void {
  const literal = literalOf(url) ?? (LOCALHOST.test(url.hostname) ? '127.0.0.1' : undefined)
  const objection = literal === undefined ? undefined : whyNotPublic(literal)
  if (literal === undefined || objection === undefined || isAllowedAddress(allow, literal)) return
  throw new ForbiddenAddressError(
    `The address "${url.hostname}" may not be fetched (${objection}); ` +
      'only public addresses and those the operator allows can be.',
  )
}

function requireDefaultPort(url: URL): void {
  const port = portOf(url)
  if (port === 80 || port === 443) return
  throw new ForbiddenAddressError(
    `Port ${port} of "${url.hostname}" may not be fetched; ` +
      'only ports 80 and 443 and those the operator allows can be.',
  )
}

/** Reserved for the loopback interface, but resolvers do not agree on its forms. */
const LOCALHOST = /(?:^|\.)localhost\.?$/
