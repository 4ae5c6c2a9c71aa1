import {
  type Criticality,
  type EdgeEnd,
  type EntityKind,
  type EntityRelation,
  entityKinds,
  kindNamed,
  typesThatHitTo,
} from '@svc/model'
import { columnOf } from '../codec.ts'
import type { PartitionId } from '../partition-id.ts'
import type { Row, Sql } from '../sql.ts'

export type Way =
  /** Along edges to one of their ends: those of some types, or all whose failures arrive at the same end. */
  | { readonly along: 'edges'; readonly to: EdgeEnd; readonly hitEnd: EdgeEnd; readonly types: Types }
  /** From a record to those whose field names it. */
  | { readonly along: 'relation'; readonly to: 'holder'; readonly relation: EntityRelation }
  /** From a record to the one that its field names. */
  | { readonly along: 'relation'; readonly to: 'target'; readonly relation: EntityRelation }

type Types = readonly string[] | undefined

/** What is one step away. */
export interface Step {
  readonly kind: EntityKind
  readonly id: string
  readonly criticality: Criticality
}

/** Where the steps are stored. */
interface Place {
  readonly table: string
  /** The step's columns: `kind`, `id` and `criticality`. */
  readonly columns: string
  /** The column with the known end. */
  readonly near: string
  /** Identifies and orders the rows of one known end. */
  readonly key: string
  readonly condition: string
  readonly params: readonly string[]
}

/** Some of the steps from any of the ids. */
export async function stepsFromMany(
  sql: Sql,
  partitionId: PartitionId,
  { way, ids, limit }: { readonly way: Way; readonly ids: readonly string[]; readonly limit: number },
): Promise<readonly Step[]> {
  const { table, columns, near, condition, params } = placeOf(sql, way)
  const rows = await sql.all(
    `select ${columns} from ${table} where partition_id = ? ${condition} and ${sql.dialect.oneOf(near)} limit ${limit}`,
    [partitionId, ...params, JSON.stringify(ids)],
  )
  return rows.map(toStep)
}

/** A page of the steps from one id, and where it ended. */
export async function stepsFromOne(
  sql: Sql,
  partitionId: PartitionId,
  { way, id, after, limit }: { way: Way; id: string; after: string; limit: number },
): Promise<{ readonly steps: readonly Step[]; readonly end: string }> {
  const { table, columns, near, key, condition, params } = placeOf(sql, way)
  const rows = await sql.all(
    `select ${columns}, ${key} as key from ${table}
      where partition_id = ? ${condition} and ${near} = ? and ${key} > ? order by ${key} limit ${limit}`,
    [partitionId, ...params, id, after],
  )
  return { steps: rows.map(toStep), end: String(rows.at(-1)?.key) }
}

/** The ids named in arrays of some records. */
export async function idsInArrays(
  sql: Sql,
  partitionId: PartitionId,
  { holder, field }: Pick<EntityRelation, 'holder' | 'field'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  const { table } = kindNamed(entityKinds[holder])
  const rows = await sql.all(
    `select ${columnOf(field)} as ids from ${table} where partition_id = ? and ${sql.dialect.oneOf('id')}`,
    [partitionId, JSON.stringify(ids)],
  )
  return rows.flatMap((row) => JSON.parse(String(row.ids)) as readonly string[])
}

const toStep = ({ kind, id, criticality }: Row): Step => ({
  kind: kind as EntityKind,
  id: String(id),
  criticality: criticality as Criticality,
})

function placeOf(sql: Sql, way: Way): Place {
  if (way.along === 'edges') return edgePlace(sql, way)
  return way.to === 'holder' ? holderPlace(way.relation) : targetPlace(way.relation)
}

const turned = typesThatHitTo.map((type) => `'${type}'`).join(', ')

const edgePlace = (
  { dialect }: Sql,
  { to, hitEnd, types }: { readonly to: EdgeEnd; readonly hitEnd: EdgeEnd; readonly types: Types },
): Place => ({
  table: 'dependencies',
  columns: `${to}_kind as kind, ${to}_id as id, criticality`,
  near: to === 'from' ? 'to_id' : 'from_id',
  key: 'dependencies.id',
  condition: types
    ? `and ${dialect.oneOf('type')}`
    : `and type ${hitEnd === 'from' ? 'not ' : ''}in (${turned})`,
  params: types ? [JSON.stringify(types)] : [],
})

const hardTo = (kind: EntityKind, id: string): string =>
  `'${kind}' as kind, ${id} as id, 'hard' as criticality`

function holderPlace({ holder, field, isArray }: EntityRelation): Place {
  const { name, table } = kindNamed(entityKinds[holder])
  return isArray
    ? {
        table: 'elements',
        columns: hardTo(holder, 'record_id'),
        near: 'value',
        key: 'record_id',
        condition: 'and elements.kind = ? and field = ?',
        params: [name, field],
      }
    : { table, columns: hardTo(holder, 'id'), near: columnOf(field), key: 'id', condition: '', params: [] }
}

const targetPlace = ({ holder, target, field }: EntityRelation): Place => ({
  table: kindNamed(entityKinds[holder]).table,
  columns: hardTo(target, columnOf(field)),
  near: 'id',
  key: 'id',
  condition: `and ${columnOf(field)} is not null`,
  params: [],
})
