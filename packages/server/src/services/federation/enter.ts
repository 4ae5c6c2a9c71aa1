import { type Kinds, kinds, type SignInRefusal, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Actor } from '../../store/event.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { findIdentity } from '../../store/queries/federation.ts'
import { removeSession } from '../../store/queries/sign-in.ts'
import { complete, type IdentityProvider } from '../identity-providers/complete.ts'
import { applyGroups, type OfMember } from '../group-mappings/apply-groups.ts'
import { system } from '../jobs/follower.ts'
import { type NewSession, openSession, sessionDigest } from '../sign-in/sessions.ts'
import type { Visitor } from '../sign-in/sign-in-service.ts'
import { admit } from './admission.ts'
import type { Assertion } from './assertion.ts'
import { fingerprintOf, type KnownProvider, refuseDisabled } from './known-provider.ts'
import { Refused } from './refused.ts'

type User = Stored<Kinds['user']>

interface Tools {
  readonly store: Store
  readonly now: () => Date
}

/** What it led to when somebody came back from a provider. */
export interface Finished {
  /** Undefined if the person was and stays signed in. */
  readonly opened?: NewSession
  readonly returnTo: string
}

/** Opens a session for whom a provider vouches, in one transaction with all that it changes. */
export async function enterWith(
  { store, now }: Tools,
  { organisation, provider }: KnownProvider,
  assertion: Assertion,
  visitor: Visitor,
): Promise<NewSession> {
  const { home: homeId } = organisation
  const actor = await actorOf(store, { organisation, provider }, assertion)
  return store.write({ partitionId: homeId, actor, now }, async (change) => {
    const stored = await change.find(kinds.identityProvider, provider.id)
    const current = stored && complete(stored.record as IdentityProvider)
    // It may have been disabled, deleted or changed while the person was signing in.
    if (!stored || !current) throw new Refused('not_allowed', 'The identity provider was deleted meanwhile.')
    refuseDisabled(current)
    if (fingerprintOf(current) !== fingerprintOf(provider)) throw changedMeanwhile()
    const { id: userId } = await admit(change, current, assertion)
    await applyGroups(change, groupsIn(provider.id, userId, assertion))
    if (visitor.session !== undefined) await change.run(removeSession, sessionDigest(visitor.session))
    const { subject, id, hint, authenticatedAt, endsAt } = assertion.session
    const opened = await openSession(change, {
      ...{ homeId, userId, method: assertion.method, authenticatedAt, endsAt, at: new Date(change.at) },
      ...{ agent: visitor.agent, address: visitor.address },
      provider: { id: provider.id, subject, session: id, hint },
    })
    const member = await change.find(kinds.user, userId)
    if (member) await change.derive(kinds.user, member, { ...member.record, lastLoginAt: change.at })
    await change.derive(kinds.identityProvider, stored, { ...stored.record, lastSignInAt: change.at })
    await change.log('user.signed_in', { kind: kinds.user.name, id: userId }, null, {
      method: assertion.method,
      identityProviderId: provider.id,
      // Why nothing came of the mappings.
      ...(!assertion.groups && (await hasMappings(change, provider.id)) && { groups: 'unknown' }),
    })
    return opened
  })
}

/** What a provider says of the groups of a member. */
export const groupsIn = (providerId: string, userId: string, { groups }: Assertion): OfMember => ({
  ...{ userId, source: { kind: 'idp', providerId } },
  groups: groups?.map((id) => ({ id, name: null })),
})

export const changedMeanwhile = (): Refused =>
  new Refused('expired', 'The settings of the identity provider were changed meanwhile.')

async function hasMappings(change: Change, providerId: string): Promise<boolean> {
  const where = [{ field: 'identityProviderId', is: providerId }]
  return (await change.list(kinds.groupMapping, { where, limit: 1 })).length > 0
}

/** The log names the person, if they are known yet. */
async function actorOf(
  store: Store,
  { organisation: { home }, provider }: KnownProvider,
  { issuer, subject }: Assertion,
): Promise<Actor> {
  const known = await store.run(findIdentity, home, { providerId: provider.id, issuer, subject })
  const user =
    known && ((await store.records(home).find(kinds.user, known.userId))?.record as User | undefined)
  return user ? { type: 'user', id: user.id, name: user.displayName ?? user.email ?? user.id } : system
}

/** One entry for each sign-in that did not succeed, for the organisation's admins. */
export async function logRefusal(
  { store, now }: Tools,
  { homeId, providerId }: { readonly homeId: PartitionId; readonly providerId: string },
  { code, message }: { readonly code: SignInRefusal; readonly message: string },
): Promise<void> {
  await store.write({ partitionId: homeId, actor: system, now }, (change) =>
    change.log('sign_in.refused', { kind: kinds.identityProvider.name, id: providerId }, null, {
      code,
      reason: message,
    }),
  )
}
