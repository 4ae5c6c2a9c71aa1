import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import { whyNotPublic } from './address-guard.ts'
import { type AllowList, isAllowedAddress, isAllowedHost } from './allow-list.ts'
import { ForbiddenAddressError, UpstreamError } from './errors.ts'
import { literalOf } from './target.ts'

/** The part of dns.lookup that is used here. */
export type Lookup = (
  hostname: string,
  options: { readonly all: true },
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void

export interface Resolver {
  readonly allow: AllowList
  readonly lookup: Lookup
  readonly signal: AbortSignal
}

/** Resolves once and checks every address. Connect to this list only: a second lookup may differ. */
export async function resolveTarget(url: URL, resolver: Resolver): Promise<readonly LookupAddress[]> {
  const literal = literalOf(url)
  if (literal !== undefined) return [{ address: literal, family: isIP(literal) }]
  const addresses = await lookUp(url.hostname, resolver)
  if (!isAllowedHost(resolver.allow, url)) requirePublic(url.hostname, addresses, resolver.allow)
  return addresses
}

/** A lookup cannot be cancelled, so at the deadline its answer is abandoned. */
function lookUp(host: string, { lookup, signal }: Resolver): Promise<readonly LookupAddress[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly LookupAddress[]>()
  const abandon = () => reject(signal.reason)
  signal.addEventListener('abort', abandon, { once: true })
  lookup(host, { all: true }, (error, addresses) => {
    if (!error && addresses.length > 0) return resolve(addresses)
    reject(new UpstreamError('name', `The host "${host}" does not resolve to an address.`, { cause: error }))
  })
  return promise.finally(() => signal.removeEventListener('abort', abandon))
}

/** Does not reveal the address: what an internal name resolves to is not for outsiders. */
function requirePublic(host: string, addresses: readonly LookupAddress[], allow: AllowList): void {
  for (const { address } of addresses) {
    const objection = whyNotPublic(address)
    if (objection === undefined || isAllowedAddress(allow, address)) continue
    throw new ForbiddenAddressError(
      `The host "${host}" resolves to an address that may not be fetched (${objection}); ` +
        'only public addresses and those the operator allows can be.',
    )
  }
}
