import { type EntityRelation, entityRelations, hitEndOf, kinds } from '@svc/model'
import {
  idsInArrays,
  type Step,
  stepsFromMany,
  stepsFromOne,
  type Way,
} from '../../store/queries/graph-steps.ts'
import { type Context, partitionOf } from '../context.ts'
import type { Entity } from './entity.ts'

/** Where a step leads: to what is affected when these fail, or to what they need. */
export type Towards = 'hit' | 'needed'

export type { Step }

/**
 * One step from some entities along every edge and relation, a page at a time. Complete, but may contain duplicates.
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

/** Edges are queried from both ends, since their type decides at which end a failure arrives. */
function edgeWays(towards: Towards, types: readonly string[] | undefined): readonly Way[] {
  return (['from', 'to'] as const).flatMap((hitEnd) => {
    const wanted = types?.filter((type) => hitEndOf(type) === hitEnd)
    if (wanted?.length === 0) return []
    const to = (towards === 'hit') === (hitEnd === 'from') ? 'from' : 'to'
    return [{ along: 'edges', to, hitEnd, types: wanted }]
  })
}

/** Edges per query: so few that it takes a few milliseconds. */
const pageSize = 2_000

/** All ids in one query; fewer if they lead to more than a page. */
async function* pages(ctx: Context, ids: readonly string[], way: Way): AsyncGenerator<readonly Step[]> {
  const partition = partitionOf(ctx.caller, kinds.dependency)
  const some = await ctx.store.run(stepsFromMany, partition, { way, ids, limit: pageSize + 1 })
  // Yields what is there at once: a caller that has enough stops here.
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

/** An array has at most a thousand ids, so a few records fill a page. */
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
