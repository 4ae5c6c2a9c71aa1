import {
  type EntityKind,
  type EntityRelation,
  entityRelations,
  type GraphEdge,
  graphLimits,
  hitEndOf,
  kinds,
} from '@svc/model'
import {
  edgesBetween,
  newestEdges,
  type Relative,
  relativesBetween,
  type StoredEdge,
  someRelatives,
  type WholeEdge,
} from '../../store/queries/graph-edges.ts'
import { type Context, partitionOf } from '../context.ts'
import type { Entity } from './entity.ts'
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
  const partition = partitionOf(ctx.caller, kinds.dependency)
  const kindById = new Map(entities.map(({ id, kind }) => [id, kind]))
  const stored = await ctx.store.run(edgesBetween, partition, [...kindById.keys()], { types, limit: most })
  const edges = stored.map((edge) => withEnds(edge, kindById)).sort(byId)
  for (const relation of wantedRelations(types)) {
    if (edges.length >= most) break
    const idsOf = (kind: EntityKind): readonly string[] =>
      entities.filter((entity) => entity.kind === kind).map(({ id }) => id)
    const found = await ctx.store.run(relativesBetween, partition, relation, {
      holderIds: idsOf(relation.holder),
      targetIds: idsOf(relation.target),
      limit: most,
    })
    edges.push(...found.map((one) => edgeOfRelation(relation, one)).sort(byId))
  }
  return edges
}

/** The newest edges of all, then relations, for who asks for the whole. */
export async function someEdges(ctx: Context, types: Types): Promise<readonly Edge[]> {
  const partition = partitionOf(ctx.caller, kinds.dependency)
  const edges = (await ctx.store.run(newestEdges, partition, { types, limit: most })).map(writtenDown)
  for (const relation of wantedRelations(types)) {
    if (edges.length >= most) break
    const found = await ctx.store.run(someRelatives, partition, relation, most - edges.length)
    edges.push(...found.map((one) => edgeOfRelation(relation, one)))
  }
  return edges
}

const withEnds = (edge: StoredEdge, kindById: ReadonlyMap<string, EntityKind>): Edge =>
  writtenDown({
    ...edge,
    fromKind: kindById.get(edge.fromId) as EntityKind,
    toKind: kindById.get(edge.toId) as EntityKind,
  })

const writtenDown = (edge: WholeEdge): Edge => ({ ...edge, hitEnd: hitEndOf(edge.type), relation: null })

function edgeOfRelation(
  { name, type, holder, target, holderEnd }: EntityRelation,
  { holderId, targetId }: Relative,
): Edge {
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
