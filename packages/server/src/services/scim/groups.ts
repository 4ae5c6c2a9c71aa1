import { randomBytes } from 'node:crypto'
import type { Change } from '../../store/change.ts'
import {
  changeScimMembers,
  countScimMembers,
  findScimGroup,
  listScimGroups,
  putScimGroup,
  removeScimGroup,
  type ScimGroup,
  scimGroupNamed,
  scimMembersOf,
  scimMembersOfOne,
} from '../../store/queries/scim-groups.ts'
import { existingScimPeople } from '../../store/queries/scim-people.ts'
import { addToScimCounts } from '../../store/queries/scim-counts.ts'
import { changeGroup as regroup } from '../group-mappings/apply-groups.ts'
import { newId } from '../ids.ts'
import { groupType } from './attributes.ts'
import { conditionFor, folded } from './conditions.ts'
import type { Directory, Paging } from './directory.ts'
import { type Document, maxMembers, readDocument } from './documents.ts'
import { patched } from './patch.ts'
import { memberIds } from './patch-members.ts'
import { checkVersion, type Expected, isId } from './people.ts'
import { badRequest, missing, shortened, taken } from './refusal.ts'
import { groupResource, type Resource } from './resources.ts'

/** What events call a group. */
export const groupKind = 'scim_group'

interface Known {
  readonly group: ScimGroup
  readonly members: readonly string[]
}

const inHome = <T>(
  { store, organisation, actor, now }: Directory,
  run: (change: Change) => Promise<T>,
): Promise<T> => store.write({ partitionId: organisation.home, actor, now }, run)

async function knownGroup(change: Pick<Change, 'run' | 'partitionId'>, id: string): Promise<Known> {
  const group = isId(id) ? await change.run(findScimGroup, change.partitionId, id) : undefined
  if (!group) throw missing('group', id)
  return { group, members: await change.run(scimMembersOfOne, change.partitionId, id) }
}

/** A page ends before its groups have more members than one group may have. */
export async function listGroups(
  { store, organisation, url }: Directory,
  { filter, startIndex, count }: Paging,
  withMembers: boolean,
): Promise<{ readonly total: number; readonly resources: readonly Resource[] }> {
  const where = filter === undefined ? undefined : conditionFor(groupType, filter)
  const page = { where, offset: startIndex - 1, limit: count }
  const { total, found } = await store.run(listScimGroups, organisation.home, page)
  if (!withMembers) return { total, resources: found.map((group) => groupResource(url, group, undefined)) }
  const ids = found.map(({ id }) => id)
  const counts = await store.run(countScimMembers, organisation.home, ids)
  let sum = 0
  const fitting = found.filter(({ id }, index) => {
    sum += counts.get(id) ?? 0
    return index === 0 || sum <= maxMembers
  })
  const fittingIds = fitting.map(({ id }) => id)
  const members = await store.run(scimMembersOf, organisation.home, fittingIds)
  return {
    total,
    resources: fitting.map((group) => groupResource(url, group, members.get(group.id) ?? [])),
  }
}

export async function readGroup(
  { store, organisation, url }: Directory,
  id: string,
  withMembers: boolean,
): Promise<Resource> {
  const access = { run: store.run, partitionId: organisation.home }
  if (withMembers) {
    const { group, members } = await knownGroup(access, id)
    return groupResource(url, group, members)
  }
  const group = isId(id) ? await store.run(findScimGroup, organisation.home, id) : undefined
  if (!group) throw missing('group', id)
  return groupResource(url, group, undefined)
}

const documentOf = ({ group: { displayName, externalId }, members }: Known): Document => ({
  ...(externalId !== null && { externalId }),
  displayName,
  ...(members.length > 0 && { members: members.map((value) => ({ value })) }),
})

function displayNameOf({ displayName }: Document): string {
  if (typeof displayName !== 'string' || displayName.trim() === '')
    throw badRequest('invalidValue', 'displayName is required.')
  return displayName
}

const newVersion = (): string => randomBytes(12).toString('base64url')

export async function createGroup(directory: Directory, body: unknown): Promise<Resource> {
  const document = readDocument(groupType, body)
  displayNameOf(document)
  return inHome(directory, (change) => {
    const at = change.at
    const group = { id: newId('scg', new Date(at)), version: '', createdAt: at, updatedAt: at }
    const none: Known = { group: { ...group, displayName: '', externalId: null }, members: [] }
    return write(directory, change, none, document, 'created')
  })
}

export const replaceGroup = (directory: Directory, expected: Expected, body: unknown): Promise<Resource> => {
  const document = readDocument(groupType, body)
  return changeGroup(directory, expected, () => document)
}

export const patchGroup = (directory: Directory, expected: Expected, body: unknown): Promise<Resource> =>
  changeGroup(directory, expected, (before) => patched(groupType, before, body))

function changeGroup(
  directory: Directory,
  { id, ifMatch }: Expected,
  nextOf: (before: Document) => Document,
): Promise<Resource> {
  return inHome(directory, async (change) => {
    const known = await knownGroup(change, id)
    checkVersion(groupResource(directory.url, known.group, known.members), ifMatch)
    return write(directory, change, known, nextOf(documentOf(known)), 'updated')
  })
}

/** Writes what differs; nothing if nothing does. */
async function write(
  { url }: Directory,
  change: Change,
  { group, members }: Known,
  document: Document,
  verb: 'created' | 'updated',
): Promise<Resource> {
  const displayName = displayNameOf(document)
  const externalId = typeof document.externalId === 'string' ? document.externalId : null
  const wanted = memberIds((document.members ?? []) as readonly Document[])
  const had = new Set(members)
  const added = [...wanted.difference(had)]
  const removed = [...had.difference(wanted)]
  const isSame = displayName === group.displayName && externalId === group.externalId
  if (verb === 'updated' && isSame && added.length === 0 && removed.length === 0)
    return groupResource(url, group, members)
  const { partitionId, at } = change
  const displayKey = folded(displayName)
  if (displayKey !== folded(group.displayName)) await refuseTakenName(change, displayName)
  await refuseUnknown(change, added)
  const next: ScimGroup = { ...group, displayName, externalId, version: newVersion(), updatedAt: at }
  await change.run(putScimGroup, partitionId, { ...next, displayKey })
  await change.run(changeScimMembers, partitionId, { groupId: group.id, added, removed })
  if (verb === 'created') await change.run(addToScimCounts, partitionId, { groups: 1 })
  await logGroup(change, verb, next, { added, removed })
  const isRenamed = verb === 'updated' && displayName !== group.displayName
  const formerName = isRenamed ? group.displayName : undefined
  const named = { id: group.id, name: displayName, formerName }
  await regroup(change, { kind: 'scim' }, named, { joined: added, left: removed })
  return groupResource(url, next, [...wanted].sort())
}

async function refuseTakenName(change: Change, displayName: string): Promise<void> {
  if (await change.run(scimGroupNamed, change.partitionId, folded(displayName)))
    throw taken(`There is already a group with the displayName ${shortened(displayName)}.`)
}

async function refuseUnknown(change: Change, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return
  const known = await change.run(existingScimPeople, change.partitionId, userIds.filter(isId))
  const unknown = userIds.find((id) => !known.has(id))
  if (unknown !== undefined)
    throw badRequest('invalidValue', `members names ${shortened(unknown)}, and there is no such user.`)
}

export async function deleteGroup(directory: Directory, { id, ifMatch }: Expected): Promise<void> {
  await inHome(directory, async (change) => {
    const { group, members } = await knownGroup(change, id)
    checkVersion(groupResource(directory.url, group, members), ifMatch)
    await change.run(removeScimGroup, change.partitionId, id)
    await change.run(addToScimCounts, change.partitionId, { groups: -1 })
    await logGroup(change, 'deleted', group, { added: [], removed: [] })
    const named = { id, name: group.displayName }
    await regroup(change, { kind: 'scim' }, named, { joined: [], left: members })
  })
}

/** An event says who came and went, but never at any length. */
const maxNamed = 100

const logGroup = (
  change: Change,
  verb: 'created' | 'updated' | 'deleted',
  { id, displayName }: ScimGroup,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<void> =>
  change.log(`scim.group_${verb}`, { kind: groupKind, id }, null, {
    displayName,
    ...(added.length > 0 && { added: added.slice(0, maxNamed), addedCount: added.length }),
    ...(removed.length > 0 && { removed: removed.slice(0, maxNamed), removedCount: removed.length }),
  })
