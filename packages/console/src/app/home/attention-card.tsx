import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight, Check, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../../design/card.tsx'
import { classes } from '../../design/classes.ts'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import styles from './home.module.css'

interface AttentionCardProps<T> {
  readonly title: string
  readonly query: UseQueryResult<readonly T[]>
  /** Links to the full list. */
  readonly all: { readonly to: string; readonly label: string; readonly search?: Record<string, unknown> }
  /** Shown when there is nothing to report. */
  readonly emptyText: ReactNode
  /** Whether an empty card is a hint to set something up, not good news. */
  readonly isHint?: boolean
  readonly note?: ReactNode
  row(item: T): ReactNode
  keyOf(item: T): string
}

const maxItems = 6

/** One sort of thing that may need attention; keeps its size while loading. */
export function AttentionCard<T>({
  title,
  query,
  all,
  emptyText,
  isHint = false,
  note,
  row,
  keyOf,
}: AttentionCardProps<T>) {
  const items = query.data ?? []
  const rest = items.length - maxItems
  return (
    <Card
      title={title}
      isFlush
      actions={
        <Link to={all.to} search={all.search ?? {}} className={styles.all}>
          {all.label}
          <ArrowRight aria-hidden />
        </Link>
      }
    >
      {query.isError && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {!query.isError && !query.data && <Skeleton rows={4} />}
      {query.data && items.length === 0 && (
        <p className={classes(styles.calm, isHint && styles.advice)}>
          {isHint ? <Info aria-hidden /> : <Check aria-hidden />}
          {emptyText}
        </p>
      )}
      {items.length > 0 && (
        <ul className={styles.rows}>
          {items.slice(0, maxItems).map((item) => (
            <li key={keyOf(item)} className={styles.row}>
              {row(item)}
            </li>
          ))}
        </ul>
      )}
      {(rest > 0 || note) && (
        <p className={styles.note}>
          {rest > 0 && `and ${rest} more`}
          {rest > 0 && note && ' · '}
          {note}
        </p>
      )}
    </Card>
  )
}

/** What it is, what it belongs to, and on the right how bad it is. */
export const Row = ({
  to,
  search = {},
  name,
  about,
  children,
}: {
  readonly to: string
  readonly search?: Record<string, unknown>
  readonly name: ReactNode
  readonly about?: ReactNode
  readonly children?: ReactNode
}) => (
  <>
    <div className={styles.what}>
      <Link to={to} search={search} className={styles.name}>
        {name}
      </Link>
      {about && <div className={styles.about}>{about}</div>}
    </div>
    <div className={styles.figure}>{children}</div>
  </>
)
