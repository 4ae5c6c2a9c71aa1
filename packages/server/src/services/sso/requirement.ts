import {
  CatalogError,
  type Kind,
  type Kinds,
  kinds,
  minBreakGlass,
  requiredSsoNeeds,
  roleReaches,
  type Stored,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Condition } from '../../store/records.ts'
import type { AnyRecord, Fields } from '../records/behaviour.ts'

/**
 * What required SSO depends on. All of it is needed to switch it on, and the last of each cannot be removed while it
 * is on: otherwise nobody who could fix it would get in.
 */

export type SsoSettings = Stored<Kinds['ssoSettings']>
type User = Stored<Kinds['user']>
type IdentityProvider = Stored<Kinds['identityProvider']>
type SsoDomain = Stored<Kinds['ssoDomain']>

export const isRequired = ({ enforcementMode }: SsoSettings): boolean =>
  enforcementMode.startsWith('required_')

interface Requirement<R> {
  readonly kind: Kind
  readonly min: number
  /** What is needed, in words. */
  readonly needs: string
  /** What to do before removing one. */
  readonly first: string
  isNeeded(this: void, settings: SsoSettings): boolean
  /** Where to look for them. */
  among(this: void, settings: SsoSettings): readonly Condition[]
  /** What `counts` looks at. */
  readonly reads: readonly string[]
  counts(this: void, record: R, settings: SsoSettings): boolean
  nameOf(this: void, record: R): string | null
}

export const breakGlass: Requirement<User> = {
  kind: kinds.user,
  min: minBreakGlass,
  needs: requiredSsoNeeds.breakGlass.needs,
  first: 'add others there first',
  isNeeded: isRequired,
  among: ({ breakGlassUids }) => [{ field: 'id', in: breakGlassUids }],
  reads: ['isActive', 'role'],
  // Other members could sign in with a password too, but not change how everyone signs in.
  counts: ({ id, isActive, role }, { breakGlassUids }) =>
    breakGlassUids.includes(id) && isActive && roleReaches(role ?? 'viewer', 'admin'),
  nameOf: ({ email, id }) => email ?? id,
}

/** How recently somebody must have signed in through a provider before it can be required. */
export const recentSignInMs = 86_400_000

const provider: Requirement<IdentityProvider> = {
  kind: kinds.identityProvider,
  min: 1,
  needs:
    'an identity provider that is not disabled and through which somebody has signed in since its last change',
  first: 'sign in through another one first',
  isNeeded: isRequired,
  among: () => [],
  reads: ['status', 'lastTestResult', 'lastSignInAt'],
  // Before sign-in was possible, a successful test was all that there could be.
  counts: ({ status, lastTestResult, lastSignInAt }) =>
    status !== 'disabled' && (lastSignInAt !== null || lastTestResult === 'success'),
  nameOf: ({ name }) => name,
}

/** To switch it on, it must have worked just now. */
const workingProvider = (at: string): Requirement<IdentityProvider> => ({
  ...provider,
  needs: requiredSsoNeeds.recentSignIn.needs,
  counts: ({ status, lastSignInAt }) =>
    status !== 'disabled' &&
    lastSignInAt !== null &&
    Date.parse(at) - Date.parse(lastSignInAt) <= recentSignInMs,
})

const domain: Requirement<SsoDomain> = {
  kind: kinds.ssoDomain,
  min: 1,
  needs: requiredSsoNeeds.verifiedDomain.needs,
  first: 'verify another one first',
  isNeeded: ({ enforcementMode }) => enforcementMode === 'required_verified',
  among: () => [],
  reads: ['verificationStatus'],
  counts: ({ verificationStatus }) => verificationStatus === 'verified',
  nameOf: ({ normalizedDomain }) => normalizedDomain,
}

const requirements: readonly Requirement<AnyRecord>[] = [breakGlass, provider, domain]

/** The first of these requirements that is not met, in words; by default, of those to switch it on. */
export async function missingFor(
  change: Change,
  settings: SsoSettings,
  asked: readonly Requirement<AnyRecord>[] = [breakGlass, workingProvider(change.at), domain],
): Promise<string | undefined> {
  for (const requirement of asked) {
    if (!requirement.isNeeded(settings)) continue
    if ((await countFor(change, requirement, settings)) < requirement.min) return requirement.needs
  }
  return undefined
}

/** Refuses to remove what required SSO depends on; `after` is absent if a record is deleted. */
export async function keepRequirements(
  change: Change,
  kind: Kind,
  before: Fields,
  after?: Fields,
): Promise<void> {
  const refusal = await stillNeeded(change, kind, before, after)
  if (refusal) throw refusal
}

/** Why a record must stay as it is, if required SSO depends on that. */
export async function stillNeeded(
  change: Change,
  kind: Kind,
  before: Fields,
  after?: Fields,
): Promise<CatalogError | undefined> {
  const requirement = requirements.find((one) => one.kind.name === kind.name)
  const [stored] = await change.list(kinds.ssoSettings, { where: [], limit: 1 })
  const settings = stored?.record as SsoSettings | undefined
  if (!requirement || !settings || !requirement.isNeeded(settings)) return undefined
  // A record that did not count, such as a provider that failed its test, may go, and so may a change after which it
  // still counts.
  if (!requirement.counts(before, settings) || (after && requirement.counts(after, settings)))
    return undefined
  if ((await countFor(change, requirement, settings)) > requirement.min) return undefined
  return new CatalogError(
    'still_needed',
    `The ${kind.noun} ${requirement.nameOf(before)} is still needed: enforcementMode ${settings.enforcementMode} requires ${requirement.needs}; ${requirement.first}, or set enforcementMode to optional.`,
  )
}

async function countFor(
  change: Change,
  { kind, among, reads, counts }: Requirement<AnyRecord>,
  settings: SsoSettings,
): Promise<number> {
  const found = await change.list(kind, { where: among(settings), fields: reads })
  return found.filter(({ record }) => counts(record, settings)).length
}
