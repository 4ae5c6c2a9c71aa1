import { Fields } from './fields.tsx'
import { type FieldsProps, isNothing } from './form-field.ts'

interface SettingsFieldsProps<V extends object> extends Omit<FieldsProps, 'values' | 'onChange'> {
  readonly values: V
  onChange(values: V): void
}

/**
 * Fields of an object that is sent as it stands. An emptied one is null where that is allowed and left out where it is
 * optional; elsewhere it stays empty, for the server to refuse.
 */
export function SettingsFields<V extends object>({
  fields,
  values,
  onChange,
  ...props
}: SettingsFieldsProps<V>) {
  const set = (key: string, next: unknown) => {
    const { isNullable, isOptional } = fields.find((field) => field.key === key) ?? {}
    const none = isNullable ? null : isOptional ? undefined : next
    // Whoever hands in the fields knows what they edit; what is not of that type yet is refused by the server.
    onChange({ ...values, [key]: isNothing(next) ? none : next })
  }
  return <Fields {...props} fields={fields} values={values as Record<string, unknown>} onChange={set} />
}
