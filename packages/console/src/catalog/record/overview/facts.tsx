import type { Fields } from '@svc/client'
import { type Field, type Kind, limits } from '@svc/model'
import { Cell, None, Words } from '../../list/cell.tsx'
import { nameKeyOf } from '../../list/columns.ts'
import { RefLink } from '../../ref-link.tsx'
import { longTime } from '../../times.ts'
import { labelOf, plain } from '../../words.ts'
import styles from '../record-page.module.css'

/** Every field that is said in a line, by the name that people have for it. */
export function Facts({ kind, record }: { readonly kind: Kind; readonly record: Fields }) {
  const fields = Object.entries(kind.fields).filter(
    ([key, field]) => isFact(field) && key !== nameKeyOf(kind) && key !== 'version',
  )
  return (
    <dl className={styles.details}>
      {fields.map(([key, field]) => (
        <div key={key} className={styles.detail}>
          <dt title={plain(field.traits.about)}>{labelOf(key)}</dt>
          <dd>
            <Value field={field} value={record[key]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What is long or has parts of its own stands by itself. */
export const isFact = ({ type, traits, schema }: Field): boolean =>
  !traits.internal && type !== 'json' && !isLongText(schema.maxLength)

export const isLongText = (maxLength = 0): boolean => maxLength > limits.url

function Value({ field, value }: { readonly field: Field; readonly value: unknown }) {
  if (field.type === 'id') return <code>{String(value)}</code>
  if (Array.isArray(value) && value.length > 0) {
    if (field.type === 'texts') return <Words words={value.map(String)} most={value.length} />
    return (
      <ul className={styles.refs}>
        {value.map((id) => (
          <li key={String(id)}>
            <RefLink id={String(id)} />
          </li>
        ))}
      </ul>
    )
  }
  if (field.type === 'timestamp') {
    return value ? <time dateTime={String(value)}>{longTime(String(value))}</time> : <None />
  }
  return <Cell field={field} value={value} />
}
