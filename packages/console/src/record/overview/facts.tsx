import type { Fields } from '@svc/client'
import { type Field, fieldLabel, type Kind, labelFieldOf, limits, plain } from '@svc/model'
import { isRuledOut } from '../../form/shape/conditions.ts'
import { Cell, type CellProps, isNothing, Words, wordOf } from '../../values/cell.tsx'
import { RefLink } from '../../values/ref-link.tsx'
import { longTime } from '../../words/times.ts'
import styles from '../record-page.module.css'

/** What svc keeps of every record, which is looked up and not read. */
const kept = new Set(['id', 'createdAt', 'updatedAt'])

interface FactsProps {
  readonly kind: Kind
  readonly record: Fields
  /** What is said beside them. */
  readonly without?: ReadonlySet<string>
}

/** Every field that is said in a line, by the name that people have for it; those with nothing in them in one. */
export function Facts({ kind, record, without = new Set() }: FactsProps) {
  const fields = Object.entries(kind.fields).filter(
    ([key, field]) =>
      isFact(field) &&
      key !== labelFieldOf(kind) &&
      key !== 'version' &&
      !record[field.traits.echoes ?? ''] &&
      !without.has(key),
  )
  const own = fields.filter(([key]) => !kept.has(key))
  const empty = own.filter(([key]) => isNothing(record[key]) && !isRuledOut(kind, key, record))
  const told = own.filter(([key]) => !isNothing(record[key]))
  return (
    <>
      {told.length > 0 && (
        <dl className={styles.details}>
          {told.map(([key, field]) => (
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
          .filter(([key]) => kept.has(key) && record[key])
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

/** What is long or has parts of its own stands by itself. */
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
