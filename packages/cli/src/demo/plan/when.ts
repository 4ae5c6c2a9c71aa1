import { workingTime } from '../calendar.ts'
import type { Random } from '../random.ts'

/**
 * When each part of the catalog was created, in days ago. Whatever a part references comes in an earlier one,
 * with some days between, because weekends shift things.
 */
export const periods = {
  people: [331, 320],
  teams: [316, 312],
  projects: [308, 290],
  apis: [286, 262],
  resources: [258, 242],
  domains: [238, 237],
  systems: [233, 229],
  edges: [225, 200],
  standards: [196, 180],
  objectives: [176, 140],
} as const satisfies Record<string, readonly [number, number]>

/** That many moments of working time within a period, in order. */
export function momentsOf(
  period: keyof typeof periods,
  count: number,
  { now, random }: { readonly now: Date; readonly random: Random },
): readonly Date[] {
  const [from, until] = periods[period]
  return Array.from({ length: count }, () => workingTime(now, random.int(until, from), random)).sort(
    (a, b) => a.getTime() - b.getTime(),
  )
}
