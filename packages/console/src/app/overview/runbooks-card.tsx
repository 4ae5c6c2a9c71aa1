import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useRecords } from '../../api/records.ts'
import { Card } from '../../design/card.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import type { RecordProps } from '../../values/area-parts.ts'
import { pathOf } from '../../values/ref-link.tsx'
import pageStyles from '../../record/record-page.module.css'

const most = 5

/** The runbooks of a project that somebody needs first: those that are pinned, otherwise the newest. */
export function RunbooksCard({ record }: RecordProps) {
  const appId = String(record.id)
  const found = useRecords(kinds.runbook, { appId })
  const all = found.data?.pages.flatMap(({ items }) => items) ?? []
  const pinned = all.filter((one) => one.pinned)
  const shown = (pinned.length > 0 ? pinned : all).slice(0, most)
  return (
    <Card title={pinned.length > 0 ? 'Pinned runbooks' : 'Runbooks'}>
      {found.isError ? (
        <Problem error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton rows={2} />
      ) : shown.length === 0 ? (
        <p className={pageStyles.quiet}>
          No runbook yet.{' '}
          <Link to={`${kinds.runbook.path}/new`} search={{ appId } as never}>
            Write one
          </Link>
        </p>
      ) : (
        <ul className={pageStyles.links}>
          {shown.map((one) => (
            <li key={String(one.id)}>
              <Link to={pathOf(kinds.runbook.path, String(one.id))}>{String(one.title)}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
