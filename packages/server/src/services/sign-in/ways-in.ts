import { type Kinds, kinds, type Stored } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { onlyOrganisation } from '../../store/queries/organisations.ts'
import { verifiedDomain } from '../../store/queries/sso-domains.ts'
import { policyFor } from '../../store/queries/sso-policy.ts'
import { nameInDns } from '../sso/domain-name.ts'
import { doorFor } from '../sso/enforcement.ts'

/** Without its certificates and metadata, which are large: anyone may request this. */
const offered = ['name', 'protocol', 'priority'] as const
type Provider = Pick<Stored<Kinds['identityProvider']>, 'id' | (typeof offered)[number]>

/** What may be known of an identity provider before signing in. */
export type SignInProvider = Pick<Provider, 'id' | 'name' | 'protocol'>

export interface WaysIn {
  readonly providers: readonly SignInProvider[]
  /** Whether a password is a way in for people of the domain; those with break-glass access may always use theirs. */
  readonly password: boolean
}

/**
 * The ways in offered to people of a domain: those of the organisation that has verified the domain, else those of the
 * only organisation. People's addresses are not looked up, so nothing is revealed about who is a member.
 */
export async function readWaysIn(store: Store, asked: string | undefined): Promise<WaysIn> {
  const domain = nameInDns(asked ?? '')
  const place = await store.run(verifiedDomain, domain)
  const homeId = place?.partitionId ?? (await store.run(onlyOrganisation))?.home
  if (homeId === undefined) return { providers: [], password: true }
  const policy = await store.run(policyFor, homeId, domain)
  const records = store.records(homeId)
  const where = [{ field: 'status', is: 'active' }]
  const active = await records.list(kinds.identityProvider, { where, fields: offered })
  const providers = active.map(({ record }) => record as Provider)
  const own = place && (await records.find(kinds.ssoDomain, place.domainId))?.record.identityProviderId
  const named = providers.filter(({ id }) => id === own)
  const [settings] = await records.list(kinds.ssoSettings, { where: [], limit: 1 })
  const first = settings?.record.defaultIdentityProviderId
  const shown = named.length > 0 ? named : providers.sort(offeredBefore(first))
  return {
    providers: shown.map(({ id, name, protocol }) => ({ id, name, protocol })),
    // No member has an empty id, so this is the answer for somebody without break-glass access.
    password: doorFor(policy, '') !== 'closed',
  }
}

const offeredBefore =
  (first: unknown) =>
  (a: Provider, b: Provider): number =>
    Number(b.id === first) - Number(a.id === first) || a.priority - b.priority || a.name.localeCompare(b.name)
