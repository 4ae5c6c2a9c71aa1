import type { GuardedFetch } from '../../outbound/guarded-fetch.ts'
import { ConfigurationError } from '../expected-errors.ts'
import { fetchJson } from '../identity-providers/fetch-json.ts'
import { requireSecure } from '../identity-providers/secure-url.ts'

/** Where issuers publish their keys. */
export interface Issuers {
  keysOf(issuer: string): Promise<string>
}

/** How long an issuer's own description is believed, and how long it is left alone after a failure. */
const freshMs = 10 * 60_000
const afterFailureMs = 5_000
const maxKept = 1_000
const maxLength = 2_048

interface Kept {
  readonly address: Promise<string>
  until: number
}

/** Only for issuers that a rule names: what a token says causes no other request. */
export function createIssuers(fetch: GuardedFetch, now: () => Date): Issuers {
  const kept = new Map<string, Kept>()
  return {
    keysOf(issuer) {
      const at = now().getTime()
      const known = kept.get(issuer)
      if (known && known.until > at) return known.address
      if (kept.size >= maxKept) kept.clear()
      const made: Kept = { address: discover(fetch, issuer), until: at + freshMs }
      kept.set(issuer, made)
      made.address.catch(() => {
        made.until = now().getTime() + afterFailureMs
      })
      return made.address
    },
  }
}

/** Issuers of pipelines sign nobody in, so their documents lack most of what a provider's has. */
async function discover(fetch: GuardedFetch, issuer: string): Promise<string> {
  requireSecure(issuer, 'issuer')
  const url = `${issuer.replace(/\/+$/, '')}/.well-known/openid-configuration`
  const document = await fetchJson(fetch, url, 'The discovery document')
  if (document.issuer !== issuer) throw new ConfigurationError('The discovery document names another issuer.')
  const { jwks_uri: address } = document
  if (typeof address !== 'string' || address.length > maxLength)
    throw new ConfigurationError('The discovery document has no jwks_uri.')
  return requireSecure(address, 'jwks_uri').href
}
