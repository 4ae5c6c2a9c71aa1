import { fieldLabel, type Kind, titleOf } from '@svc/model'
import { ArrowRight } from 'lucide-react'
import { Note } from '../../design/note.tsx'
import { Cell, None, Words } from '../../values/cell.tsx'
import styles from './bulk.module.css'
import type { BulkChange, BulkPlan } from './bulk-change.ts'
import { counted } from './use-bulk.ts'

const maxShown = 5

interface BulkPreviewProps {
  readonly kind: Kind
  readonly change: BulkChange
  readonly plan: BulkPlan
}

/** What would change on how many records, before anything does. */
export function BulkPreview({ kind, change, plan }: BulkPreviewProps) {
  const { changing, same, refused, from } = plan
  const field = kind.fields[change.key]
  const label = fieldLabel(kind, change.key).toLowerCase()
  const rest = from.slice(maxShown).reduce((sum, { count }) => sum + count, 0)
  return (
    <section className={styles.preview} aria-label="Preview" aria-live="polite">
      <p>
        <strong>{counted(kind, changing.length)}</strong> will change
        {same > 0 && `, ${same} already ${same === 1 ? 'has' : 'have'} this ${label}`}
        {refused.length > 0 && `, ${refused.length} cannot be changed`}.
      </p>
      {'value' in change && field && (
        <ul className={styles.from}>
          {from.slice(0, maxShown).map(({ value, count }) => (
            <li key={JSON.stringify(value)}>
              <span>{count}</span>
              <span className={styles.value}>
                <Cell field={field} value={value} />
              </span>
              <ArrowRight aria-label="changed to" />
              <span className={styles.value}>
                <Cell field={field} value={change.value} />
              </span>
            </li>
          ))}
          {rest > 0 && <li>{rest} more with other values</li>}
        </ul>
      )}
      {'added' in change && field?.type === 'texts' && (
        <dl className={styles.entries}>
          <dt>Added where missing</dt>
          <dd>{change.added.length > 0 ? <Words words={change.added} isWhole /> : <None />}</dd>
          <dt>Removed where present</dt>
          <dd>{change.removed.length > 0 ? <Words words={change.removed} isWhole /> : <None />}</dd>
        </dl>
      )}
      {refused.length > 0 && (
        <Note tone="warn">
          <ul className={styles.failures}>
            {refused.slice(0, maxShown).map(({ record, reason }) => (
              <li key={String(record.id)}>
                <strong>{titleOf(kind, record)}</strong>: {reason}
              </li>
            ))}
          </ul>
          {refused.length > maxShown && <p>And {refused.length - maxShown} more.</p>}
        </Note>
      )}
    </section>
  )
}
