import { kinds } from '@svc/model'
import type { Bound } from './bind.ts'
import { contributionsFrom, type Part } from './contributions.ts'
import type { Entity } from './entity.ts'
import { fieldsOf, membersOf } from './map-entity.ts'
import type { Mapper } from './mapper.ts'
import { usersByGroup } from './people.ts'
import { recordKinds, type State } from './state.ts'
import type { DesiredRecord } from './desired-record.ts'

/** The records that entities become, referenced ones first, and those that they add to. */
export function desiredRecords(
  entities: readonly Entity[],
  {
    bound,
    mapper,
    state,
  }: { readonly bound: ReadonlyMap<string, Bound>; readonly mapper: Mapper; readonly state: State },
): readonly DesiredRecord[] {
  const contributions = contributionsFrom(entities, { mapper, systems: importedSystems(bound, state) })
  const users = entities.filter(({ kind }) => kind === 'user')
  const namedBy = usersByGroup(users, mapper)
  const inRun = new Set([...bound.values()].map(({ id }) => id))

  const records = [...recordKinds.keys()].flatMap((kind) =>
    entities.flatMap((entity): DesiredRecord | [] => {
      const place = entity.kind === kind ? bound.get(entity.ref) : undefined
      if (!place) return []
      const fields = fieldsOf(entity, mapper)
      const members = kind === 'group' ? membersOf(entity, namedBy.get(entity.ref) ?? [], mapper) : []
      return {
        ...place,
        ref: entity.ref,
        name: String(fields.name),
        fields: members.length > 0 ? { ...fields, memberUids: members } : fields,
        fallback: { name: entity.name },
        contributed: contributions.get(place.id)?.fields ?? {},
        source: entity.source,
      }
    }),
  )
  const additions = [...contributions, ...teamAdditions(namedBy, mapper)]
  const others = additions.flatMap(([id, { kind, fields }]): DesiredRecord | [] => {
    const record = inRun.has(id) ? undefined : state.record(kind, id)
    if (!record) return []
    const ref = `${kind.name}:${id}`
    return { kind, id, how: 'known', ref, name: String(record.name), fields: {}, contributed: fields }
  })
  return [...records, ...others]
}

/** Members of groups that are not in this run: they join the team, and nobody leaves it. */
function teamAdditions(
  namedBy: ReadonlyMap<string, readonly string[]>,
  mapper: Mapper,
): readonly (readonly [string, Part])[] {
  return [...namedBy].flatMap(([group, users]) => {
    const team = mapper.target(group)
    if (team?.kind !== kinds.team) {
      for (const user of users) mapper.note(user, 'unresolved', `spec.memberOf: ${group}`)
      return []
    }
    const uids = users.flatMap((user) => mapper.member(user) ?? [])
    const memberUids = (current: unknown) => [
      ...new Set([...(Array.isArray(current) ? current : []), ...uids]),
    ]
    return [[team.id, { kind: team.kind, fields: { memberUids } }] as const]
  })
}

/** Systems of this run and of earlier ones; people decide what is in a system that they created. */
function importedSystems(bound: ReadonlyMap<string, Bound>, state: State): ReadonlySet<string> {
  const here = [...bound.values()].flatMap(({ kind, id }) => (kind === kinds.system ? id : []))
  const earlier = [...state.rows.values()].flatMap(({ kind, recordId }) =>
    kind === kinds.system.name && state.record(kinds.system, recordId) ? recordId : [],
  )
  return new Set([...here, ...earlier])
}
