import { AlarmClock } from 'lucide-react'
import { useMemo } from 'react'
import type { RecordProps } from '../../values/area-parts.ts'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { Stat, Stats } from '../../design/chart/stat.tsx'
import { Empty } from '../../design/empty.tsx'
import { Note } from '../../design/note.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { BudgetChart } from './budget-chart.tsx'
import { BurnChart } from './burn-chart.tsx'
import { DailyTable } from './daily-table.tsx'
import styles from './slos.module.css'
import { leftOf, type Snapshot, statusChanges, thinOut } from './history.ts'
import { useExplanation } from './explanation.ts'
import { useSnapshots } from './snapshots.ts'
import {
  asMoment,
  asRate,
  budget,
  inPercent,
  measured,
  type Slo,
  targetInWords,
  windowInWords,
} from './words.ts'

/** The status of an SLO and its history. */
export function SloPanel({ record }: RecordProps) {
  // The panel is registered only for this kind.
  const slo = record as Slo
  const snapshots = useSnapshots(slo.id)
  const latest = snapshots.data?.at(-1)
  return (
    <div className={styles.panel}>
      {slo.dataSourceError && (
        <Note tone="bad">
          The last measurement failed: {slo.dataSourceError}
          {slo.dataSourceReadAt && ` The values shown are from ${asMoment(slo.dataSourceReadAt)}.`}
        </Note>
      )}
      <Why slo={slo} />
      <Numbers slo={slo} latest={latest} />
      {snapshots.isError ? (
        <Problem error={snapshots.error} onRetry={() => void snapshots.refetch()} />
      ) : snapshots.data ? (
        <History slo={slo} snapshots={snapshots.data} />
      ) : (
        <Skeleton rows={8} />
      )}
    </div>
  )
}

function Why({ slo }: { readonly slo: Slo }) {
  const why = useExplanation(slo)
  return <p className={styles.soft}>{why.data?.explanation ?? slo.statusReason ?? ''}</p>
}

const tones = { met: 'good', atRisk: 'warn', breached: 'bad' } as const

function Numbers({ slo, latest }: { readonly slo: Slo; readonly latest: Snapshot | undefined }) {
  const tone = slo.status ? tones[slo.status] : undefined
  return (
    <Stats>
      <Stat
        label={slo.status ? 'Now' : 'Last measured'}
        value={measured(slo.currentValue, slo)}
        tone={tone}
        hint={`${targetInWords(slo)} over ${windowInWords(slo)}${slo.measuredAt ? `, measured ${asMoment(slo.measuredAt)}` : ''}`}
      />
      <Stat
        label="Budget left"
        value={inPercent(leftOf(slo))}
        tone={tone}
        hint={`${budget(slo.errorBudgetRemaining, slo)} of ${budget(slo.errorBudgetTotal, slo)}`}
      />
      <Stat
        label="Burn rate, 1 hour"
        value={asRate(latest?.burnRate1h ?? null)}
        tone={(latest?.burnRate1h ?? 0) > 1 ? 'warn' : undefined}
        hint="at 1× the budget just lasts the window"
      />
      <Stat
        label="Burn rate, 6 hours"
        value={asRate(latest?.burnRate6h ?? null)}
        tone={(latest?.burnRate6h ?? 0) > 1 ? 'warn' : undefined}
        hint={latest ? `as of ${asMoment(latest.takenAt)}` : 'not measured yet'}
      />
      <Stat
        label="Status"
        value={slo.status ? <Badge word={slo.status} /> : '–'}
        hint={slo.dataSource ?? 'No data source: values are entered by hand or reported by your pipeline.'}
      />
    </Stats>
  )
}

function History({ slo, snapshots }: { readonly slo: Slo; readonly snapshots: readonly Snapshot[] }) {
  const moments = useMemo(() => thinOut(snapshots), [snapshots])
  const changes = useMemo(() => statusChanges(snapshots), [snapshots])
  if (snapshots.length < 2) {
    return (
      <Empty icon={AlarmClock} title="No history yet">
        A snapshot of each SLO is taken every quarter of an hour. Report measurements, or set a Prometheus
        query as its data source, to see the burn-down here.
      </Empty>
    )
  }
  return (
    <>
      <Card title="Error budget left, 30 days">
        <BudgetChart slo={slo} moments={moments} changes={changes} />
      </Card>
      <Card title="Burn rate">
        <BurnChart moments={moments} />
      </Card>
      <Card title="Status changes">
        {changes.length === 0 ? (
          <p className={styles.soft}>None in the last 30 days.</p>
        ) : (
          <ul className={styles.changes}>
            {changes.slice(0, 20).map(({ at, from, to }) => (
              <li key={at}>
                <time dateTime={at}>{asMoment(at)}</time>
                {from ? <Badge word={from} /> : 'unknown'} <span aria-hidden>→</span>
                <span className={styles.hidden}>to</span> {to ? <Badge word={to} /> : 'unknown'}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <DailyTable slo={slo} snapshots={snapshots} />
    </>
  )
}
