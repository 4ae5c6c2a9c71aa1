import type { ReactNode } from 'react'
import styles from './data-table.module.css'

interface TableProps {
  /** What it lists, for screen readers. */
  readonly label: string
  readonly columns: readonly string[]
  readonly children: ReactNode
}

/** A short table; on a phone each row becomes a card with column names beside the values. */
export const Table = ({ label, columns, children }: TableProps) => (
  <table className={styles.table} aria-label={label}>
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name === '' ? <span className={styles.unseen}>Actions</span> : name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

/** A cell that shows its column's name where there is no space for columns. */
export const Td = ({ name, children }: { readonly name?: string; readonly children: ReactNode }) => (
  <td data-name={name}>{children}</td>
)
