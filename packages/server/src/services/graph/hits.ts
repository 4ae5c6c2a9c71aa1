import { graphLimits } from '@svc/model'
import type { Context } from '../context.ts'
import { startPace } from '../pace.ts'
import type { Entity } from './entity.ts'
import { stepsFrom } from './steps.ts'
import { byId } from './walk.ts'

export interface Hit {
  readonly entity: Entity
  readonly distance: number
  /** Whether the failure can arrive without passing a soft edge. */
  isHard: boolean
}

export interface Hits {
  /** The nearest first, without the failing entity itself. */
  readonly hits: readonly Hit[]
  /** Whether there are no more. */
  readonly isWhole: boolean
}

/** Everything that a failure reaches, however far away; cycles are handled. */
export async function hitsOf(ctx: Context, failing: Entity): Promise<Hits> {
  const pace = startPace()
  const origin: Hit = { entity: failing, distance: 0, isHard: true }
  const known = new Map([[failing.id, origin]])
  const hits: Hit[] = []
  /** Found to be hit hard only after the walk had passed it: what lies behind it may be hit hard too. */
  const hardened: Hit[] = []
  let frontier: readonly Hit[] = [origin]
  let isWhole = true
  for (let distance = 1; frontier.length > 0 && isWhole; distance++) {
    const next: Hit[] = []
    for (const { isHard, entities } of portionsOf(frontier)) {
      for await (const steps of stepsFrom(ctx, entities, 'hit', undefined)) {
        for (const { kind, id, criticality } of steps) {
          const hit = known.get(id)
          const isHardHit = isHard && criticality === 'hard'
          if (!hit) {
            const found: Hit = { entity: { kind, id }, distance, isHard: isHardHit }
            known.set(id, found)
            next.push(found)
          } else if (isHardHit && !hit.isHard) {
            hit.isHard = true
            if (hit.distance < distance) hardened.push(hit)
          }
        }
        await pace.pause()
      }
      isWhole = known.size <= graphLimits.counted
      if (!isWhole) break
    }
    hits.push(...next.sort((a, b) => byId(a.entity, b.entity)))
    frontier = next
  }
  for (let late = hardened.splice(0); late.length > 0; late = hardened.splice(0)) {
    for (const { entities } of portionsOf(late)) {
      for await (const steps of stepsFrom(ctx, entities, 'hit', undefined)) {
        for (const { id, criticality } of steps) {
          const hit = known.get(id)
          if (criticality !== 'hard' || !hit || hit.isHard) continue
          hit.isHard = true
          hardened.push(hit)
        }
        await pace.pause()
      }
    }
  }
  return { hits, isWhole }
}

/** Entities per query: so few that it takes a few milliseconds. */
const stride = 200

interface Portion {
  readonly isHard: boolean
  readonly entities: readonly Entity[]
}

/** In batches, with entities that are hit hard in separate ones: then a step need not know where it began. */
const portionsOf = (frontier: readonly Hit[]): readonly Portion[] =>
  [true, false].flatMap((isHard) => {
    const alike = frontier.filter((hit) => hit.isHard === isHard).map(({ entity }) => entity)
    return Array.from({ length: Math.ceil(alike.length / stride) }, (_, n) => ({
      isHard,
      entities: alike.slice(n * stride, (n + 1) * stride),
    }))
  })
