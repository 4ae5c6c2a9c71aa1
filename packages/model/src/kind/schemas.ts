import type { Field } from './field.ts'
import type { CreateInput, Kind, Resource, UpdateInput } from './kind.ts'
import type { JsonSchema } from '../shape/json-schema.ts'
import { type Shape, shape } from '../shape/shape.ts'

export interface KindSchemas<K extends Kind = Kind> {
  /** A record as it is returned: every field present. */
  readonly record: Shape<Resource<K>>
  readonly create: Shape<CreateInput<K>>
  readonly update: Shape<UpdateInput<K>>
}

const known = new WeakMap<Kind, KindSchemas>()

/** The JSON Schemas of a kind, built once. */
export function schemasOf<K extends Kind>(kind: K): KindSchemas<K> {
  let schemas = known.get(kind)
  if (!schemas) {
    schemas = makeSchemas(kind)
    known.set(kind, schemas)
  }
  // The schemas are built from the same fields as the types.
  return schemas as KindSchemas<K>
}

function makeSchemas(kind: Kind): Readonly<Record<keyof KindSchemas, JsonSchema>> {
  // The mark of a deleted record is only in answers that include deleted ones.
  const taken = Object.entries(kind.fields).filter(
    ([key, field]) => !field.traits.internal || key === kind.softDelete,
  )
  const shown = taken.filter(([, field]) => !field.traits.internal).map(([key]) => key)
  const each = (map: (field: Field) => JsonSchema) =>
    Object.fromEntries(taken.map(([key, field]) => [key, map(field)]))
  const required = taken.filter(([, field]) => isRequired(field)).map(([key]) => key)

  return {
    record: shape.object(each(inRecord), { required: shown, title: kind.title }),
    create: shape.object(each(inCreate), { required, title: `${kind.title}Input` }),
    update: shape.object(each(kind.strict ? inStrictUpdate : inUpdate), {
      required: [],
      title: `${kind.title}Patch`,
    }),
  }
}

export const isRequired = ({ traits }: Field): boolean =>
  !traits.managed && !traits.nullable && traits.default === undefined

const described = (field: Field): JsonSchema => {
  const schema = { ...field.schema, description: field.traits.about }
  return field.traits.nullable ? shape.nullable(schema) : schema
}

const inRecord = (field: Field): JsonSchema =>
  field.traits.managed ? { ...described(field), readOnly: true } : described(field)

/** Read-only fields are accepted and ignored, whatever their value. */
const ignored = ({ traits }: Field): JsonSchema => ({
  description: `${traits.about} Set by the service: ignored in a request.`,
})

function inCreate(field: Field): JsonSchema {
  if (field.traits.managed) return ignored(field)
  const { default: value } = field.traits
  const schema = described({ ...field, schema: newValueSchema(field) })
  return value === undefined ? schema : { ...schema, default: value }
}

/** The JSON Schema of a value in a new record: what was stored before a limit existed may exceed it. */
export const newValueSchema = ({ schema, traits: { maxEntries, only } }: Field): JsonSchema => {
  if (only) return { type: 'string', enum: only }
  return maxEntries === undefined ? schema : { ...schema, maxItems: maxEntries }
}

const inStrictUpdate = (field: Field): JsonSchema =>
  field.traits.managed
    ? {
        description: `${field.traits.about} Set by the service: in a request, only its current value is accepted.`,
      }
    : inUpdate(field)

function inUpdate(field: Field): JsonSchema {
  if (field.traits.managed && !field.traits.guards) return ignored(field)
  const { about, immutable, maxEntries, only } = field.traits
  if (immutable)
    return {
      ...described(field),
      description: `${about} Cannot be changed: only the current value is accepted.`,
    }
  if (only)
    return {
      ...described(field),
      description: `${about} Only ${only.join(', ')} is accepted; another existing value may stay.`,
    }
  return maxEntries === undefined
    ? described(field)
    : {
        ...described(field),
        description: `${about} At most ${maxEntries}; if there are already more, it can only shrink.`,
      }
}
