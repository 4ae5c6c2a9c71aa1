import type { Fields } from '@svc/client'
import { type Kind, titleOf } from '@svc/model'
import { Note } from '../design/note.tsx'
import styles from './bulk-bar.module.css'
import type { BulkRun } from './use-bulk.ts'

interface BulkProgressProps {
  readonly run: BulkRun
  readonly kind: Kind
  readonly rows: readonly Fields[]
}

/** The progress, and what could not be changed, with the reason. */
export function BulkProgress({ run: { done, total, failures, isRunning }, kind, rows }: BulkProgressProps) {
  const nameOf = (id: string): string => {
    const record = rows.find((row) => row.id === id)
    return record ? titleOf(kind, record) : id
  }
  return (
    <div className={styles.fields}>
      <progress className={styles.progress} value={done} max={total} aria-label="Progress" />
      <p role="status">
        {done - failures.length} of {total} changed{isRunning ? '…' : '.'}
      </p>
      {failures.length > 0 && (
        <Note tone="bad">
          <p>{failures.length} not changed:</p>
          <ul className={styles.failures}>
            {failures.map(({ id, reason }) => (
              <li key={id}>
                <strong>{nameOf(id)}</strong>: {reason}
              </li>
            ))}
          </ul>
        </Note>
      )}
    </div>
  )
}
