import { AlarmClock } from 'lucide-react'
import { useMemo } from 'react'
import { Card } from '../../design/card.tsx'
import { Empty } from '../../design/empty.tsx'
import { Note } from '../../design/note.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import { BudgetChart } from './budget-chart.tsx'
import { BurnChart } from './burn-chart.tsx'
import { chartData } from './chart-data.ts'
import { DailyTable } from './daily-table.tsx'
import { useDeployments } from './deployments.ts'
import { useExplanation } from './explanation.ts'
import type { Snapshot } from './history.ts'
import { Numbers } from './numbers.tsx'
import styles from './slos.module.css'
import { useSnapshots } from './snapshots.ts'
import { type Span, windowOf } from './span.ts'
import { Standing } from './standing.tsx'
import { StatusChanges } from './status-changes.tsx'
import { ValueChart } from './value-chart.tsx'
import { asMoment, isShare, type Slo, shownTime } from './words.ts'

/** The status of an SLO, why it has it, and its history. */
export function SloPanel({ record }: RecordProps) {
  // The panel is registered only for this kind.
  const slo = record as Slo
  const why = useExplanation(slo)
  const window = useMemo(() => (why.data ? windowOf(why.data.figures) : undefined), [why.data])
  const snapshots = useSnapshots(slo, window)
  const trouble = why.error ?? snapshots.error
  return (
    <div className={styles.panel}>
      {slo.dataSourceError && (
        <Note tone="bad">
          The last measurement failed: {slo.dataSourceError}
          {slo.dataSourceReadAt && ` The values shown are from ${asMoment(slo.dataSourceReadAt)}.`}
        </Note>
      )}
      <Standing slo={slo} why={why.data} />
      <Numbers slo={slo} latest={snapshots.data?.at(-1)} why={why.data} />
      {trouble ? (
        <Problem error={trouble} onRetry={() => void (why.isError ? why : snapshots).refetch()} />
      ) : snapshots.data && window ? (
        <History slo={slo} snapshots={snapshots.data} window={window} />
      ) : (
        <Skeleton rows={8} />
      )}
    </div>
  )
}

interface HistoryProps {
  readonly slo: Slo
  readonly snapshots: readonly Snapshot[]
  readonly window: Span
}

function History({ slo, snapshots, window }: HistoryProps) {
  const deployments = useDeployments(slo)
  const data = useMemo(
    () => chartData(window, snapshots, deployments.data?.all ?? []),
    [window, snapshots, deployments.data],
  )
  if (snapshots.length < 2) {
    return (
      <Empty icon={AlarmClock} title={`No history of ${shownTime(slo)}`}>
        A snapshot of each SLO is taken every quarter of an hour. Report measurements, or set a Prometheus
        query as its data source, to see the burn-down here.
      </Empty>
    )
  }
  const isZoomed = data.span.from > window.from
  return (
    <>
      {isShare(slo) ? (
        <>
          <Card title={`Error budget left, ${shownTime(slo)}`}>
            <BudgetChart slo={slo} data={data} />
            {isZoomed && (
              <p className={styles.soft}>
                There is nothing from before {asMoment(data.span.from)}, so only the time since then is shown.
              </p>
            )}
          </Card>
          <Card title="Burn rate">
            <BurnChart slo={slo} data={data} />
            <p className={styles.soft}>
              On a logarithmic scale. At 1× the budget lasts exactly as long as the window. Burn alerts are
              sent for SLOs that report counts, when a shorter period burns as fast.
            </p>
          </Card>
        </>
      ) : (
        <Card title={`Measured, ${shownTime(slo)}`}>
          <ValueChart slo={slo} data={data} />
        </Card>
      )}
      {deployments.isError && (
        <Note tone="warn">The deployments of its project could not be loaded, so none are marked.</Note>
      )}
      {deployments.data?.isPartial && (
        <p className={styles.soft}>Only the latest {deployments.data.all.length} deployments are marked.</p>
      )}
      <StatusChanges slo={slo} data={data} />
      <DailyTable slo={slo} snapshots={snapshots} />
    </>
  )
}
