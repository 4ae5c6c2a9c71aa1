import { fieldLabel, keyInWords, type Kind } from '@svc/model'
import styles from './audit-log.module.css'
import type { FieldChange } from './changes-in.ts'

interface ChangesProps {
  /** Undefined for events written by another version. */
  readonly kind: Kind | undefined
  readonly changes: readonly FieldChange[]
  /** A created record has no before, a deleted one no after. */
  readonly has: { readonly before: boolean; readonly after: boolean }
}

/** Before and after, side by side. */
export const Changes = ({ kind, changes, has }: ChangesProps) => (
  <table className={styles.changes}>
    <thead>
      <tr>
        <th scope="col">Field</th>
        {has.before && <th scope="col">Before</th>}
        {has.after && <th scope="col">After</th>}
      </tr>
    </thead>
    <tbody>
      {changes.map(({ field, before, after }) => (
        <tr key={field}>
          <th scope="row">{kind ? fieldLabel(kind, field) : keyInWords(field)}</th>
          {has.before && <td className={styles.before}>{inWords(before)}</td>}
          {has.after && <td className={styles.after}>{inWords(after)}</td>}
        </tr>
      ))}
    </tbody>
  </table>
)

function inWords(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '–'
  return typeof value === 'object' ? JSON.stringify(value, null, 1) : String(value)
}
