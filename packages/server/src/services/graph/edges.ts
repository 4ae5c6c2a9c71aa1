import {
  type Criticality,
  type EntityKind,
  type EntityRelation,
  entityRelations,
  type GraphEdge,
  graphLimits,
  hitEndOf,
  kinds,
} from '@svc/model'
import { columnOf } from '../../store/codec.ts'
import { type Context, partitionOf } from '../context.ts'
import { type Entity, kindOf } from './entity.ts'
import { byId } from './walk.ts'

/** What joins two entities: an edge that somebody wrote down, or a relation between their records. */
export type Edge = GraphEdge

/** One more than an answer may hold, so that it can be told whether there are more. */
const most = graphLimits.edges + 1

type Types = readonly string[] | undefined

const wantedRelations = (types: Types): readonly EntityRelation[] =>
  entityRelations.filter(({ type }) => !types || types.includes(type))

/** The edges that join entities of a set with one another. What is known of them is not read with each edge. */
export async function edgesAmong(
  ctx: Context,
  entities: readonly Entity[],
  types: Types,
): Promise<readonly Edge[]> {
  const { reader, dialect } = ctx.store.engine
  const kindById = new Map(entities.map(({ id, kind }) => [id, kind]))
  const wanted = JSON.stringify([...kindById.keys()])
  const rows = await reader.all(
    `select id, from_id, to_id, type, criticality from dependencies
      where partition_id = ? and ${dialect.oneOf('from_id')} and ${dialect.oneOf('to_id')}
      ${types ? `and ${dialect.oneOf('type')}` : ''} limit ${most}`,
    [partitionOf(ctx.caller, kinds.dependency), wanted, wanted, ...(types ? [JSON.stringify(types)] : [])],
  )
  // Sorted here: asked to sort, an engine reads all edges in order rather than those of a few entities.
  const edges = rows
    .map((row) => edgeOf(row, kindById.get(String(row.from_id)), kindById.get(String(row.to_id))))
    .sort(byId)
  for (const relation of wantedRelations(types)) {
    if (edges.length >= most) break
    const { near, far, known, other, table, condition, params } = placeOf(relation)
    const idsOf = (kind: EntityKind): string =>
      JSON.stringify(entities.filter((entity) => entity.kind === kind).map(({ id }) => id))
    const [ofHolder, ofTarget] = [idsOf(relation.holder), idsOf(relation.target)]
    // As an expression the second list is no way into an index: both together would be asked for pair by pair.
    const found = await reader.all(
      `select ${near} as holder_id, ${far} as target_id from ${table}
        where partition_id = ? ${condition} and ${dialect.oneOf(known)} and ${dialect.oneOf(`(${other} || '')`)}
        limit ${most}`,
      [
        partitionOf(ctx.caller, kinds.dependency),
        ...params,
        ...(known === near ? [ofHolder, ofTarget] : [ofTarget, ofHolder]),
      ],
    )
    edges.push(...found.map((row) => edgeOfRelation(relation, row)).sort(byId))
  }
  return edges
}

/** The newest edges of all, then relations, for who asks for the whole. */
export async function someEdges(ctx: Context, types: Types): Promise<readonly Edge[]> {
  const { reader, dialect } = ctx.store.engine
  const partition = partitionOf(ctx.caller, kinds.dependency)
  const rows = await reader.all(
    `select id, from_kind, from_id, to_kind, to_id, type, criticality from dependencies
      where partition_id = ? ${types ? `and ${dialect.oneOf('type')}` : ''}
      order by id desc limit ${most}`,
    [partition, ...(types ? [JSON.stringify(types)] : [])],
  )
  const edges = rows.map((row) => edgeOf(row, row.from_kind, row.to_kind))
  for (const relation of wantedRelations(types)) {
    if (edges.length >= most) break
    const { near, far, table, condition, params } = placeOf(relation)
    const found = await reader.all(
      `select ${near} as holder_id, ${far} as target_id from ${table}
        where partition_id = ? ${condition} and ${far} > '' order by ${far}, ${near} limit ${most - edges.length}`,
      [partition, ...params],
    )
    edges.push(...found.map((row) => edgeOfRelation(relation, row)))
  }
  return edges
}

/** Where a relation is kept, in a column of its record or as rows beside it, and by which end it is found. */
function placeOf({ holder, field, isArray }: EntityRelation) {
  const { name, table } = kindOf({ kind: holder })
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

type Row = Readonly<Record<string, unknown>>

const edgeOf = (row: Row, fromKind: unknown, toKind: unknown): Edge => ({
  id: String(row.id),
  fromKind: fromKind as EntityKind,
  fromId: String(row.from_id),
  toKind: toKind as EntityKind,
  toId: String(row.to_id),
  type: String(row.type),
  criticality: row.criticality as Criticality,
  hitEnd: hitEndOf(String(row.type)),
  relation: null,
})

function edgeOfRelation(
  { name, type, holder, target, holderEnd }: EntityRelation,
  { holder_id, target_id }: Row,
): Edge {
  const [holderId, targetId] = [String(holder_id), String(target_id)]
  const isFrom = holderEnd === 'from'
  return {
    id: `${name}:${holderId}:${targetId}`,
    fromKind: isFrom ? holder : target,
    fromId: isFrom ? holderId : targetId,
    toKind: isFrom ? target : holder,
    toId: isFrom ? targetId : holderId,
    type,
    criticality: 'hard',
    hitEnd: hitEndOf(type),
    relation: name,
  }
}
