import type { Fields } from '@svc/client'
import { capital, type Kind, labelFieldOf, severalOfKind, titleOf } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { buttonClass } from '../design/button.tsx'
import { Card } from '../design/card.tsx'
import { classes } from '../design/classes.ts'
import { Problem } from '../design/problem.tsx'
import { Skeleton } from '../design/skeleton.tsx'
import { Cell, isFigure } from '../values/cell.tsx'
import { type Column, columnsOf, isBrief } from '../list/columns.ts'
import { defaultColumns } from '../list/default-columns.ts'
import { hasPage } from '../api/listed-kinds.ts'
import { pathOf } from '../values/ref-link.tsx'
import { useMay } from '../api/use-may.ts'
import styles from './record-page.module.css'

interface ShortListProps {
  readonly kind: Kind
  readonly records: readonly Fields[] | undefined
  readonly error?: Error | null
  /** Values they all have in common: not shown as columns, and prefilled in a new record. */
  readonly of: Readonly<Record<string, string>>
  /** Whether there are more than are shown here. */
  readonly hasMore?: boolean
}

/** Records that belong to another, as a table with a link to the full list. */
export function ShortList({ kind, records, error, of, hasMore = false }: ShortListProps) {
  const mayCreate = useMay(kind, 'create')
  const list: string = kind.path
  const keys = defaultColumns(kind).filter((key) => !(key in of))
  const columns = keys.flatMap((key) => columnsOf(kind).find((column) => column.key === key) ?? [])
  const several = severalOfKind(kind)
  return (
    <Card
      title={capital(several)}
      isFlush
      actions={
        <>
          {hasMore && (
            <Link to={list} search={of as never} className={buttonClass('quiet')}>
              All
            </Link>
          )}
          {mayCreate && (
            <Link
              to={`${list}/new`}
              search={of as never}
              className={buttonClass('quiet', true)}
              aria-label={`New ${kind.noun}`}
              title={`New ${kind.noun}`}
            >
              <Plus aria-hidden />
            </Link>
          )}
        </>
      }
    >
      {error ? (
        <Problem error={error} />
      ) : !records ? (
        <Skeleton rows={4} />
      ) : records.length === 0 ? (
        <p className={styles.none}>No {several} yet.</p>
      ) : (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col" className={lookOf(kind, column)}>
                    {column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {records.map((record) => (
                <tr key={String(record.id)}>
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      className={classes(
                        lookOf(kind, column),
                        isName(kind, column) ? styles.name : styles.line,
                      )}
                    >
                      {isName(kind, column) && hasPage(kind) ? (
                        <Link to={pathOf(list, String(record.id))}>{titleOf(kind, record)}</Link>
                      ) : (
                        <Cell field={column.field} value={record[column.key]} record={record} />
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  )
}

const isName = (kind: Kind, { key }: Column): boolean => key === labelFieldOf(kind)

/** On a phone only the most important columns fit. */
const lookOf = (kind: Kind, column: Column): string =>
  classes(isFigure(column.field) && styles.number, !isName(kind, column) && !isBrief(column) && styles.extra)
