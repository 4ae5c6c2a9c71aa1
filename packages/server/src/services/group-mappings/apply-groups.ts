import type { Change } from '../../store/change.ts'
import {
  forgetSource,
  type GroupMember,
  groupsAccordingTo,
  type KnownGroup,
  renameGroup,
  writeGroups,
} from '../../store/queries/group-mappings.ts'
import { allMappings, type GroupMapping, sourceOf } from './facts.ts'
import { readerOf, recompute } from './recompute.ts'

/**
 * What sign-in and directories call when they learn which groups members are in. Everything happens in the change to
 * the organisation's home that they are making anyway, the teams included; nothing is written where nothing changes.
 *
 *     applyGroups(change, { userId, source, groups })             one member, all their groups; undefined: not known
 *     applyGroupsOf(change, source, [{ userId, groups }, …])      the same of many members
 *     changeGroup(change, source, group, { joined, left })        one group: who joined, who left, what it is called
 *     forgetGroupsOf(change, source)                              a source that is no more
 *
 * Members must exist already, and be written before (also what deactivates or reactivates them).
 */

export type GroupSource = { readonly kind: 'idp'; readonly providerId: string } | { readonly kind: 'scim' }
export type { KnownGroup } from '../../store/queries/group-mappings.ts'

export interface OfMember {
  readonly userId: string
  readonly source: GroupSource
  /** Undefined if the source does not say: then everything stays as it is. */
  readonly groups: readonly KnownGroup[] | undefined
}

/** Records the groups that a source says a member is in, and gives and takes what the mappings say. */
export async function applyGroups(change: Change, { userId, source, groups }: OfMember): Promise<void> {
  if (groups) await applyGroupsOf(change, source, [{ userId, groups }])
}

/** The same of many members at once, each with all their groups: what is not named is left. */
export async function applyGroupsOf(
  change: Change,
  source: GroupSource,
  people: readonly { readonly userId: string; readonly groups: readonly KnownGroup[] }[],
): Promise<void> {
  const name = nameOf(source)
  const userIds = people.map(({ userId }) => userId)
  const known = await change.run(groupsAccordingTo, change.partitionId, { source: name, userIds })
  const before = Map.groupBy(known, ({ userId }) => userId)
  const gone: GroupMember[] = []
  const come: GroupMember[] = []
  for (const { userId, groups } of people) {
    const left = new Map((before.get(userId) ?? []).map((one) => [one.id, one]))
    for (const group of new Map(groups.filter(isUsable).map((one) => [one.id, one])).values()) {
      const old = left.get(group.id)
      left.delete(group.id)
      if (!old || old.name !== group.name) come.push({ ...group, source: name, userId })
    }
    gone.push(...left.values())
  }
  if (gone.length > 0 || come.length > 0) await change.run(writeGroups, change.partitionId, { gone, come })
  await settle(change, userIds)
}

export interface NamedGroup {
  readonly id: string
  readonly name: string
  /** What it was called, if that has just changed. */
  readonly formerName?: string | undefined
}

/** Records who joined and who left a group, and what it is called now. */
export async function changeGroup(
  change: Change,
  source: GroupSource,
  { formerName, ...group }: NamedGroup,
  { joined, left }: { readonly joined: readonly string[]; readonly left: readonly string[] },
): Promise<void> {
  if (!isUsable(group)) return
  const name = nameOf(source)
  const { partitionId } = change
  const renamed = formerName === undefined ? [] : await change.run(renameGroup, partitionId, name, group)
  const row = (userId: string): GroupMember => ({ ...group, source: name, userId })
  if (joined.length > 0 || left.length > 0)
    await change.run(writeGroups, partitionId, { gone: left.map(row), come: joined.map(row) })
  // What no mapping names gives nothing, however many members come and go.
  const names = new Set([group.id, group.name, formerName])
  const isNamed = (mapping: GroupMapping): boolean => sourceOf(mapping) === name && names.has(mapping.group)
  await settle(change, [...renamed, ...joined, ...left], isNamed)
}

/** A source is no more: what was given because of it is taken back. */
export async function forgetGroupsOf(change: Change, source: GroupSource): Promise<void> {
  await recompute(change, await change.run(forgetSource, change.partitionId, nameOf(source)))
}

/** Without mappings nothing was given either. */
async function settle(
  change: Change,
  userIds: readonly string[],
  isConcerned: (mapping: GroupMapping) => boolean = () => true,
): Promise<void> {
  if (userIds.length === 0) return
  const mappings = await allMappings(readerOf(change))
  if (mappings.some(isConcerned)) await recompute(change, userIds, { mappings })
}

export const nameOf = (source: GroupSource): string => (source.kind === 'idp' ? source.providerId : 'scim')

const longest = 500

/** Others cannot be named by a mapping, or not be stored. */
const isUsable = ({ id, name }: KnownGroup): boolean =>
  [id, name ?? ''].every((text) => text.length <= longest && text.isWellFormed() && !text.includes('\0')) &&
  id !== ''
