import { type EntityRelation, entityRelations, graphLimits, hitEndOf, kinds } from '@svc/model'
import {
  idsInArrays,
  type Step,
  stepsFromMany,
  stepsFromOne,
  type Way,
} from '../../store/queries/graph-steps.ts'
import { type Context, partitionOf } from '../context.ts'
import type { Entity } from './entity.ts'

/** Where a step leads: to what is hit when these fail, or to what they need. */
export type Towards = 'hit' | 'needed'

export type { Step }

/**
 * One step from some entities along every edge and relation, a page at a time. Nothing is left out, but some of it
 * may come twice.
 */
export async function* stepsFrom(
  ctx: Context,
  entities: readonly Entity[],
  towards: Towards,
  types: readonly string[] | undefined,
): AsyncGenerator<readonly Step[]> {
  const ids = entities.map(({ id }) => id)
  for (const way of edgeWays(towards, types)) yield* pages(ctx, ids, way)
  for (const relation of entityRelations) {
    if (types && !types.includes(relation.type)) continue
    const isFromHolder = (relation.holderEnd === hitEndOf(relation.type)) === (towards === 'needed')
    const near = isFromHolder ? relation.holder : relation.target
    const nearIds = entities.filter(({ kind }) => kind === near).map(({ id }) => id)
    if (nearIds.length === 0) continue
    if (!isFromHolder) yield* pages(ctx, nearIds, { along: 'relation', to: 'holder', relation })
    else if (relation.isArray) yield* namedInArrays(ctx, relation, nearIds)
    else yield* pages(ctx, nearIds, { along: 'relation', to: 'target', relation })
  }
}

/** Edges are asked from both ends, for their type says at which of them the failure arrives. */
function edgeWays(towards: Towards, types: readonly string[] | undefined): readonly Way[] {
  return (['from', 'to'] as const).flatMap((hitEnd) => {
    const wanted = types?.filter((type) => hitEndOf(type) === hitEnd)
    if (wanted?.length === 0) return []
    const to = (towards === 'hit') === (hitEnd === 'from') ? 'from' : 'to'
    return [{ along: 'edges', to, hitEnd, types: wanted }]
  })
}

const pageSize = graphLimits.edges

/** As many ids to a question as there are; where they lead to more than a page, fewer. */
async function* pages(ctx: Context, ids: readonly string[], way: Way): AsyncGenerator<readonly Step[]> {
  const partition = partitionOf(ctx.caller, kinds.dependency)
  const some = await ctx.store.run(stepsFromMany, partition, { way, ids, limit: pageSize + 1 })
  // What is there already is of use at once: who has enough asks for no more.
  yield some
  if (some.length <= pageSize) return
  const [only] = ids
  if (only === undefined || ids.length > 1) {
    const half = ids.length >> 1
    yield* pages(ctx, ids.slice(0, half), way)
    yield* pages(ctx, ids.slice(half), way)
    return
  }
  for (let after = ''; ; ) {
    const place = { way, id: only, after, limit: pageSize }
    const { steps, end } = await ctx.store.run(stepsFromOne, partition, place)
    yield steps
    if (steps.length < pageSize) return
    after = end
  }
}

/** An array has a thousand ids at the most, so a few records are enough for a page. */
const arraysAtOnce = 10

async function* namedInArrays(
  ctx: Context,
  relation: EntityRelation,
  ids: readonly string[],
): AsyncGenerator<readonly Step[]> {
  const partition = partitionOf(ctx.caller, kinds.dependency)
  for (let start = 0; start < ids.length; start += arraysAtOnce) {
    const some = ids.slice(start, start + arraysAtOnce)
    const named = await ctx.store.run(idsInArrays, partition, relation, some)
    yield named.map((id): Step => ({ kind: relation.target, id, criticality: 'hard' }))
  }
}
