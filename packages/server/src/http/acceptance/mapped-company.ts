import { kinds } from '@svc/model'
import {
  applyGroups,
  applyGroupsOf,
  changeGroup,
  type KnownGroup,
  type NamedGroup,
} from '../../services/group-mappings/apply-groups.ts'
import { system } from '../../services/jobs/follower.ts'
import type { Change } from '../../store/change.ts'
import { type PartitionId, partitionsOf } from '../../store/partition-id.ts'
import type { TestApp, TestOrganisation } from '../../testing/index.ts'
import { type Body, make, read } from './checks.ts'

/** An organisation whose directory says who is in which group. */
export interface MappedCompany extends TestOrganisation {
  readonly live: PartitionId
  /** A change to its home, as a sync makes it. */
  inHome<T>(run: (change: Change) => Promise<T>): Promise<T>
  /** All groups of a member, as the directory says; undefined if it does not say. */
  sync(userId: string, groups: readonly string[] | undefined): Promise<void>
  /** The same of many at once. */
  syncAll(people: readonly { readonly userId: string; readonly groups: readonly string[] }[]): Promise<void>
  /** Who joined and who left one group, and what it is called. */
  syncGroup(group: NamedGroup, joined: readonly string[], left?: readonly string[]): Promise<void>
  map(mapping: object): Promise<Body>
  team(name: string, memberUids?: readonly string[]): Promise<string>
  roleOf(userId: string): Promise<string>
  membersOf(teamId: string): Promise<readonly string[]>
  log(query: string): Promise<readonly Body[]>
}

const scim = { kind: 'scim' } as const
const known = (groups: readonly string[]): readonly KnownGroup[] =>
  groups.map((id) => ({ id, name: `The ${id}` }))

export async function mappedCompany(app: TestApp): Promise<MappedCompany> {
  const organisation = await app.organisation()
  const { owner, id } = organisation
  const request = { partitionId: partitionsOf(id).home, actor: system, now: () => new Date() }
  const inHome: MappedCompany['inHome'] = (run) => app.store.write(request, run)
  return {
    ...organisation,
    live: partitionsOf(id).partitions.live,
    inHome,
    sync: (userId, groups) =>
      inHome((change) => applyGroups(change, { userId, source: scim, groups: groups && known(groups) })),
    syncAll: (people) =>
      inHome((change) =>
        applyGroupsOf(
          change,
          scim,
          people.map(({ userId, groups }) => ({ userId, groups: known(groups) })),
        ),
      ),
    syncGroup: (group, joined, left = []) =>
      inHome((change) => changeGroup(change, scim, group, { joined, left })),
    map: (mapping) => make(owner, kinds.groupMapping.path, { source: 'scim', ...mapping }),
    team: async (name, memberUids = []) => (await make(owner, '/teams', { name, memberUids })).id,
    roleOf: async (userId) => (await read(owner, `/users/${userId}`)).role,
    membersOf: async (teamId) => (await read(owner, `/teams/${teamId}`)).memberUids,
    log: async (query) => (await read(owner, `/audit-log?${query}`)).auditLog,
  }
}
