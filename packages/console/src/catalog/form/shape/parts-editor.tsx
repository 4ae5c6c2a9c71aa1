import { isOpenObject, type JsonSchema } from '@svc/model'
import { Field } from '../../../design/field.tsx'
import { labelOf, plain } from '../../words.ts'
import styles from '../form.module.css'
import { ShapeControl, type ShapeProps } from './shape-control.tsx'

type Parts = Readonly<Record<string, unknown>>

/** The parts of an object, each with its own control. */
export function PartsEditor({ schema, value, path, faults, onChange }: ShapeProps) {
  const parts: Parts = typeof value === 'object' && value !== null ? (value as Parts) : {}
  return (
    <div className={styles.parts}>
      {Object.entries(schema.properties ?? {})
        .filter(([key, part]) => isAsked(key, part, parts))
        .map(([key, part]) => {
          const isBoolean = part.type === 'boolean'
          return (
            <Field
              key={key}
              label={labelOf(key)}
              isOptional={!isBoolean && !schema.required?.includes(key)}
              hint={isBoolean ? undefined : plain(part.description ?? '')}
              error={faults.get(`${path}/${key}`)}
            >
              {(control) => (
                <ShapeControl
                  schema={part}
                  value={parts[key]}
                  control={control}
                  path={`${path}/${key}`}
                  faults={faults}
                  onChange={(next) => onChange({ ...parts, [key]: next })}
                />
              )}
            </Field>
          )
        })}
    </div>
  )
}

/** Ids are given by svc, and an object without a shape is only shown where there is something in it. */
function isAsked(key: string, part: JsonSchema, parts: Parts): boolean {
  if (part.readOnly || key === 'id') return false
  return !isOpenObject(part) || Object.keys(parts[key] ?? {}).length > 0
}
