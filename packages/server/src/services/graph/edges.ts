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
  lookedUpBy,
  newestEdges,
  type RelatedPair,
  relationsBetween,
  type StoredEdge,
  someRelations,
  type WholeEdge,
} from '../../store/queries/graph-edges.ts'
import { type Context, partitionOf } from '../context.ts'
import { startPace } from '../pace.ts'
import type { Entity } from './entity.ts'
import { byId } from './walk.ts'

/** What connects two entities: an edge that somebody entered, or a relation between their records. */
export type Edge = GraphEdge

/** One more than an answer may hold, to know whether there are more. */
const maxEdges = graphLimits.edges + 1

/** Entities, and edges, per query: so few that it takes a few milliseconds. */
const atOnce = 100
const pageSize = 500

type Types = readonly string[] | undefined

const wantedRelations = (types: Types): readonly EntityRelation[] =>
  entityRelations.filter(({ type }) => !types || types.includes(type))

/** The edges between entities of a set. The entities' own details are not read with each edge. */
export async function edgesAmong(
  ctx: Context,
  entities: readonly Entity[],
  types: Types,
): Promise<readonly Edge[]> {
  const partition = partitionOf(ctx.caller, kinds.dependency)
  const kindById = new Map(entities.map(({ id, kind }) => [id, kind]))
  const pace = startPace()
  const all = [...kindById.keys()]
  const edges: Edge[] = []
  for (let start = 0; start < all.length && edges.length < maxEdges; start += atOnce) {
    const from = all.slice(start, start + atOnce)
    const limit = maxEdges - edges.length
    const stored = await ctx.store.run(edgesBetween, partition, { from, to: all }, { types, limit })
    for (const edge of stored) edges.push(withEnds(edge, kindById))
    await pace.pause()
  }
  edges.sort(byId)
  for (const relation of wantedRelations(types)) {
    if (edges.length >= maxEdges) break
    const idsOf = (kind: EntityKind): readonly string[] =>
      entities.filter((entity) => entity.kind === kind).map(({ id }) => id)
    const ends = { holder: idsOf(relation.holder), target: idsOf(relation.target) }
    const by = lookedUpBy(relation)
    const found: Edge[] = []
    for (let start = 0; start < ends[by].length && found.length < maxEdges; start += atOnce) {
      const some = { ...ends, [by]: ends[by].slice(start, start + atOnce) }
      const pairs = await ctx.store.run(relationsBetween, partition, relation, {
        holderIds: some.holder,
        targetIds: some.target,
        limit: maxEdges - found.length,
      })
      for (const pair of pairs) found.push(edgeOfRelation(relation, pair))
      await pace.pause()
    }
    edges.push(...found.sort(byId))
  }
  return edges
}

/** The newest edges of all, then relations, for requests without a root. */
export async function someEdges(ctx: Context, types: Types): Promise<readonly Edge[]> {
  const partition = partitionOf(ctx.caller, kinds.dependency)
  const pace = startPace()
  const edges: Edge[] = []
  for (let before: string | undefined; edges.length < maxEdges; ) {
    const limit = Math.min(pageSize, maxEdges - edges.length)
    const page = await ctx.store.run(newestEdges, partition, { types, limit, before })
    for (const edge of page) edges.push(explicitEdge(edge))
    before = page.at(-1)?.id
    if (page.length < limit) break
    await pace.pause()
  }
  for (const relation of wantedRelations(types)) {
    if (edges.length >= maxEdges) break
    const found = await ctx.store.run(someRelations, partition, relation, maxEdges - edges.length)
    for (const one of found) edges.push(edgeOfRelation(relation, one))
    await pace.pause()
  }
  return edges
}

const withEnds = (edge: StoredEdge, kindById: ReadonlyMap<string, EntityKind>): Edge =>
  explicitEdge({
    ...edge,
    fromKind: kindById.get(edge.fromId) as EntityKind,
    toKind: kindById.get(edge.toId) as EntityKind,
  })

const explicitEdge = (edge: WholeEdge): Edge => ({ ...edge, hitEnd: hitEndOf(edge.type), relation: null })

function edgeOfRelation(
  { name, type, holder, target, holderEnd }: EntityRelation,
  { holderId, targetId }: RelatedPair,
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
