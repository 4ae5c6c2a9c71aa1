import { kinds, type Mode, modes } from '@svc/model'
import type { Change } from '../../store/change.ts'
import { writeGivenRoles, writeMemberships } from '../../store/queries/group-mappings.ts'
import { system } from '../jobs/follower.ts'
import {
  allMappings,
  type Facts,
  factsAbout,
  type GroupMapping,
  partitionsAround,
  type Reader,
  teamsAmong,
} from './facts.ts'
import { isEmpty, type MembershipPlan, planMemberships, teamIdsFor } from './plan-memberships.ts'
import { heldBackReasons, planRoles, type RolePlan } from './plan-roles.ts'
import { type WantedFor, wantedBy } from './wanted.ts'

interface Scope {
  /** The mappings to go by; those that are stored, if absent. */
  readonly mappings?: readonly GroupMapping[] | undefined
  /** Only these teams can be concerned; any, if absent. */
  readonly teams?: ReadonlySet<string> | undefined
}

/** How many members are considered at once: those of one team together, so that it is written once. */
const atOnce = 10_000

/**
 * Gives members what the mappings say, by the groups that are known, and takes what mappings gave and no longer do.
 * Where nothing changes, nothing is written, and no team is locked.
 */
export async function recompute(
  change: Change,
  userIds: readonly string[],
  { mappings: given, teams }: Scope = {},
): Promise<void> {
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return
  const reader = readerOf(change)
  const mappings = given ?? (await allMappings(reader))
  for (let from = 0; from < ids.length; from += atOnce) {
    const facts = await factsAbout(reader, ids.slice(from, from + atOnce), mappings)
    const wantedFor = wantedBy(mappings)
    for (const mode of modes) await settleTeams(change, facts, { mode, wantedFor, only: teams })
    await settleRoles(change, planRoles(facts, wantedFor))
  }
}

export const readerOf = (change: Change): Reader => ({
  run: change.run,
  recordsIn: change.recordsIn,
  homeId: change.partitionId,
})

interface TeamScope {
  readonly mode: Mode
  readonly wantedFor: WantedFor
  readonly only?: ReadonlySet<string> | undefined
}

export async function planTeams(
  reader: Reader,
  { people }: Pick<Facts, 'people'>,
  scope: TeamScope,
): Promise<MembershipPlan> {
  const teams = await teamsAmong(reader, scope.mode, teamIdsFor({ people, ...scope }))
  return planMemberships({ people, teams, ...scope })
}

/** Looks twice: only a change is worth keeping the mode's other writers waiting, and they may have been faster. */
async function settleTeams(change: Change, facts: Facts, scope: TeamScope): Promise<void> {
  const reader = readerOf(change)
  if (isEmpty(await planTeams(reader, facts, scope))) return
  const partitionId = partitionsAround(change.partitionId).partitions[scope.mode]
  await change.within({ partitionId, actor: system }, async (there) => {
    const { teams, gone, come } = await planTeams(reader, facts, scope)
    for (const { stored, memberUids } of teams)
      await there.update(kinds.team, stored, { ...stored.record, memberUids, updatedAt: there.at })
    await change.run(writeMemberships, change.partitionId, { gone, come })
  })
}

async function settleRoles(change: Change, { changes, heldBack, gone, come }: RolePlan): Promise<void> {
  const { partitionId } = change
  if (gone.length > 0 || come.length > 0) await change.run(writeGivenRoles, partitionId, { gone, come })
  if (changes.length === 0 && heldBack.length === 0) return
  await change.within({ partitionId, actor: system }, async (home) => {
    for (const { person, to } of changes)
      await home.update(kinds.user, person.stored, { ...person.user, role: to, updatedAt: home.at })
    for (const { person, mapped, reason } of heldBack)
      await home.log('user.role_held_back', { kind: kinds.user.name, id: person.user.id }, null, {
        role: person.user.role,
        mappedRole: mapped,
        reason: heldBackReasons[reason],
      })
  })
}
