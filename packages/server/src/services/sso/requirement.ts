import { CatalogError, type Kind, type Kinds, kinds, roleReaches, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Condition } from '../../store/records.ts'
import type { AnyRecord, Fields } from '../records/behaviour.ts'

/**
 * What required SSO stands on. Whoever switches it on needs all of it, and nobody takes the last of it away
 * meanwhile: otherwise nobody would get in who could mend it.
 */

export type SsoSettings = Stored<Kinds['ssoSettings']>
type User = Stored<Kinds['user']>
type IdentityProvider = Stored<Kinds['identityProvider']>
type SsoDomain = Stored<Kinds['ssoDomain']>

/** With one alone, whoever is ill locks everyone out. */
export const fewestBreakGlass = 2

export const isRequired = ({ enforcementMode }: SsoSettings): boolean =>
  enforcementMode.startsWith('required_')

interface Pillar<R> {
  readonly kind: Kind
  readonly fewest: number
  /** What is needed, in words. */
  readonly needs: string
  /** What to do before one of them goes. */
  readonly first: string
  isNeeded(this: void, settings: SsoSettings): boolean
  /** Where to look for them. */
  among(this: void, settings: SsoSettings): readonly Condition[]
  /** What `counts` looks at. */
  readonly reads: readonly string[]
  counts(this: void, record: R, settings: SsoSettings): boolean
  nameOf(this: void, record: R): string | null
}

export const breakGlass: Pillar<User> = {
  kind: kinds.user,
  fewest: fewestBreakGlass,
  needs: `at least ${fewestBreakGlass} active admins or owners among breakGlassUids`,
  first: 'name other ones there first',
  isNeeded: isRequired,
  among: ({ breakGlassUids }) => [{ field: 'id', in: breakGlassUids }],
  reads: ['isActive', 'role'],
  // Others get in with a password too, but could not change how everyone signs in.
  counts: ({ id, isActive, role }, { breakGlassUids }) =>
    breakGlassUids.includes(id) && isActive && roleReaches(role ?? 'viewer', 'admin'),
  nameOf: ({ email, id }) => email ?? id,
}

const provider: Pillar<IdentityProvider> = {
  kind: kinds.identityProvider,
  fewest: 1,
  needs: 'an identity provider that is not disabled and has passed its test as it is',
  first: 'have another one pass first',
  isNeeded: isRequired,
  among: () => [],
  reads: ['status', 'lastTestResult'],
  counts: ({ status, lastTestResult }) => status !== 'disabled' && lastTestResult === 'success',
  nameOf: ({ name }) => name,
}

const domain: Pillar<SsoDomain> = {
  kind: kinds.ssoDomain,
  fewest: 1,
  needs: 'a verified domain',
  first: 'verify another one first',
  isNeeded: ({ enforcementMode }) => enforcementMode === 'required_verified',
  among: () => [],
  reads: ['verificationStatus'],
  counts: ({ verificationStatus }) => verificationStatus === 'verified',
  nameOf: ({ normalizedDomain }) => normalizedDomain,
}

const pillars: readonly Pillar<AnyRecord>[] = [breakGlass, provider, domain]

/** The first thing of these that is missing for SSO to be required, in words. */
export async function missingFor(
  change: Change,
  settings: SsoSettings,
  asked: readonly Pillar<AnyRecord>[] = pillars,
): Promise<string | undefined> {
  for (const pillar of asked) {
    if (!pillar.isNeeded(settings)) continue
    if ((await standing(change, pillar, settings)) < pillar.fewest) return pillar.needs
  }
  return undefined
}

/** Refuses to take away what required SSO stands on; `after` is absent where a record is deleted. */
export async function keepStanding(
  change: Change,
  kind: Kind,
  before: Fields,
  after?: Fields,
): Promise<void> {
  const pillar = pillars.find((one) => one.kind.name === kind.name)
  const [stored] = await change.list(kinds.ssoSettings, { where: [], limit: 1 })
  const settings = stored?.record as SsoSettings | undefined
  if (!pillar || !settings || !pillar.isNeeded(settings)) return
  // What has not counted, such as a provider that failed its test, may go; what still counts stays.
  if (!pillar.counts(before, settings) || (after && pillar.counts(after, settings))) return
  if ((await standing(change, pillar, settings)) > pillar.fewest) return
  throw new CatalogError(
    'still_needed',
    `The ${kind.noun} ${pillar.nameOf(before)} is still needed: enforcementMode ${settings.enforcementMode} stands on ${pillar.needs}; ${pillar.first}, or set enforcementMode to optional.`,
  )
}

async function standing(
  change: Change,
  { kind, among, reads, counts }: Pillar<AnyRecord>,
  settings: SsoSettings,
): Promise<number> {
  const found = await change.list(kind, { where: among(settings), fields: reads })
  return found.filter(({ record }) => counts(record, settings)).length
}
