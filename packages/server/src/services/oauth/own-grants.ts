import { CatalogError, kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { endGrants, grantsOf, type ProgramGrant } from '../../store/queries/program-grants.ts'
import { type Caller, notFound } from '../context.ts'
import { clientNamed, type OAuthClient } from './clients.ts'

export interface ShownGrant extends Omit<ProgramGrant, 'homeId' | 'userId' | 'client' | 'provider'> {
  readonly client: OAuthClient
}

/** The programs that act for a member, newest first. */
export async function grantsOfMember(
  store: Store,
  { organisation: { home } }: Caller,
  userId: string,
  now: Date,
): Promise<readonly ShownGrant[]> {
  if (!(await store.records(home).find(kinds.user, userId))) throw notFound(kinds.user, userId)
  const grants = await store.run(grantsOf, home, userId)
  return grants
    .filter(({ expiresAt }) => expiresAt > now.toISOString())
    .map(({ id, client, agent, address, mode, scopes, createdAt, usedAt, expiresAt }) => ({
      ...{ id, client: clientNamed(client), agent, address, mode, scopes, createdAt, usedAt, expiresAt },
    }))
}

/** Ends one of a member's programs. */
export async function endGrantOf(change: Change, userId: string, grantId: string): Promise<void> {
  if ((await endGrants(change, { userId, only: grantId })) === 0)
    throw new CatalogError('not_found', `There is no program ${JSON.stringify(grantId)} that is signed in.`)
  await change.log('user.program_ended', { kind: kinds.user.name, id: userId }, null, { grantId })
}
