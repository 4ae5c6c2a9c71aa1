import { CatalogError } from '@svc/model'
import type { SsoPolicy } from '../../store/queries/sso-policy.ts'
import { domainOf } from '../federation/assertion.ts'
import { nameInDns } from './domain-name.ts'

/**
 * Whether a member may come in by what svc itself checks (a password, a link, a passkey) or only through an identity
 * provider. Whoever may always come in does so in spite of a requirement, which is then logged.
 */
export type Door = 'open' | 'closed' | 'break_glass'

/** First whoever may always come in, then the domain's own rule, then the organisation's. */
export function doorFor(policy: SsoPolicy, userId: string): Door {
  if (!isRequired(policy)) return 'open'
  if (policy.breakGlassUids.includes(userId)) return 'break_glass'
  return policy.allowPasswordFallback ? 'open' : 'closed'
}

function isRequired({ enforcementMode, domain }: SsoPolicy): boolean {
  const override = domain?.enforcementOverride ?? 'inherit'
  if (override !== 'inherit') return override === 'required'
  return enforcementMode === 'required_all' || (enforcementMode === 'required_verified' && domain !== null)
}

/** Until when sessions from before the requirement stay valid. */
export function graceEndOf({ graceMinutes, enforcedSince, domain }: SsoPolicy): number {
  const since = [enforcedSince, domain?.enforcementOverride === 'required' ? domain.changedAt : null]
  const latest = Math.max(...since.map((time) => (time === null ? 0 : Date.parse(time))))
  return latest + graceMinutes * 60_000
}

/** The domain that decides about an address, however it is written there. */
export const decidingDomain = (email: string | null): string =>
  email === null ? '' : nameInDns(domainOf(email))

export const providerRequired = (): CatalogError =>
  new CatalogError('forbidden', 'Your organisation requires you to sign in through its identity provider.')
