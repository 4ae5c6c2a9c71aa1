import type { Query } from '@svc/client'
import { capital, inWords, type IssueStatus, kinds } from '@svc/model'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useRecords } from '../../../api/records.ts'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import styles from './board.module.css'
import { Card } from './card.tsx'
import type { Group, Issue } from './groups.ts'
import type { useDrag } from './use-drag.ts'

interface ColumnProps {
  readonly group: Group
  readonly statuses: readonly IssueStatus[]
  readonly query: Query
  readonly drag: ReturnType<typeof useDrag>
  readonly mayMove: boolean
  onMove(issue: Issue, status: IssueStatus): void
}

const cardHeight = 116

/** One group of statuses. Only the cards in view are rendered, and more are loaded while scrolling. */
export function Column({ group, statuses, query, drag, mayMove, onMove }: ColumnProps) {
  const list = useRecords(kinds.issue, { ...query, statusGroup: group })
  const issues = list.data?.pages.flatMap(({ items }) => items) ?? []
  const frame = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: issues.length,
    getScrollElement: () => frame.current,
    estimateSize: () => cardHeight,
    getItemKey: (index) => issues[index]?.id ?? index,
    overscan: 6,
  })
  const shown = virtual.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const mayAsk = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (mayAsk && last >= issues.length - 12) void fetchNextPage()
  }, [last, issues.length, mayAsk, fetchNextPage])
  const { dragged } = drag
  const heading = `group-${group}`
  return (
    <section className={styles.column} aria-labelledby={heading}>
      <header className={styles.head}>
        <h2 id={heading}>{capital(group)}</h2>
        <span className={styles.count}>
          {issues.length}
          {hasNextPage && '+'}
        </span>
      </header>
      <div ref={frame} className={styles.frame}>
        {list.isError && <Problem error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Skeleton rows={5} />}
        {list.data && issues.length === 0 && <p className={styles.empty}>{emptyWords(group, query)}</p>}
        <ul className={styles.cards} style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, key, start }) => {
            const issue = issues[index]
            return (
              issue && (
                <li key={key} className={styles.slot} style={{ transform: `translateY(${start}px)` }}>
                  <Card issue={issue} drag={mayMove ? drag : null} onMove={onMove} />
                </li>
              )
            )
          })}
        </ul>
      </div>
      {dragged && (
        <div className={styles.zones} aria-hidden>
          {statuses.map((status) => (
            <div
              key={status}
              className={styles.zone}
              data-status={status}
              data-target={dragged.target === status || undefined}
            >
              {dragged.issue.status === status ? `${inWords(status)} (current)` : inWords(status)}
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

function emptyWords(group: Group, query: Query): string {
  if (Object.keys(query).length > 0) return 'No matching issues.'
  return group === 'backlog' ? 'New issues appear here.' : 'Nothing yet.'
}
