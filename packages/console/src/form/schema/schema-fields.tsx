import type { JsonSchema } from '@svc/model'
import type { Option } from '../../design/select.tsx'
import { SchemaField } from './schema-field.tsx'

export type FormValue = Readonly<Record<string, unknown>>

interface SchemaFieldsProps {
  /** Of an object. */
  readonly schema: JsonSchema
  readonly value: FormValue
  readonly faults: ReadonlyMap<string, string>
  /** Where the object stands in what is sent: what is wrong with it is told by path. */
  readonly path?: string
  /** What may be chosen where a member points to a record. */
  readonly picks?: Readonly<Record<string, readonly Option[]>>
  onChange(value: FormValue): void
}

/** A form for whatever shape the model describes. */
export const SchemaFields = ({ schema, value, faults, path = '', picks = {}, onChange }: SchemaFieldsProps) =>
  Object.entries(schema.properties ?? {})
    .filter(([, member]) => !member.readOnly)
    .map(([key, member]) => (
      <SchemaField
        key={key}
        name={key}
        schema={member}
        isRequired={isRequired(schema, key)}
        value={value[key]}
        faults={faults}
        path={path ? `${path}/${key}` : key}
        options={picks[key]}
        onChange={(next) => onChange({ ...value, [key]: next })}
      />
    ))

/** A change asks for nothing; there, what may not be null has to stay something. */
function isRequired({ required = [], properties = {} }: JsonSchema, key: string): boolean {
  return required.length > 0 ? required.includes(key) : ![properties[key]?.type].flat().includes('null')
}

/** Only some members of a shape. */
export const only = (schema: JsonSchema, keys: readonly string[]): JsonSchema => ({
  ...schema,
  properties: Object.fromEntries(
    keys.flatMap((key) => {
      const member = schema.properties?.[key]
      return member ? [[key, member] as const] : []
    }),
  ),
})
