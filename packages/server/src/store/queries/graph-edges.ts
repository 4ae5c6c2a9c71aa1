import { type Criticality, type EntityKind, type EntityRelation, entityKinds, kindNamed } from '@svc/model'
import { columnOf } from '../codec.ts'
import type { PartitionId } from '../partition-id.ts'
import type { Row, Sql } from '../sql.ts'

export interface StoredEdge {
  readonly id: string
  readonly fromId: string
  readonly toId: string
  readonly type: string
  readonly criticality: Criticality
}

/** An edge with the kinds of its ends. */
export interface WholeEdge extends StoredEdge {
  readonly fromKind: EntityKind
  readonly toKind: EntityKind
}

/** A record, and another that one of its fields names. */
export interface RelatedPair {
  readonly holderId: string
  readonly targetId: string
}

interface Wanted {
  /** All types if absent. */
  readonly types: readonly string[] | undefined
  readonly limit: number
}

/** Edges from some entities to others, unordered: to sort them, an engine would read all edges in order. */
export async function edgesBetween(
  sql: Sql,
  partitionId: PartitionId,
  ends: { readonly from: readonly string[]; readonly to: readonly string[] },
  { types, limit }: Wanted,
): Promise<readonly StoredEdge[]> {
  const { dialect } = sql
  const rows = await sql.all(
    `select id, from_id, to_id, type, criticality from dependencies
      where ${dialect.oneOfPartition('from_id')} and ${dialect.oneOf(`(to_id || '')`)}
      ${types ? `and ${dialect.oneOf('type')}` : ''} limit ${limit}`,
    [
      partitionId,
      JSON.stringify(ends.from),
      JSON.stringify(ends.to),
      ...(types ? [JSON.stringify(types)] : []),
    ],
  )
  return rows.map(toEdge)
}

/** The newest edges, or the next ones before an id. */
export async function newestEdges(
  sql: Sql,
  partitionId: PartitionId,
  { types, limit, before }: Wanted & { readonly before: string | undefined },
): Promise<readonly WholeEdge[]> {
  const read = (type: string | undefined): Promise<readonly Row[]> =>
    sql.all(
      `select id, from_kind, from_id, to_kind, to_id, type, criticality from dependencies
        where partition_id = ? ${type === undefined ? '' : 'and type = ?'} ${before === undefined ? '' : 'and id < ?'}
        order by id desc limit ${limit}`,
      [partitionId, ...[type, before].filter((value) => value !== undefined)],
    )
  // Each type has its own part of an index in this order; together they would be sorted, or all edges read.
  const found: Row[] = []
  for (const type of types ? new Set(types) : [undefined]) found.push(...(await read(type)))
  if (types) found.sort((a, b) => (String(a.id) > String(b.id) ? -1 : 1))
  return found.slice(0, limit).map((row) => ({
    ...toEdge(row),
    fromKind: row.from_kind as EntityKind,
    toKind: row.to_kind as EntityKind,
  }))
}

/** The end of a relation by which it is looked up. */
export const lookedUpBy = ({ isArray }: EntityRelation): 'holder' | 'target' =>
  isArray ? 'target' : 'holder'

/** Where some holders name some targets. */
export async function relationsBetween(
  sql: Sql,
  partitionId: PartitionId,
  relation: EntityRelation,
  {
    holderIds,
    targetIds,
    limit,
  }: {
    readonly holderIds: readonly string[]
    readonly targetIds: readonly string[]
    readonly limit: number
  },
): Promise<readonly RelatedPair[]> {
  const { near, far, known, other, table, condition, params } = placeOf(relation)
  const [knownIds, otherIds] = known === near ? [holderIds, targetIds] : [targetIds, holderIds]
  // As an expression the second list does not use an index: with both, the engine would look up every pair.
  const rows = await sql.all(
    `select ${near} as holder_id, ${far} as target_id from ${table}
      where ${sql.dialect.oneOfPartition(known)} ${condition} and ${sql.dialect.oneOf(`(${other} || '')`)}
      limit ${limit}`,
    [partitionId, JSON.stringify(knownIds), ...params, JSON.stringify(otherIds)],
  )
  return rows.map(toPair)
}

export async function someRelations(
  sql: Sql,
  partitionId: PartitionId,
  relation: EntityRelation,
  limit: number,
): Promise<readonly RelatedPair[]> {
  const { near, far, table, condition, params } = placeOf(relation)
  const rows = await sql.all(
    `select ${near} as holder_id, ${far} as target_id from ${table}
      where partition_id = ? ${condition} and ${far} > '' order by ${far}, ${near} limit ${limit}`,
    [partitionId, ...params],
  )
  return rows.map(toPair)
}

/** Where a relation is stored, in a column of its record or as rows beside it, and by which end it is looked up. */
function placeOf({ holder, field, isArray }: EntityRelation) {
  const { name, table } = kindNamed(entityKinds[holder])
  return isArray
    ? {
        table: 'elements',
        near: 'record_id',
        far: 'value',
        known: 'value',
        other: 'record_id',
        condition: 'and kind = ? and field = ?',
        params: [name, field],
      }
    : {
        table,
        near: 'id',
        far: columnOf(field),
        known: 'id',
        other: columnOf(field),
        condition: '',
        params: [],
      }
}

const toEdge = (row: Row): StoredEdge => ({
  id: String(row.id),
  fromId: String(row.from_id),
  toId: String(row.to_id),
  type: String(row.type),
  criticality: row.criticality as Criticality,
})

const toPair = ({ holder_id, target_id }: Row): RelatedPair => ({
  holderId: String(holder_id),
  targetId: String(target_id),
})
