import type { JsonSchema } from '@svc/model'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../design/button.tsx'
import parts from '../../design/parts.module.css'
import styles from './schema-form.module.css'
import type { FormValue, SchemaFieldProps } from './schema-props.ts'

interface RowsFieldProps extends SchemaFieldProps {
  readonly label: string
  readonly items: JsonSchema
}

/** Several of the same shape, one below the other. */
export function RowsField({ label, schema, items, value, faults, path, Fields, onChange }: RowsFieldProps) {
  // The shape is the schema's; what is not there yet is an empty row.
  const rows = (Array.isArray(value) ? value : []) as readonly FormValue[]
  const set = (index: number, next: FormValue) => onChange(rows.map((row, at) => (at === index ? next : row)))
  return (
    <fieldset className={parts.checks}>
      <legend>{label}</legend>
      <p className={parts.faint}>{schema.description}</p>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else that is its own.
        <div key={index} className={styles.rowOfFields}>
          <Fields
            schema={items}
            value={row}
            faults={faults}
            path={`${path}/${index}`}
            onChange={(next) => set(index, next)}
          />
          <Button
            look="quiet"
            square
            aria-label={`Remove row ${index + 1}`}
            onClick={() => onChange(rows.filter((_, at) => at !== index))}
          >
            <Trash2 aria-hidden />
          </Button>
        </div>
      ))}
      <div>
        <Button onClick={() => onChange([...rows, {}])}>
          <Plus aria-hidden />
          Add a row
        </Button>
      </div>
    </fieldset>
  )
}
