import type { JsonSchema } from '@svc/model'
import type { SchemaFieldsProps } from './schema-props.ts'
import { SchemaField } from './schema-field.tsx'

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
        Fields={SchemaFields}
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
