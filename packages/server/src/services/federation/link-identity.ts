import { kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { findIdentity, identitiesOf, insertIdentity } from '../../store/queries/federation.ts'
import type { IdentityProvider } from '../identity-providers/complete.ts'
import type { Assertion } from './assertion.ts'
import { Refused } from './refused.ts'

/**
 * Notes who a member is at a further provider. They have proved who they are on both sides, so no domain has to vouch
 * for an address, and what they used before keeps working.
 */
export async function linkIdentity(
  change: Change,
  { id: providerId }: IdentityProvider,
  { userId, assertion }: { readonly userId: string; readonly assertion: Assertion },
): Promise<void> {
  const { partitionId: homeId, at } = change
  const identity = { providerId, issuer: assertion.issuer, subject: assertion.subject }
  const known = await change.run(findIdentity, homeId, identity)
  if (known?.userId === userId) return
  if (known) throw new Refused('not_allowed', 'This identity already belongs to another member.')
  const own = await change.run(identitiesOf, homeId, userId)
  if (own.some((one) => one.providerId === providerId))
    throw new Refused('not_allowed', 'The member is already linked to another identity of this provider.')
  await change.run(insertIdentity, homeId, {
    ...identity,
    ...{ userId, email: assertion.email, createdAt: at, usedAt: at },
  })
  await change.log('user.identity_linked', { kind: kinds.user.name, id: userId }, null, {
    identityProviderId: providerId,
  })
}
