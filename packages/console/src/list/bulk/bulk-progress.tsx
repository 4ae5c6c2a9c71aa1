import { type Kind, titleOf } from '@svc/model'
import { Note } from '../../design/note.tsx'
import styles from './bulk.module.css'
import { type BulkProgress as Progress, leftOf } from './bulk-run.ts'
import { counted } from './use-bulk.ts'

const maxListed = 100

/** How far it is, and what could not be changed, with the reason. */
export function BulkProgress({ progress, kind }: { readonly progress: Progress; readonly kind: Kind }) {
  const { total, done, same, failures, isRunning } = progress
  const left = leftOf(progress)
  return (
    <div className={styles.fields}>
      <progress className={styles.progress} value={total - left} max={total} aria-label="Progress" />
      <p role="status">
        {isRunning ? `${total - left} of ${counted(kind, total)}…` : outcomeOf(progress, kind)}
      </p>
      {failures.length > 0 && (
        <Note tone="bad">
          <p>{counted(kind, failures.length)} not changed:</p>
          <ul className={styles.failures}>
            {failures.slice(0, maxListed).map(({ record, reason }) => (
              <li key={String(record.id)}>
                <strong>{titleOf(kind, record)}</strong>: {reason}
              </li>
            ))}
          </ul>
          {failures.length > maxListed && <p>And {failures.length - maxListed} more.</p>}
        </Note>
      )}
      {!isRunning && done.length + same > 0 && failures.length > 0 && (
        <p>The others are as you wanted them.</p>
      )}
    </div>
  )
}

/** What was done, each part of it counted. */
export function outcomeOf(progress: Progress, kind: Kind): string {
  const { done, same, failures } = progress
  const left = leftOf(progress)
  return `${[
    `${counted(kind, done.length)} changed`,
    ...(same > 0 ? [`${same} already had it`] : []),
    ...(failures.length > 0 ? [`${failures.length} not changed`] : []),
    ...(left > 0 ? [`${left} not tried, because you stopped`] : []),
  ].join(', ')}.`
}
