import { isIP } from 'node:net'
import { CatalogError } from '@svc/model'
import type { Site } from '../../site.ts'

/** Who passkeys are made for: a host name, and the only origin whose pages may use them. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

interface PasskeyTrouble {
  readonly origin: string
  readonly needs: string
  readonly mend: string
}

/** Why browsers make no passkeys for an address of svc; undefined if they do. */
export function passkeyTrouble(url: string): PasskeyTrouble | undefined {
  const { hostname, origin, protocol } = new URL(url)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0)
    return { origin, needs: 'they need a host name', mend: 'Set a public URL with a name.' }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal
    ? undefined
    : { origin, needs: 'they need https', mend: 'Set a public URL with https.' }
}

/**
 * Derived from the public URL alone. Where the page is from is only compared: browsers refuse passkeys for addresses
 * that are numbers, and one that was made under another name would not work here.
 */
export function relyingPartyOf(site: Site, pageOrigin: string | undefined): RelyingParty {
  const { hostname, origin } = new URL(site.url())
  const trouble = passkeyTrouble(site.url())
  if (trouble)
    throw refusal(
      `Passkeys do not work here: ${trouble.needs}, and the public URL of svc is ${origin}. The operator can change that.`,
    )
  if (pageOrigin !== undefined && pageOrigin !== origin)
    throw refusal(`Passkeys work only at ${origin}: open svc there, by that name.`)
  return { id: hostname, origin }
}

const refusal = (message: string): CatalogError => new CatalogError('invalid_request', message)
