import { startPace } from '../pace.ts'
import type { Context } from '../context.ts'
import type { Entity } from './entity.ts'
import { stepsFrom } from './steps.ts'

export type Direction = 'dependsOn' | 'dependents' | 'both'

export interface Walk {
  readonly direction: Direction
  readonly depth: number
  /** The maximum number of entities. */
  readonly limit: number
  /** Only edges of these types; all if absent. */
  readonly types?: readonly string[]
}

export interface Reached {
  /** By id, the nearest first. */
  readonly distances: ReadonlyMap<string, { readonly entity: Entity; readonly distance: number }>
  readonly isTruncated: boolean
}

/** Entities per query: few enough to stop soon once the answer is full. */
const stride = 250

export const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1)

const towards = {
  dependsOn: ['needed'],
  dependents: ['hit'],
  both: ['needed', 'hit'],
} as const satisfies Record<Direction, readonly string[]>

/** Everything within some steps of a root, with a few queries per step; cycles are handled. */
export async function walk(ctx: Context, root: Entity, options: Walk): Promise<Reached> {
  const { direction, depth, limit, types } = options
  const pace = startPace()
  const distances = new Map([[root.id, { entity: root, distance: 0 }]])
  let frontier: readonly Entity[] = [root]
  for (let distance = 1; distance <= depth && frontier.length > 0; distance++) {
    const next: Entity[] = []
    for (let start = 0; start < frontier.length; start += stride) {
      const near = frontier.slice(start, start + stride)
      for (const way of towards[direction]) {
        for await (const steps of stepsFrom(ctx, near, way, types)) {
          for (const { kind, id } of steps.filter((step) => !distances.has(step.id)).sort(byId)) {
            if (distances.has(id)) continue
            if (distances.size >= limit) return { distances, isTruncated: true }
            distances.set(id, { entity: { kind, id }, distance })
            next.push({ kind, id })
          }
          await pace.pause()
        }
      }
    }
    frontier = next
  }
  return { distances, isTruncated: false }
}
