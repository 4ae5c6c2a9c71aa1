import type { ReactElement } from 'react'
import { Button } from '../design/button.tsx'
import { CheckLine } from '../design/checkbox.tsx'
import { Popover } from '../design/popover.tsx'
import styles from './filter-bar.module.css'
import type { ColumnChoice } from './use-columns.ts'

interface ColumnChooserProps {
  readonly columns: ColumnChoice
  readonly button: ReactElement
}

export const ColumnChooser = ({ columns, button }: ColumnChooserProps) => (
  <Popover title="Columns" align="end" trigger={button} isOpenAtFirst>
    <div className={styles.columns}>
      {columns.choices.map((column) => (
        <CheckLine
          key={column.key}
          checked={columns.shown.includes(column)}
          onChange={() => columns.toggle(column.key)}
        >
          {column.label}
        </CheckLine>
      ))}
    </div>
    {!columns.isDefault && <Button onClick={columns.reset}>Reset to default</Button>}
  </Popover>
)
