import { CatalogError, type Kinds, kinds, type Stored } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { identitiesOf, removeIdentityAt } from '../../store/queries/federation.ts'
import { factorsOf } from '../../store/queries/second-factors.ts'
import { passwordOf } from '../../store/queries/sign-in.ts'
import { policyFor } from '../../store/queries/sso-policy.ts'
import { type Caller, notFound } from '../context.ts'
import { decidingDomain, doorFor } from '../sso/enforcement.ts'

type Provider = Stored<Kinds['identityProvider']>

/** Who a member is at a provider, without what identifies them there. */
export interface ShownIdentity {
  readonly providerId: string
  readonly providerName: string
  /** As the provider said last. */
  readonly email: string | null
  readonly linkedAt: string
  readonly usedAt: string
}

export async function identitiesOfMember(
  store: Store,
  { organisation: { home } }: Caller,
  userId: string,
): Promise<readonly ShownIdentity[]> {
  const records = store.records(home)
  if (!(await records.find(kinds.user, userId))) throw notFound(kinds.user, userId)
  const identities = await store.run(identitiesOf, home, userId)
  return Promise.all(
    identities.map(async ({ providerId, email, createdAt, usedAt }) => {
      const provider = (await records.find(kinds.identityProvider, providerId))?.record
      const providerName = String(provider?.name ?? providerId)
      return { providerId, providerName, email, linkedAt: createdAt, usedAt }
    }),
  )
}

/** The providers where somebody can still say who they are. */
export async function linkableProviders(
  store: Store,
  { organisation: { home } }: Caller,
  identities: readonly ShownIdentity[],
): Promise<readonly Pick<Provider, 'id' | 'name'>[]> {
  const active = await store
    .records(home)
    .list(kinds.identityProvider, { where: [{ field: 'status', is: 'active' }] })
  return active
    .map(({ record }) => record as Provider)
    .filter(({ id }) => identities.every((one) => one.providerId !== id))
    .map(({ id, name }) => ({ id, name }))
}

/** Nobody takes away their last way in. */
export async function unlinkIdentity(change: Change, caller: Caller, providerId: string): Promise<void> {
  const { partitionId: homeId } = change
  const userId = caller.actor.id ?? ''
  const identities = await change.run(identitiesOf, homeId, userId)
  if (!identities.some((one) => one.providerId === providerId))
    throw new CatalogError(
      'not_found',
      `You are not linked to an identity provider ${JSON.stringify(providerId)}.`,
    )
  if (
    !(await hasOtherWay(
      change,
      userId,
      identities.filter((one) => one.providerId !== providerId),
    ))
  )
    throw new CatalogError(
      'still_needed',
      'This is your only way in. Add a passkey or link another provider first, or ask an admin for a link to choose a password.',
    )
  await change.run(removeIdentityAt, homeId, { userId, providerId })
  await change.log('user.identity_unlinked', { kind: kinds.user.name, id: userId }, null, {
    identityProviderId: providerId,
  })
}

async function hasOtherWay(
  change: Change,
  userId: string,
  others: readonly { readonly providerId: string }[],
): Promise<boolean> {
  const { partitionId: homeId } = change
  for (const { providerId } of others)
    if ((await change.find(kinds.identityProvider, providerId))?.record.status === 'active') return true
  const email = (await change.find(kinds.user, userId))?.record.email as string | null
  if (doorFor(await change.run(policyFor, homeId, decidingDomain(email)), userId) === 'closed') return false
  return (
    (await change.run(passwordOf, homeId, userId)) !== undefined ||
    (await change.run(factorsOf, { homeId, userId })).includes('passkey')
  )
}
