import type { Field } from './field.ts'
import type { Kind } from './kind.ts'
import { closedObject, type JsonSchema, orNull } from './schema.ts'

export interface KindSchemas {
  /** A record as it is returned: every field present. */
  readonly record: JsonSchema
  readonly create: JsonSchema
  readonly update: JsonSchema
}

const known = new WeakMap<Kind, KindSchemas>()

/** The JSON Schemas of a kind, made once. */
export function schemasOf(kind: Kind): KindSchemas {
  let schemas = known.get(kind)
  if (!schemas) {
    schemas = makeSchemas(kind)
    known.set(kind, schemas)
  }
  return schemas
}

function makeSchemas(kind: Kind): KindSchemas {
  // What marks a deleted record is only in the answer to who asks for deleted ones.
  const taken = Object.entries(kind.fields).filter(
    ([key, field]) => !field.traits.internal || key === kind.softDelete,
  )
  const shown = taken.filter(([, field]) => !field.traits.internal).map(([key]) => key)
  const shape = (map: (field: Field) => JsonSchema) =>
    Object.fromEntries(taken.map(([key, field]) => [key, map(field)]))
  const required = taken.filter(([, field]) => isRequired(field)).map(([key]) => key)

  return {
    record: { ...closedObject(shape(inRecord), shown), title: kind.title },
    create: { ...closedObject(shape(inCreate), required), title: `${kind.title}Input` },
    update: {
      ...closedObject(shape(kind.strict ? inStrictUpdate : inUpdate), []),
      title: `${kind.title}Patch`,
    },
  }
}

export const isRequired = ({ traits }: Field): boolean =>
  !traits.managed && !traits.nullable && traits.default === undefined

const described = (field: Field): JsonSchema => {
  const schema = { ...field.schema, description: field.traits.about }
  return field.traits.nullable ? orNull(schema) : schema
}

const inRecord = (field: Field): JsonSchema =>
  field.traits.managed ? { ...described(field), readOnly: true } : described(field)

/** Read-only fields are taken and ignored, so no shape is asked of them. */
const ignored = ({ traits }: Field): JsonSchema => ({
  description: `${traits.about} Set by the service: ignored in a request.`,
})

function inCreate(field: Field): JsonSchema {
  if (field.traits.managed) return ignored(field)
  const { default: value } = field.traits
  const schema = described({ ...field, schema: newValueSchema(field) })
  return value === undefined ? schema : { ...schema, default: value }
}

/** The JSON Schema of a value in a new record: what was stored before a limit came may be beyond it. */
export const newValueSchema = ({ schema, traits: { most, only } }: Field): JsonSchema => {
  if (only) return { type: 'string', enum: only }
  return most === undefined ? schema : { ...schema, maxItems: most }
}

const inStrictUpdate = (field: Field): JsonSchema =>
  field.traits.managed
    ? {
        description: `${field.traits.about} Set by the service: in a request, only its current value is accepted.`,
      }
    : inUpdate(field)

function inUpdate(field: Field): JsonSchema {
  if (field.traits.managed && !field.traits.guards) return ignored(field)
  const { about, immutable, most, only } = field.traits
  if (immutable)
    return { ...described(field), description: `${about} Cannot change: only the same value is taken.` }
  if (only)
    return {
      ...described(field),
      description: `${about} Only ${only.join(', ')} is taken; another that is there already may stay.`,
    }
  return most === undefined
    ? described(field)
    : {
        ...described(field),
        description: `${about} At most ${most}; where there are more, it can only shrink.`,
      }
}
