import { effectiveScopes, type Kinds, kinds, type Stored } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { Organisation } from '../../store/queries/organisations.ts'
import type { ShortToken } from '../../store/queries/short-tokens.ts'
import { isIssued } from '../../store/queries/workload.ts'
import type { Caller } from '../context.ts'
import { actorNameOf } from './run-name.ts'

/**
 * A pipeline that has exchanged its token, which acts as a key of the organisation; undefined if its rule has ended it.
 * All runs under a rule are one credential, so that a job that is killed can repeat its requests in the next.
 */
export async function callerOfWorkload(
  store: Store,
  { homeId, id, trustId, name, mode, scopes }: ShortToken,
  organisation: Organisation,
): Promise<Caller | undefined> {
  const found = trustId && (await store.records(homeId).find(kinds.workloadTrust, trustId))
  // Asked after the revision was read: the rule may have been changed since the token was.
  if (!found || !(await store.run(isIssued, { homeId, trustId, id }))) return undefined
  const trust = found.record as Stored<Kinds['workloadTrust']>
  return {
    credential: { type: 'key', id: trustId, isWorkload: true },
    actor: { type: 'key', id: trustId, name: actorNameOf(trust.name, name) },
    organisation,
    mode,
    role: 'member',
    scopes: effectiveScopes(scopes, 'key'),
  }
}
