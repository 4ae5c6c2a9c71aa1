import { kinds } from '@svc/model'
import { Link, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { Note } from '../../../design/note.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import parts from '../../../design/parts.module.css'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { iconOfKind } from '../../../values/kind-icon.ts'
import { OnCallViews } from '../on-call-views.tsx'
import { Subscribe } from './feeds-dialog.tsx'
import { GapsNote } from './gaps-note.tsx'
import { HandoversCard } from './handovers-card.tsx'
import { useWeekRows } from './use-week-rows.ts'
import { dayText, type Week, weekAfter, weekBefore, weekIn, weekInWords } from './week.ts'
import { WeekGrid } from './week-grid.tsx'
import styles from './week.module.css'

/** Who is on call in a week, for whom, and when nobody is. */
export function OnCallPage() {
  const { week: named }: { week?: unknown } = useSearch({ strict: false })
  const week = weekIn(named)
  const found = useWeekRows(week)
  return (
    <>
      <PageHead
        title="On call"
        lead="Who is on call now and in the week, for teams and whatever else has its own."
        actions={
          <>
            <Subscribe />
            <OnCallViews />
          </>
        }
      />
      <nav className={styles.weeks} aria-label="Week">
        <ToWeek week={weekBefore(week)} label="Previous week">
          <ChevronLeft aria-hidden />
        </ToWeek>
        <ToWeek week={weekAfter(week)} label="Next week">
          <ChevronRight aria-hidden />
        </ToWeek>
        <h2>{weekInWords(week)}</h2>
        <Link to="/oncall" search={{}} className={buttonClass('secondary')}>
          This week
        </Link>
      </nav>
      {found.error && <Problem error={found.error} onRetry={found.retry} />}
      {!found.error && !found.rows && <Skeleton rows={8} />}
      {found.rows && (
        <div className={parts.stack}>
          <GapsNote coverage={found.coverage} week={week} />
          {found.isPartial && (
            <Note tone="info">
              These are the first {found.rows.length}: not everything that has on-call is shown.{' '}
              <Link to={kinds.oncallBinding.path}>All on-call bindings</Link>
            </Note>
          )}
          {found.rows.length === 0 ? (
            <Empty icon={iconOfKind(kinds.oncallBinding.name)} title="No teams yet">
              Add a team, and set who is on call for it.
            </Empty>
          ) : (
            <Card isFlush>
              <WeekGrid rows={found.rows} week={week} />
            </Card>
          )}
          <HandoversCard coverage={found.coverage} />
        </div>
      )}
    </>
  )
}

interface ToWeekProps {
  readonly week: Week
  readonly label: string
  readonly children: ReactNode
}

const ToWeek = ({ week, label, children }: ToWeekProps) => (
  <Link
    to="/oncall"
    search={{ week: dayText(week.from) } as never}
    className={buttonClass('secondary', true)}
    aria-label={label}
    title={label}
  >
    {children}
  </Link>
)
