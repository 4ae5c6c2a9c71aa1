import type { Fields } from '@svc/client'
import type { Kind } from '@svc/model'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ComponentProps, useCallback, useEffect, useId, useMemo } from 'react'
import { useRecords } from '../../api/records.ts'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Cell } from '../../values/cell.tsx'
import { Rows } from '../rows.tsx'
import type { Group, GroupBy } from './group-by.ts'
import styles from './groups.module.css'

type RowsProps = ComponentProps<typeof Rows>

export type SharedRows = Pick<
  RowsProps,
  'columns' | 'isDefault' | 'state' | 'selected' | 'onSelect' | 'mayEdit'
>

interface GroupSectionProps {
  readonly kind: Kind
  readonly by: GroupBy
  readonly group: Group
  readonly count: string
  readonly query: Readonly<Record<string, string>>
  readonly isOpen: boolean
  readonly rows: SharedRows
  onToggle(): void
  onLoaded(rows: readonly Fields[]): void
}

/** The records with one value, below how many there are. */
export function GroupSection(props: GroupSectionProps) {
  const { by, group, count, isOpen, onToggle } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-labelledby={id}
          onClick={onToggle}
        >
          {isOpen ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
        </button>
        <span id={id} className={styles.name}>
          <GroupName by={by} group={group} />
          <span className={styles.count}>{count}</span>
        </span>
      </h2>
      {isOpen && <GroupRows {...props} />}
    </section>
  )
}

function GroupName({ by: { field, label }, group: { value } }: Pick<GroupSectionProps, 'by' | 'group'>) {
  if (value === null) return <span>No {label.toLowerCase()}</span>
  return <Cell field={field} value={field.type === 'texts' || field.type === 'refs' ? [value] : value} />
}

function GroupRows({ kind, by, group, query, rows: shared, onLoaded }: GroupSectionProps) {
  const pages = useRecords(kind, query)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages
  const rows = useMemo(() => pages.data?.pages.flatMap(({ items }) => items) ?? [], [pages.data])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other rows are reported.
  useEffect(() => onLoaded(rows), [rows])
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  if (pages.isError && !pages.data)
    return <Problem error={pages.error} onRetry={() => void pages.refetch()} />
  if (pages.isPending) return <Skeleton rows={3} />
  return (
    <div className={styles.rows}>
      <Rows
        {...shared}
        kind={kind}
        label={`Rows: ${by.label} ${group.value ?? 'none'}`}
        rows={rows}
        isWhole={!hasNextPage}
        onEnd={onEnd}
      />
    </div>
  )
}
