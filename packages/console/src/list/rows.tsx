import type { Fields } from '@svc/client'
import type { Kind } from '@svc/model'
import { useVirtualizer } from '@tanstack/react-virtual'
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { Checkbox } from '../design/checkbox.tsx'
import { useWidth } from '../design/chart/use-width.ts'
import { classes } from '../design/classes.ts'
import { useNarrow } from '../design/use-narrow.ts'
import { type Column, firstWidth, stretchedOf, widthOf } from './columns.ts'
import { fitting } from './fitting.ts'
import { HeadCell } from './head-cell.tsx'
import styles from './list-page.module.css'
import { Row } from './row.tsx'
import { useRowEditing } from './inline/use-row-editing.ts'
import { useCursor } from './use-cursor.ts'
import { useListKeys } from './use-list-keys.ts'
import type { ListState } from './use-list-state.ts'
import { useScrollToTop } from './use-scroll-to-top.ts'
import { type Selection, useToggle } from './use-toggle.ts'

const CellEditor = lazy(async () => ({ default: (await import('./inline/cell-editor.tsx')).CellEditor }))

const rowHeight = 39
/** On a phone, the most important values go below the name. */
const stackedHeight = 62
const checkboxWidth = 40
/** How many rows before the last one the next page is requested. */
const prefetchRows = 120

interface RowsProps {
  readonly kind: Kind
  /** For lists of several kinds. */
  readonly kindOf?: (record: Fields) => Kind
  readonly columns: readonly Column[]
  /** Whether they are the default columns. */
  readonly isDefault: boolean
  readonly rows: readonly Fields[]
  readonly state: ListState
  readonly isWhole: boolean
  readonly selected?: Selection
  readonly onSelect?: (next: (before: Selection) => Selection) => void
  readonly onEnd: () => void
  /** What the rows are called, where there are several such tables on a page. */
  readonly label?: string
  /** Whether values can be changed in the rows. */
  readonly mayEdit?: boolean
}

/** Only the rows in view are rendered, however many there are. */
export function Rows(props: RowsProps) {
  const {
    kind,
    kindOf,
    rows,
    state,
    isWhole,
    selected,
    onSelect,
    onEnd,
    mayEdit = false,
    label = 'Rows',
  } = props
  const [frame, width] = useWidth()
  const isStacked = useNarrow()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => (isStacked ? stackedHeight : rowHeight),
    overscan: 6,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured again.
  useEffect(() => virtual.measure(), [isStacked])
  const items = virtual.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - prefetchRows) onEnd()
  }, [last, rows.length, onEnd])
  const toggle = useToggle(rows, onSelect)
  const cursor = useCursor(frame, virtual, rows.length)
  const { editing, edit, editIn, close } = useRowEditing(kind)
  const { current } = cursor
  useListKeys(
    {
      j: cursor.next,
      k: cursor.previous,
      ...(current !== null && {
        ...(onSelect && { x: (isRange: boolean) => toggle(String(rows[current]?.id), isRange) }),
        ...(mayEdit && { e: () => editIn(frame.current, current) }),
      }),
    },
    () => isAddressed(frame.current),
  )
  useScrollToTop(frame, state)
  const first = firstWidth(innerWidth)
  const box = selected ? checkboxWidth : 0
  const columns = useMemo(
    () =>
      props.isDefault && !isStacked && width > 0 ? fitting(props.columns, width - box, first) : props.columns,
    [props.columns, props.isDefault, isStacked, width, box, first],
  )
  const widths = columns.map((column, place) => (place === 0 ? first : widthOf(column)))
  const stretched = stretchedOf(columns)
  const all = widths.reduce((sum, one) => sum + one, box)
  const before = items[0]?.start ?? 0
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const isAll = selected !== undefined && rows.every(({ id }) => selected.has(String(id)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be focusable to be scrolled by keyboard.
    <section ref={frame} className={styles.frame} aria-label={label} data-rows tabIndex={0}>
      <table
        onFocus={cursor.onFocus}
        className={classes(styles.table, isStacked && styles.stacked)}
        style={isStacked ? undefined : { minWidth: all }}
        aria-rowcount={isWhole ? rows.length + 1 : -1}
      >
        <colgroup>
          {selected && <col style={{ width: checkboxWidth }} />}
          {columns.map((column, place) => (
            <col key={column.key} style={column === stretched ? undefined : { width: widths[place] }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {selected && (
              <th scope="col" className={styles.box}>
                <Checkbox
                  aria-label="Select all loaded rows"
                  checked={isAll}
                  onChange={() => onSelect?.((before) => withAll(before, rows, !isAll))}
                />
              </th>
            )}
            {columns.map((column, place) => (
              <HeadCell
                key={column.key}
                kind={kind}
                column={column}
                isFirst={place === 0}
                state={state}
                isWhole={isWhole}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Gap height={before} />}
          {items.map(({ index }) => {
            const record = rows[index] ?? {}
            const id = String(record.id)
            return (
              <Row
                key={id}
                kind={kindOf?.(record) ?? kind}
                columns={columns}
                record={record}
                index={index}
                isCurrent={index === current}
                onEdit={mayEdit ? edit : undefined}
                {...(selected && { isSelected: selected.has(id), onToggle: toggle })}
              />
            )
          })}
          {after > 0 && <Gap height={after} />}
        </tbody>
      </table>
      {editing && (
        <Suspense>
          <CellEditor key={`${editing.key} ${String(editing.record.id)}`} of={editing} onClose={close} />
        </Suspense>
      )}
    </section>
  )
}

function withAll(before: Selection, rows: readonly Fields[], isWanted: boolean): Selection {
  const ids = new Set(rows.map(({ id }) => String(id)))
  return isWanted ? before.union(ids) : before.difference(ids)
}

/** Of several tables, letters are for the one with the focus, or else for the first. */
function isAddressed(frame: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest('[data-rows]')
  return (focused ?? document.querySelector('[data-rows]')) === frame
}

const Gap = ({ height }: { readonly height: number }) => (
  <tr aria-hidden className={styles.gap}>
    <td className={styles.gap} style={{ height }} />
  </tr>
)
