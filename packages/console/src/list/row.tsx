import type { Fields } from '@svc/client'
import { type Kind, labelFieldOf, titleOf } from '@svc/model'
import { ChevronDown } from 'lucide-react'
import { lazy, memo, Suspense } from 'react'
import { Checkbox } from '../design/checkbox.tsx'
import { classes } from '../design/classes.ts'
import { hasPage } from '../api/listed-kinds.ts'
import { PlainLink } from '../values/plain-link.tsx'
import { pathOf } from '../values/ref-link.tsx'
import { Cell, isFigure, isNothing } from '../values/cell.tsx'
import { type Column, isBrief } from './columns.ts'
import { isEditableInRow } from './inline/editable.ts'
import styles from './list-page.module.css'

const SummaryCell = lazy(async () => ({
  default: (await import('./summaries/summary-cell.tsx')).SummaryCell,
}))

interface RowProps {
  readonly kind: Kind
  readonly columns: readonly Column[]
  readonly record: Fields
  readonly index: number
  readonly isSelected?: boolean
  readonly onToggle?: (id: string, isRange: boolean) => void
  /** Whether somebody is in this row: its values can be reached with Tab. */
  readonly isCurrent: boolean
  readonly onEdit?: ((record: Fields, key: string, cell: HTMLElement) => void) | undefined
}

/** Memoised, so that it is not rendered again when the rows around it change. */
export const Row = memo((props: RowProps) => {
  const { kind, columns, record, index, isSelected, onToggle, isCurrent, onEdit } = props
  const id = String(record.id)
  const isNamed = labelFieldOf(kind) !== undefined && hasPage(kind)
  const of = ({ key, field }: Column) => ({ field, value: record[key], record })
  return (
    <tr
      aria-rowindex={index + 2}
      className={classes(isSelected && styles.selected, isCurrent && styles.current)}
    >
      {onToggle && (
        <td className={styles.box}>
          <Checkbox
            aria-label={`Select ${titleOf(kind, record)}`}
            checked={isSelected ?? false}
            onChange={({ nativeEvent }) => onToggle(id, isWithShift(nativeEvent))}
          />
        </td>
      )}
      {columns.map((column, place) =>
        place === 0 ? (
          <th key={column.key} scope="row" className={styles.name}>
            {isNamed ? (
              <PlainLink to={pathOf(kind.path, id)}>{titleOf(kind, record)}</PlainLink>
            ) : (
              <Cell {...of(column)} />
            )}
          </th>
        ) : (
          <td key={column.key} className={lookOf(column, record[column.key])} data-label={column.label}>
            {column.isSummed ? (
              <Suspense>
                <SummaryCell kind={kind} id={id} name={column.key} />
              </Suspense>
            ) : (
              <Cell {...of(column)} />
            )}
            {onEdit && isEditableInRow(kind, column.key) && (
              <button
                type="button"
                data-edits={column.key}
                className={styles.edit}
                tabIndex={isCurrent ? 0 : -1}
                aria-label={`Change ${column.label.toLowerCase()} of ${titleOf(kind, record)}`}
                title={`Change ${column.label.toLowerCase()}`}
                onClick={({ currentTarget }) => {
                  const cell = currentTarget.closest('td')
                  if (cell) onEdit(record, column.key, cell)
                }}
              >
                <ChevronDown aria-hidden />
              </button>
            )}
          </td>
        ),
      )}
    </tr>
  )
})

const lookOf = (column: Column, value: unknown): string =>
  column.isSummed
    ? ''
    : classes(isFigure(column.field) && styles.figure, (isNothing(value) || !isBrief(column)) && styles.extra)

/** A checkbox is changed by a click, also by one of the keyboard. */
const isWithShift = (event: Event): boolean => 'shiftKey' in event && event.shiftKey === true
