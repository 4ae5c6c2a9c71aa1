import { type Kinds, kinds, type Mode, type Stored } from '@svc/model'
import type { Access } from '../../store/access.ts'
import {
  type PartitionId,
  type Partitions,
  organisationIdOf,
  partitionsOf,
} from '../../store/partition-id.ts'
import {
  type GivenMembership,
  type GivenRole,
  givenMembershipsOf,
  givenRolesOf,
  type GroupMember,
  groupsCalled,
} from '../../store/queries/group-mappings.ts'
import type { Records } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'

export type GroupMapping = Stored<Kinds['groupMapping']>
export type User = Stored<Kinds['user']>
type SsoSettings = Stored<Kinds['ssoSettings']>

/** Where to read: what is committed, or what a transaction sees. */
export interface Reader extends Access {
  readonly homeId: PartitionId
  recordsIn(partitionId: PartitionId): Records
}

/** All that decides what mappings give some members. */
export interface Facts {
  readonly mappings: readonly GroupMapping[]
  readonly people: readonly Person[]
  readonly breakGlass: ReadonlySet<string>
  /** Active admins and owners; read only if one of these members might lose that role. */
  readonly admins: ReadonlySet<string>
}

export interface Person {
  readonly stored: StoredRecord
  readonly user: User
  /** Those that a mapping may name. */
  readonly groups: readonly GroupMember[]
  readonly memberships: readonly GivenMembership[]
  readonly role: GivenRole | undefined
}

/** As a mapping and a known group name their source. */
export const sourceOf = ({ source, identityProviderId }: GroupMapping): string =>
  source === 'idp' ? String(identityProviderId) : 'scim'

export const partitionsAround = (homeId: PartitionId): Partitions => partitionsOf(organisationIdOf(homeId))

export async function allMappings(reader: Reader): Promise<readonly GroupMapping[]> {
  const stored = await reader.recordsIn(reader.homeId).list(kinds.groupMapping, { where: [] })
  return stored.map(({ record }) => record as GroupMapping)
}

export async function factsAbout(
  reader: Reader,
  userIds: readonly string[],
  mappings: readonly GroupMapping[],
): Promise<Facts> {
  const { homeId } = reader
  const home = reader.recordsIn(homeId)
  const names = [...new Set(mappings.map(({ group }) => group))]
  const known = await reader.run(groupsCalled, homeId, { userIds, names })
  const groups = Map.groupBy(known, ({ userId }) => userId)
  const given = await reader.run(givenMembershipsOf, homeId, userIds)
  const memberships = Map.groupBy(given, ({ userId }) => userId)
  const roles = new Map((await reader.run(givenRolesOf, homeId, userIds)).map((one) => [one.userId, one]))
  const users = await home.list(kinds.user, { where: [{ field: 'id', oneOf: userIds }] })
  const people = users.map((stored): Person => {
    const user = stored.record as User
    return {
      ...{ stored, user, role: roles.get(user.id) },
      ...{ groups: groups.get(user.id) ?? [], memberships: memberships.get(user.id) ?? [] },
    }
  })
  const mayLoseAdmin = people.some(({ user, role }) => user.role === 'admin' && role !== undefined)
  return {
    ...{ mappings, people },
    breakGlass: await breakGlassIn(home),
    admins: mayLoseAdmin ? await adminsIn(home) : new Set(),
  }
}

async function breakGlassIn(home: Records): Promise<ReadonlySet<string>> {
  const [stored] = await home.list(kinds.ssoSettings, { where: [], limit: 1 })
  return new Set((stored?.record as SsoSettings | undefined)?.breakGlassUids)
}

async function adminsIn(home: Records): Promise<ReadonlySet<string>> {
  const stored = await home.list(kinds.user, {
    where: [
      { field: 'role', in: ['admin', 'owner'] },
      { field: 'isActive', is: true },
    ],
    fields: ['role'],
  })
  return new Set(stored.map(({ record }) => String(record.id)))
}

/** The teams of a mode that these members are given, or may be. */
export async function teamsAmong(
  reader: Reader,
  mode: Mode,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, StoredRecord>> {
  if (ids.size === 0) return new Map()
  const there = reader.recordsIn(partitionsAround(reader.homeId).partitions[mode])
  const stored = await there.list(kinds.team, { where: [{ field: 'id', oneOf: [...ids] }] })
  return new Map(stored.map((one) => [String(one.record.id), one]))
}
