import { useNavigate, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { Button } from '../../../design/button.tsx'
import { Card } from '../../../design/card.tsx'
import { Empty } from '../../../design/empty.tsx'
import { PageHead } from '../../../design/page-head.tsx'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { ShowMore } from '../../../design/show-more.tsx'
import { FilterBar } from './filter-bar.tsx'
import { LogRow } from './log-row.tsx'
import { type Filters, filtersIn, useAuditLog } from './use-audit-log.ts'

export function AuditLogPage() {
  const filters = filtersIn(useSearch({ strict: false }))
  const go = useNavigate()
  const found = useAuditLog(filters)
  const narrow = (changes: Filters) => void go({ to: '.', search: filtersIn({ ...filters, ...changes }) })
  const clear = () => void go({ to: '.', search: {} })
  const entries = found.data?.pages.flatMap(({ auditLog }) => auditLog)
  return (
    <>
      <PageHead title="Audit log" lead="Every change: who made it, when, and the values before and after." />
      <FilterBar filters={filters} onChange={narrow} onClear={clear} />
      <Card isFlush>
        {found.isError && <Problem error={found.error} onRetry={() => void found.refetch()} />}
        {found.isPending && <Skeleton rows={10} />}
        {entries?.length === 0 && (
          <Empty
            icon={SearchX}
            title="No matching events"
            actions={<Button onClick={clear}>Clear the filters</Button>}
          >
            Try another kind, person or period.
          </Empty>
        )}
        <ol>
          {entries?.map((entry) => (
            <LogRow key={entry.id} entry={entry} onNarrow={narrow} />
          ))}
        </ol>
        <ShowMore pages={found} />
      </Card>
    </>
  )
}
