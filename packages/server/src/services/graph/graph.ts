import { type AnswerOf, graphLimits, type SpecialOperations } from '@svc/model'
import type { Context } from '../context.ts'
import type { Entity } from './entity.ts'
import { nodesOf } from './nodes.ts'
import { edgesAmong, someEdges } from './edges.ts'
import { type Direction, type Reached, walk } from './walk.ts'

export type Graph = AnswerOf<SpecialOperations['getGraph']>

export interface GraphRequest {
  readonly root?: Entity
  readonly direction: Direction
  readonly depth: number
  readonly limit: number
  readonly types?: readonly string[]
}

/** Part of the dependency graph, or as much of all of it as one answer holds. */
export async function readGraph(ctx: Context, { root, types, ...how }: GraphRequest): Promise<Graph> {
  const options = types ? { types } : {}
  const reached = root
    ? await walk(ctx, root, { ...how, ...options })
    : await everything(ctx, types, how.limit)
  const nodes = await nodesOf(ctx, reached.distances)
  const edges = await edgesAmong(ctx, nodes, types)
  return {
    nodes,
    edges: edges.slice(0, graphLimits.edges),
    truncated: reached.isTruncated || edges.length > graphLimits.edges,
  }
}

async function everything(
  ctx: Context,
  types: readonly string[] | undefined,
  limit: number,
): Promise<Reached> {
  const edges = await someEdges(ctx, types)
  const distances = new Map<string, { entity: Entity; distance: number }>()
  let isTruncated = edges.length > graphLimits.edges
  for (const { fromKind, fromId, toKind, toId } of edges) {
    const ends: readonly Entity[] = [
      { kind: fromKind, id: fromId },
      { kind: toKind, id: toId },
    ]
    const added = ends.filter(({ id }) => !distances.has(id))
    if (distances.size + added.length > limit) isTruncated = true
    else for (const entity of added) distances.set(entity.id, { entity, distance: 0 })
  }
  return { distances, isTruncated }
}
