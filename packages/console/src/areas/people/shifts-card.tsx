import { kinds } from '@svc/model'
import { useState } from 'react'
import { useCall } from '../../api/use-call.ts'
import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import styles from '../../record/record-page.module.css'
import type { RecordProps } from '../../values/area-parts.ts'
import { RefLink } from '../../values/ref-link.tsx'
import { longTime } from '../../words/times.ts'

const dayMs = 86_400_000
const ahead = 28 * dayMs
const shown = 5

/** When somebody is on call: now and next. */
export function ShiftsCard({ record }: RecordProps) {
  // As of when the page was opened: each minute would be another question.
  const [query] = useState(() => {
    const now = Date.now()
    return { from: new Date(now).toISOString(), to: new Date(now + ahead).toISOString() }
  })
  const found = useCall(kinds.oncallBinding, 'getOnCallCoverage', { query })
  if (found.isError) return <Problem error={found.error} onRetry={() => void found.refetch()} />
  const coverage = found.data?.coverage ?? []
  const shifts = coverage
    .flatMap(({ entityId, shifts }) => shifts.map((shift) => ({ ...shift, entityId })))
    .filter(({ userUid }) => userUid === record.id)
    .sort((a, b) => (a.from < b.from ? -1 : 1))
  const isPartial = found.data?.isComplete === false || coverage.some(({ unknown }) => unknown.length > 0)
  return (
    <Card title="On call">
      {found.isPending && <Skeleton rows={2} />}
      {found.data && shifts.length === 0 && <p>Not on call in the next four weeks, as far as svc knows.</p>}
      {shifts.length > 0 && (
        <ul className={styles.stack}>
          {shifts.slice(0, shown).map(({ bindingId, entityId, from, to }) => (
            <li key={`${bindingId} ${from}`}>
              <strong>{from <= query.from ? 'Now' : longTime(from)}</strong>{' '}
              <span className={styles.quiet}>
                {to < query.to ? `until ${longTime(to)}` : 'until further notice'}
              </span>
              <div>
                for <RefLink id={entityId} />
              </div>
            </li>
          ))}
          {shifts.length > shown && <li className={styles.quiet}>and {shifts.length - shown} more</li>}
        </ul>
      )}
      {isPartial && (
        <p className={styles.quiet}>There may be more: on-call providers tell svc only the current shift.</p>
      )}
    </Card>
  )
}
