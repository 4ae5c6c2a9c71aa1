import {
  type Kinds,
  kinds,
  minBreakGlass,
  passwordAlone,
  passwordsKeepWorking,
  requiredSsoNeeds,
  type Stored,
} from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { existingScimPeople } from '../../store/queries/scim-people.ts'
import { isDirectoryOf } from '../../store/queries/scim-tokens.ts'
import { domainPolicies, linkedAmong, type Rescuers, rescuersAmong } from '../../store/queries/sso-policy.ts'
import { slicesOf } from '../../store/records.ts'
import { decidingDomain, doorFor } from './enforcement.ts'
import { isRequired, recentSignInMs, type SsoSettings } from './requirement.ts'
import { policyOf } from './settings-policy.ts'

type User = Stored<Kinds['user']>
type IdentityProvider = Stored<Kinds['identityProvider']>

/** A member who could no longer come in. */
export interface ShutOut {
  readonly uid: string
  readonly email: string | null
  readonly reason: string
}

export interface SettingsPreview {
  readonly shutOut: readonly ShutOut[]
  readonly warnings: readonly string[]
}

/** Enough to see what would happen; nobody reads more. */
const maxShutOut = 1_000
const atOnce = { limit: 500, bytes: 1_000_000 }

/** Who could no longer sign in with these settings, and what else speaks against them. Nothing is written. */
export async function previewSettings(
  { store, homeId, now }: { readonly store: Store; readonly homeId: PartitionId; readonly now: Date },
  next: SsoSettings,
): Promise<SettingsPreview> {
  const usable = await usableProviders(store, homeId)
  const providerIds = usable.map(({ id }) => id)
  const domains = await store.run(domainPolicies, homeId)
  const shutOut: ShutOut[] = []
  let count = 0
  const where = [{ field: 'isActive', is: true }]
  for await (const slice of slicesOf(store.records(homeId), kinds.user, {
    ...{ where, fields: ['email'], ...atOnce },
  })) {
    const closed = slice
      .map(({ record }) => record as User)
      .map(({ id, email }) => ({ id, email, domain: domains.get(decidingDomain(email)) ?? null }))
      .filter(({ id, domain }) => doorFor(policyOf(next, domain), id) === 'closed')
      .filter(({ domain }) => !providerIds.includes(domain?.identityProviderId ?? ''))
    const userIds = closed.map(({ id }) => id)
    const linked = await store.run(linkedAmong, homeId, { userIds, providerIds })
    const named = await inDirectoryOf(store, homeId, { userIds, providerIds })
    for (const { id: uid, email, domain } of closed) {
      if (linked.has(uid) || named.has(uid)) continue
      count += 1
      if (shutOut.length < maxShutOut) shutOut.push({ uid, email, reason: reasonFor(domain !== null) })
    }
  }
  const rescuers = await store.run(rescuersAmong, homeId, next.breakGlassUids)
  const known = { usable, rescuers, hasDomain: domains.size > 0, now }
  return { shutOut, warnings: [...warningsAbout(next, known), ...tooMany(count)] }
}

/** Those whom the directory of one of these providers names, who are let in whatever their domain. */
async function inDirectoryOf(
  store: Store,
  homeId: PartitionId,
  { userIds, providerIds }: { readonly userIds: readonly string[]; readonly providerIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set()
  for (const id of providerIds)
    if (await store.run(isDirectoryOf, homeId, id)) return store.run(existingScimPeople, homeId, userIds)
  return new Set()
}

async function usableProviders(
  store: Store,
  homeId: PartitionId,
): Promise<readonly Pick<IdentityProvider, 'id' | 'lastSignInAt'>[]> {
  const usable: IdentityProvider[] = []
  const query = { where: [], fields: ['status', 'lastSignInAt'], ...atOnce }
  for await (const slice of slicesOf(store.records(homeId), kinds.identityProvider, query))
    for (const { record } of slice) if (record.status !== 'disabled') usable.push(record as IdentityProvider)
  return usable
}

const reasonFor = (hasDomain: boolean): string =>
  hasDomain
    ? 'They have not signed in through an identity provider yet, and their domain names none that is in use.'
    : 'They have not signed in through an identity provider yet, and their domain is not verified.'

const tooMany = (count: number): readonly string[] =>
  count > maxShutOut ? [`${count} members would be shut out; the first ${maxShutOut} are listed.`] : []

interface Known {
  readonly usable: readonly Pick<IdentityProvider, 'lastSignInAt'>[]
  readonly rescuers: Rescuers
  /** Whether there is a verified domain. */
  readonly hasDomain: boolean
  readonly now: Date
}

function warningsAbout(next: SsoSettings, { usable, rescuers, hasDomain, now }: Known): readonly string[] {
  if (!isRequired(next)) return []
  const hasSignIn = usable.some(
    ({ lastSignInAt }) => lastSignInAt !== null && now.getTime() - Date.parse(lastSignInAt) <= recentSignInMs,
  )
  return [
    ...(next.allowPasswordFallback ? [passwordsKeepWorking] : []),
    ...(hasSignIn ? [] : [requiredSsoNeeds.recentSignIn.warning]),
    ...(rescuers.count < minBreakGlass ? [requiredSsoNeeds.breakGlass.warning] : []),
    ...(rescuers.withoutSecondFactor > 0 ? [passwordAlone(rescuers.withoutSecondFactor)] : []),
    ...(next.enforcementMode === 'required_verified' && !hasDomain
      ? [requiredSsoNeeds.verifiedDomain.warning]
      : []),
  ]
}
