import { effectiveScopes } from '@svc/model'
import type { Store } from '../../store/open.ts'
import { type PartitionId, organisationIdOf } from '../../store/partition-id.ts'
import { findOrganisation, type Organisation } from '../../store/queries/organisations.ts'
import { findGrant } from '../../store/queries/program-grants.ts'
import { findShortToken, type ShortToken } from '../../store/queries/short-tokens.ts'
import type { Caller } from '../context.ts'
import { callerOfWorkload } from '../workload/workload-caller.ts'
import { activeUser } from './active-user.ts'
import { peopleRevision } from './people-revision.ts'
import { refused } from './refused.ts'

export interface ShortTokenCaller {
  readonly caller: Caller
  readonly homeId: PartitionId
  /** As with every cached credential: read before whoever it acts for. */
  readonly people: string
  readonly expiresAt: number
}

type Resolve = (store: Store, token: ShortToken, organisation: Organisation) => Promise<Caller>

/** A token never outlives what it was issued by: that is looked up each time. */
const callers: Readonly<Record<ShortToken['kind'], Resolve>> = {
  /** As the person, with no more than their role allows by now. */
  program: async (store, { homeId, grantId, userId, mode, scopes }, organisation) => {
    const grant = await store.run(findGrant, homeId, grantId ?? '')
    if (!grant) throw refused('The sign-in of this program has ended.')
    const user = await activeUser(store, homeId, userId ?? '')
    const role = user.role ?? 'viewer'
    return {
      // The same for all tokens of one sign-in, so that limits and idempotency keys outlast a refresh.
      credential: { type: 'token', id: grant.id },
      actor: { type: 'user', id: user.id, name: user.displayName ?? user.email },
      organisation,
      mode,
      role,
      scopes: effectiveScopes(scopes, role),
    }
  },
  /** As a key of the organisation, as long as the rule allows what it was issued for. */
  workload: async (store, token, organisation) => {
    const caller = await callerOfWorkload(store, token, organisation)
    if (!caller) throw refused('The credential was ended by a change of its trust rule.')
    return caller
  },
}

export async function callerOfShortToken(store: Store, digest: string, now: Date): Promise<ShortTokenCaller> {
  const token = await store.run(findShortToken, digest)
  if (!token) throw refused('The credential is not known.')
  const expiresAt = Date.parse(token.expiresAt)
  if (expiresAt <= now.getTime()) throw refused('The credential has expired.')
  const { homeId } = token
  const people = await peopleRevision(store, homeId)
  const organisation = await store.run(findOrganisation, organisationIdOf(homeId))
  if (!organisation) throw refused('The credential is not known.')
  return { caller: await callers[token.kind](store, token, organisation), homeId, people, expiresAt }
}
