import { findKind, type TimelineEntry } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { hasPage } from '../../api/listed-kinds.ts'
import { useTimeline } from '../../api/summaries.ts'
import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Time } from '../../values/cell.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import { pathOf } from '../../values/ref-link.tsx'
import { summarisedAs } from '../../values/summarised.ts'
import { daysOf } from './days.ts'
import { entryWords, isBad, sortInWords } from './entry-words.ts'
import { TimelineChart } from './timeline-chart.tsx'
import styles from './timeline.module.css'

/** So many that the reason for what is wrong now is likely among them. */
const shownAtFirst = 6

/** What happened in the last 30 days, beside the error budget of the worst SLO. */
export function TimelineCard({ kind, record }: RecordProps) {
  const found = useTimeline(summarisedAs(kind.name, record.id))
  if (found.isError && !found.data)
    return <Problem error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton rows={5} />
  const { entries, budget, truncated, hasEdits } = found.data
  const days = daysOf(found.data)
  const hasBudget = days.some(({ left }) => left !== null)
  return (
    <Card title="Last 30 days">
      {!hasBudget && entries.every(({ type }) => type === 'edit') ? (
        <p className={styles.quiet}>
          {entries.length > 0 ? 'Only edits are known' : 'Nothing is known'} of the last 30 days: report
          deployments and scans from a pipeline, or add an SLO.
        </p>
      ) : (
        <div className={styles.chart}>
          <p className={styles.quiet}>
            {hasBudget && budget ? (
              <>
                Error budget left of{' '}
                <Link to={pathOf('/slos', budget.sloId)}>
                  <bdi>{budget.name}</bdi>
                </Link>
                , the worst SLO
              </>
            ) : (
              'No error budget is known for these days'
            )}
          </p>
          <TimelineChart days={days} entries={entries} hasBudget={hasBudget} />
        </div>
      )}
      {entries.length > 0 && (
        <>
          <Entries entries={entries.slice(0, shownAtFirst)} />
          {entries.length > shownAtFirst && (
            <details className={styles.rest}>
              <summary>{entries.length - shownAtFirst} earlier</summary>
              <Entries entries={entries.slice(shownAtFirst)} />
            </details>
          )}
        </>
      )}
      {truncated.length > 0 && (
        <p className={styles.quiet}>Not everything is listed: there are {inFull(truncated)}.</p>
      )}
      {!hasEdits && <p className={styles.quiet}>Edits are shown to admins.</p>}
    </Card>
  )
}

/** What a cut of each sort means to a reader. */
const cut: Readonly<Record<string, string>> = {
  deployment: 'more deployments',
  sloStatus: 'more changes of SLOs',
  drift: 'more scans',
  issueOpened: 'more issues',
  issueClosed: 'more closed issues',
  errors: 'more errors',
  edit: 'more edits',
  projects: 'more projects',
  slos: 'more SLOs',
}

const inFull = (truncated: readonly string[]): string => truncated.map((one) => cut[one] ?? one).join(', ')

const Entries = ({ entries }: { readonly entries: readonly TimelineEntry[] }) => (
  <ul className={styles.entries}>
    {entries.map((entry) => (
      <li
        key={`${entry.type} ${entry.id} ${entry.at}`}
        data-type={entry.type}
        data-bad={isBad(entry) || undefined}
      >
        <Time at={entry.at} />
        <span>
          <span className={styles.type}>{sortInWords(entry)}</span> <What entry={entry} />
        </span>
      </li>
    ))}
  </ul>
)

/** The words lead to the record, where it has a page of its own that says more. */
function What({ entry }: { readonly entry: TimelineEntry }) {
  const kind = findKind(entry.kind)
  const words = <bdi>{entryWords(entry)}</bdi>
  if (!kind || !hasPage(kind) || entry.type === 'edit' || entry.type === 'errors') return words
  return <Link to={pathOf(kind.path, entry.id)}>{words}</Link>
}
