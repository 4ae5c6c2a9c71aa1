import type { Tip } from '../../design/chart/plot.tsx'
import type { Deployed } from './deployments.ts'
import { type Gap, gapsIn } from './gaps.ts'
import { type Moment, type Snapshot, type StatusChange, statusChanges, thinOut } from './history.ts'
import { knownPart, placeIn, type Span } from './span.ts'

/** What every chart of an SLO shows: the same time, gaps, deployments and changes. */
export interface ChartData {
  readonly span: Span
  readonly moments: readonly Moment[]
  readonly places: readonly number[]
  readonly gaps: readonly Gap[]
  readonly changes: readonly StatusChange[]
  readonly deployments: readonly Deployed[]
}

export function chartData(
  window: Span,
  snapshots: readonly Snapshot[],
  deployments: readonly Deployed[],
): ChartData {
  const first = snapshots[0]
  const span = knownPart(window, first && Date.parse(first.takenAt))
  const moments = thinOut(snapshots)
  return {
    span,
    moments,
    places: moments.map(({ at }) => placeIn(span, at)),
    gaps: gapsIn(snapshots, span),
    changes: statusChanges(snapshots),
    deployments: deployments.filter(({ at }) => at >= span.from && at <= span.now),
  }
}

/** What was deployed since the point before, for the tip at a point. */
export function deployedAt({ moments, deployments }: ChartData, index: number): Tip['lines'] {
  const until = moments[index]?.at ?? 0
  const from = moments[index - 1]?.at ?? until
  const own = deployments.filter(({ at }) => at > from && at <= until)
  const [one] = own
  if (!one) return []
  if (own.length > 1) return [{ label: 'Deployments', value: String(own.length) }]
  return [{ label: one.hasFailed ? 'Failed to deploy' : 'Deployed', value: one.name }]
}
