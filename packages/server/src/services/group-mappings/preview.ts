import { type GroupMappingPreview, kinds, maxPreviewed, modes } from '@svc/model'
import { membersOfGroup } from '../../store/queries/group-mappings.ts'
import type { Context } from '../context.ts'
import { draftOf } from '../records/draft.ts'
import type { Fields } from '../records/behaviour.ts'
import { checkRules, findRecord } from '../records/records.ts'
import { checkReferences } from '../records/references.ts'
import { allMappings, factsAbout, type GroupMapping, type Reader, sourceOf } from './facts.ts'
import { heldBackReasons, planRoles } from './plan-roles.ts'
import { planTeams } from './recompute.ts'
import { wantedBy } from './wanted.ts'

/** What would change if a mapping were added, or one that exists were changed to it: by the plan that would be carried out. */
export async function previewMapping(
  ctx: Context,
  input: Fields,
  replaces: string | undefined,
): Promise<GroupMappingPreview> {
  const { store, caller, now } = ctx
  const homeId = caller.organisation.home
  const reader: Reader = { homeId, run: store.run, recordsIn: store.records }
  const replaced = replaces === undefined ? undefined : await findRecord(ctx, kinds.groupMapping, replaces)
  const { next } = draftOf(kinds.groupMapping, input, { id: replaces ?? '', at: now().toISOString() })
  checkRules(kinds.groupMapping, next)
  await checkReferences(caller, reader, kinds.groupMapping, { next })
  const mapping = next as unknown as GroupMapping

  const others = (await allMappings(reader)).filter(({ id }) => id !== replaces)
  const mappings = [...others, mapping]
  const inGroup = await membersIn(reader, mapping)
  const inReplaced = replaced ? await membersIn(reader, replaced.record as GroupMapping) : []
  const userIds = [...new Set([...inGroup, ...inReplaced])].sort()
  const facts = await factsAbout(reader, userIds, mappings)
  const wantedFor = wantedBy(mappings)
  const people = new Map(facts.people.map(({ user }) => [user.id, user]))
  const member = (uid: string) => ({ uid, email: people.get(uid)?.email ?? null })

  const joins: GroupMappingPreview['joins'][number][] = []
  const leaves: GroupMappingPreview['leaves'][number][] = []
  const heldBack: GroupMappingPreview['heldBack'][number][] = []
  for (const mode of modes) {
    const plan = await planTeams(reader, facts, { mode, wantedFor })
    joins.push(...plan.joins.map(({ userId, teamId }) => ({ ...member(userId), teamId, mode })))
    leaves.push(...plan.leaves.map(({ userId, teamId }) => ({ ...member(userId), teamId, mode })))
    const reason = 'The team has as many members as a team can have.'
    heldBack.push(...plan.heldBack.map(({ userId }) => ({ ...member(userId), reason })))
  }
  const { changes, come } = planRoles(facts, wantedFor)
  const roles = changes.map(({ person, from, to }) => ({ ...member(person.user.id), from, to }))
  for (const given of come)
    if (given.heldBack !== null)
      heldBack.push({ ...member(given.userId), reason: heldBackReasons[given.heldBack] })
  const truncated = [joins, leaves, roles, heldBack].some(({ length }) => length > maxPreviewed)
  return {
    ...{ members: inGroup.length, truncated },
    ...{ joins: joins.slice(0, maxPreviewed), leaves: leaves.slice(0, maxPreviewed) },
    ...{ roles: roles.slice(0, maxPreviewed), heldBack: heldBack.slice(0, maxPreviewed) },
  }
}

const membersIn = (reader: Reader, mapping: GroupMapping): Promise<readonly string[]> =>
  reader.run(membersOfGroup, reader.homeId, { source: sourceOf(mapping), group: mapping.group })
