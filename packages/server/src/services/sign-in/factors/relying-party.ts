import { isIP } from 'node:net'
import { CatalogError } from '@svc/model'
import type { Site } from '../../site.ts'

/** Who passkeys are made for: a host name, and the only origin whose pages may use them. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * Derived from the public URL alone. Where the page is from is only compared: browsers refuse passkeys for addresses
 * that are numbers, and one that was made under another name would not work here.
 */
export function relyingPartyOf(site: Site, pageOrigin: string | undefined): RelyingParty {
  const { hostname, origin, protocol } = new URL(site.url())
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    throw refusal(
      `Passkeys need a host name, and the public URL of svc is ${origin}: the operator must set one with a name.`,
    )
  if (protocol !== 'https:' && !isLocal)
    throw refusal(
      `Passkeys need https, and the public URL of svc is ${origin}: the operator must set one with https.`,
    )
  if (pageOrigin !== undefined && pageOrigin !== origin)
    throw refusal(`Passkeys work only at ${origin}: open svc there, by that name.`)
  return { id: hostname, origin }
}

const refusal = (message: string): CatalogError => new CatalogError('invalid_request', message)
