import type { Fields } from '@svc/client'
import { type Field, fieldLabel, type Kind, labelFieldOf, limits, plain } from '@svc/model'
import { isRuledOut } from '../../form/conditions.ts'
import { Cell, type CellProps, isNothing, Words, wordOf } from '../../values/cell.tsx'
import { RefLink } from '../../values/ref-link.tsx'
import { longTime } from '../../words/times.ts'
import styles from '../record-page.module.css'

interface FactsProps {
  readonly kind: Kind
  readonly record: Fields
  /** Fields that are shown elsewhere. */
  readonly without?: ReadonlySet<string>
}

/** Every field that fits on a line, by its label; empty ones are listed together. */
export function Facts({ kind, record, without = new Set() }: FactsProps) {
  const fields = Object.entries(kind.fields).filter(
    ([key, field]) =>
      isFact(field) &&
      key !== labelFieldOf(kind) &&
      !field.traits.guards &&
      !record[field.traits.echoes ?? ''] &&
      !without.has(key),
  )
  const own = fields.filter(([, { traits }]) => !traits.bookkeeping)
  const empty = own.filter(([key]) => isNothing(record[key]) && !isRuledOut(kind, key, record))
  const filled = own.filter(([key]) => !isNothing(record[key]))
  return (
    <>
      {filled.length > 0 && (
        <dl className={styles.details}>
          {filled.map(([key, field]) => (
            <div key={key} className={styles.detail}>
              <dt title={plain(field.traits.about, kind)}>{fieldLabel(kind, key)}</dt>
              <dd>
                <Value field={field} value={record[key]} record={record} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {empty.length > 0 && (
        <p className={styles.unset}>Not set: {empty.map(([key]) => fieldLabel(kind, key)).join(', ')}</p>
      )}
      <dl className={styles.kept}>
        {fields
          .filter(([key, { traits }]) => traits.bookkeeping && record[key])
          .map(([key, field]) => (
            <div key={key}>
              <dt>{fieldLabel(kind, key)}</dt>
              <dd>
                <Value field={field} value={record[key]} record={record} />
              </dd>
            </div>
          ))}
      </dl>
    </>
  )
}

/** Long texts and structured values are shown separately. */
export const isFact = ({ type, traits, schema }: Field): boolean =>
  !traits.internal && type !== 'json' && !isLongText(schema.maxLength)

export const isLongText = (maxLength = 0): boolean => maxLength > limits.url

function Value(of: CellProps) {
  const { field, value } = of
  if (field.type === 'id') return <code>{String(value)}</code>
  if (Array.isArray(value)) {
    if (field.type === 'texts') {
      return <Words words={value.map((one) => wordOf(field, String(one)))} isWhole />
    }
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
  if (field.type === 'timestamp') return <time dateTime={String(value)}>{longTime(String(value))}</time>
  return <Cell {...of} />
}
