import type { Kinds, Resource } from '@svc/model'

export type Snapshot = Resource<Kinds['sloSnapshot']>

export interface Moment extends Snapshot {
  readonly at: number
  /** The highest burn rates of all snapshots that this point represents. */
  readonly peak1h: number | null
  readonly peak6h: number | null
  readonly peak3d: number | null
}

/**
 * As many points as a screen can show: of each stretch of time the one with the least budget, so that no dip is lost.
 */
export function thinOut(snapshots: readonly Snapshot[], most = 240): readonly Moment[] {
  const first = Date.parse(snapshots[0]?.takenAt ?? '')
  const last = Date.parse(snapshots.at(-1)?.takenAt ?? '')
  const stretch = Math.max(1, (last - first) / most)
  const stretches = Map.groupBy(snapshots, ({ takenAt }) =>
    Math.floor((Date.parse(takenAt) - first) / stretch),
  )
  return [...stretches.values()].flatMap((own) => {
    const lowest = own.reduce((low, one) => ((leftOf(one) ?? 101) < (leftOf(low) ?? 101) ? one : low))
    return [
      {
        ...lowest,
        at: Date.parse(lowest.takenAt),
        peak1h: highest(own.map(({ burnRate1h }) => burnRate1h)),
        peak6h: highest(own.map(({ burnRate6h }) => burnRate6h)),
        peak3d: highest(own.map(({ burnRate3d }) => burnRate3d)),
      },
    ]
  })
}

/** How much of the budget is left, in per cent; below zero when overspent, null while unknown. */
export const leftOf = ({
  errorBudgetPercentUsed: used,
}: {
  readonly errorBudgetPercentUsed: number | null
}): number | null => (used === null ? null : 100 - used)

function highest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

export interface StatusChange {
  readonly at: string
  readonly from: Snapshot['status']
  readonly to: Snapshot['status']
}

/** When it went from one status to another, the newest first. */
export function statusChanges(snapshots: readonly Snapshot[]): readonly StatusChange[] {
  return snapshots
    .flatMap(({ takenAt, status }, index) => {
      const before = snapshots[index - 1]
      return before && before.status !== status ? [{ at: takenAt, from: before.status, to: status }] : []
    })
    .reverse()
}

/** The last snapshot of each day, the newest first. Days are in the viewer's time zone, as in the charts. */
export const daily = (snapshots: readonly Snapshot[]): readonly Snapshot[] =>
  [...Map.groupBy(snapshots, ({ takenAt }) => new Date(takenAt).toDateString()).values()]
    .flatMap((day) => day.at(-1) ?? [])
    .reverse()
