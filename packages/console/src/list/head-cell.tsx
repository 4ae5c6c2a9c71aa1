import { type Kind, plain } from '@svc/model'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { isReadInOrderOf } from '../api/read-page.ts'
import { classes } from '../design/classes.ts'
import { isFigure } from '../values/cell.tsx'
import { type Column, isBrief } from './columns.ts'
import styles from './list-page.module.css'
import { isSortable } from './sorted.ts'
import type { ListState } from './use-list-state.ts'

interface HeadCellProps {
  readonly kind: Kind
  readonly column: Column
  readonly isFirst: boolean
  readonly state: ListState
  readonly isWhole: boolean
}

/** Lists are read in the order of some columns; by others only a fully loaded list can be sorted: sorting a part would mislead. */
export function HeadCell({ kind, column, isFirst, state, isWhole }: HeadCellProps) {
  const { key, label, field } = column
  const look = classes(isFigure(field) && styles.figure, !isFirst && !isBrief(column) && styles.extra)
  if (!isSortable(kind, key)) {
    return (
      <th scope="col" className={look} title={plain(field.traits.about, kind)}>
        {label}
      </th>
    )
  }
  if (!isWhole && !isReadInOrderOf(kind, key)) {
    return (
      <th
        scope="col"
        className={look}
        title={`${plain(field.traits.about, kind)} Sorting by it needs the whole list to be loaded: filter it first.`}
      >
        {label}
      </th>
    )
  }
  const isSorted = state.sorting?.key === key
  const isDown = isSorted && state.sorting?.isDescending === true
  return (
    <th scope="col" className={look} aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        className={styles.sort}
        title={plain(field.traits.about, kind)}
        onClick={() => state.sortBy(key)}
      >
        {label}
        {isSorted && (isDown ? <ArrowDown aria-hidden /> : <ArrowUp aria-hidden />)}
      </button>
    </th>
  )
}
