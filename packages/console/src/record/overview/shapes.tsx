import type { Fields } from '@svc/client'
import { fieldLabel, inWords, type JsonSchema, keyInWords, type Kind, partLabel } from '@svc/model'
import { Card } from '../../design/card.tsx'
import { None } from '../../values/cell.tsx'
import { longTime } from '../../words/times.ts'
import styles from '../record-page.module.css'

interface ShapesProps {
  readonly kind: Kind
  readonly record: Fields
  /** Fields that are shown elsewhere. */
  readonly without: ReadonlySet<string>
}

/** Structured fields: lists as tables, objects part by part. */
export function Shapes({ kind, record, without }: ShapesProps) {
  const shaped = Object.entries(kind.fields).filter(
    ([key, { type, traits }]) =>
      type === 'json' && !traits.internal && !without.has(key) && !isNothing(record[key]),
  )
  return shaped.map(([key, { schema }]) => (
    <Card key={key} title={fieldLabel(kind, key)} isFlush>
      <Shape schema={schema} value={record[key]} />
    </Card>
  ))
}

function Shape({ schema, value }: { readonly schema: JsonSchema; readonly value: unknown }) {
  const rows = (Array.isArray(value) ? value : [value]) as readonly Fields[]
  const properties = Object.entries((Array.isArray(value) ? schema.items : schema)?.properties ?? {})
  if (properties.length === 0) return <pre className={styles.code}>{JSON.stringify(value, null, 2)}</pre>
  const shown = properties.filter(([key]) => key !== 'id' && rows.some((row) => !isNothing(row[key])))
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {shown.map(([key, part]) => (
              <th key={key} scope="col">
                {partLabel(key, part)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own.
            <tr key={index}>
              {shown.map(([key, part]) => (
                <td key={key}>
                  <Part schema={part} value={row[key]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Part({ schema, value }: { readonly schema: JsonSchema; readonly value: unknown }) {
  if (isNothing(value)) return <None />
  if (schema.enum) return inWords(String(value))
  if (schema.format === 'date-time') return longTime(String(value))
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  if (isFlat(value)) return inLine(value)
  if (typeof value === 'object') return <code>{JSON.stringify(value)}</code>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return String(value)
}

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)

type Flat = Readonly<Record<string, string | readonly string[]>>

/** Small objects, such as the settings of a rule, are shown on one line instead of as JSON. */
const isFlat = (value: unknown): value is Flat =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => [one].flat().every((part) => typeof part === 'string'))

const inLine = (value: Flat): string =>
  Object.entries(value)
    .map(([key, one]) => `${keyInWords(key)}: ${[one].flat().map(inWords).join(', ')}`)
    .join('; ')
