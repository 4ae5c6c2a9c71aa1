import { kinds, type UserOrigins } from '@svc/model'
import { givenMembershipsOf, givenRolesOf } from '../../store/queries/group-mappings.ts'
import type { Context } from '../context.ts'
import { findRecord } from '../records/records.ts'
import type { User } from './facts.ts'
import { heldBackReasons } from './plan-roles.ts'

/** Where a member's role and their teams in the caller's mode come from. */
export async function originsOf(ctx: Context, uid: string): Promise<UserOrigins> {
  const { store, caller } = ctx
  const homeId = caller.organisation.home
  const { role } = (await findRecord(ctx, kinds.user, uid)).record as User
  const [given] = await store.run(givenRolesOf, homeId, [uid])
  const memberships = await store.run(givenMembershipsOf, homeId, [uid])
  // Whoever changed it since is where it comes from.
  const isAsLeft = given !== undefined && given.leftRole === (role ?? 'viewer')
  const isMapped = isAsLeft && given.mappedRole === role && given.heldBack === null
  return {
    uid,
    role: {
      role,
      origin: isMapped ? 'mapping' : isAsLeft && given.isDefault ? 'default' : 'hand',
      mappingIds: given?.mappingIds ?? [],
      mappedRole: given?.mappedRole ?? null,
      heldBack: given?.heldBack ? heldBackReasons[given.heldBack] : null,
    },
    teams: memberships
      .filter(({ mode }) => mode === caller.mode)
      .map(({ teamId, mappingIds, isByHand }) => ({ teamId, mappingIds, isByHand })),
  }
}
