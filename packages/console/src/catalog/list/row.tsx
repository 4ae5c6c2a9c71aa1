import type { Fields } from '@svc/client'
import type { Kind } from '@svc/model'
import { memo } from 'react'
import { Checkbox } from '../../design/checkbox.tsx'
import { hasPage } from '../listed-kinds.ts'
import { PlainLink } from '../plain-link.tsx'
import { pathOf } from '../ref-link.tsx'
import { Cell } from './cell.tsx'
import { type Column, nameKeyOf, titleOf } from './columns.ts'
import styles from './list-page.module.css'

interface RowProps {
  readonly kind: Kind
  readonly columns: readonly Column[]
  readonly record: Fields
  readonly index: number
  readonly isSelected?: boolean
  readonly onToggle?: (id: string) => void
}

/** Drawn once, however often the rows around it come and go. */
export const Row = memo(({ kind, columns, record, index, isSelected, onToggle }: RowProps) => {
  const id = String(record.id)
  const isNamed = nameKeyOf(kind) !== undefined && hasPage(kind)
  return (
    <tr aria-rowindex={index + 2} className={isSelected ? styles.selected : undefined}>
      {onToggle && (
        <td className={styles.box}>
          <Checkbox
            aria-label={`Select ${titleOf(kind, record)}`}
            checked={isSelected ?? false}
            onChange={() => onToggle(id)}
          />
        </td>
      )}
      {columns.map((column, place) =>
        place === 0 ? (
          <th key={column.key} scope="row" className={styles.name}>
            {isNamed ? (
              <PlainLink to={pathOf(kind.path, id)}>{titleOf(kind, record)}</PlainLink>
            ) : (
              <Cell field={column.field} value={record[column.key]} />
            )}
          </th>
        ) : (
          <td key={column.key}>
            <Cell field={column.field} value={record[column.key]} />
          </td>
        ),
      )}
    </tr>
  )
})
