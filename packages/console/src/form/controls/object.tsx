import type { JsonSchema } from '@svc/model'
import { partsOf } from '../fields-of.ts'
import { type InputProps, isNothing, type Values, valuesIn } from '../form-field.ts'
import styles from '../form.module.css'
import { Group } from './group.tsx'

export const ObjectControl = (props: InputProps<'object'>) => (
  <Group {...props.control}>
    <Parts {...props} schema={props.field.of.schema} />
  </Group>
)

export interface PartsProps extends Pick<InputProps, 'value' | 'path' | 'faults' | 'Fields' | 'onChange'> {
  readonly schema: JsonSchema
}

/** The fields of an object. */
export function Parts({ schema, value, path, faults, Fields, onChange }: PartsProps) {
  const values = valuesIn(value)
  return (
    <div className={styles.parts}>
      <Fields
        fields={partsOf(schema, values)}
        values={values}
        faults={faults}
        path={path}
        onChange={(key, next) => onChange(withPart(values, key, next))}
      />
    </div>
  )
}

/** A part that was emptied is left out, as if it had never been filled in. */
export function withPart(values: Values, key: string, next: unknown): Values {
  const { [key]: _, ...others } = values
  return isNothing(next) ? others : { ...values, [key]: next }
}
