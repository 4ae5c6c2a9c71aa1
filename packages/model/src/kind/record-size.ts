import type { Field } from './field.ts'
import type { Kind } from './kind.ts'
import type { JsonSchema } from '../shape/json-schema.ts'

/** The largest request body: nothing that is stored can be larger. */
const maxBody = 8 * 1024 * 1024

/** How many bytes a stored value of a field can have, as far as its schema says. */
export const maxBytes = (field: Field): number => Math.min(maxBody, bytesOf(field.schema, field.type))

/** Ids are assigned by svc, and a reference is one of them. */
const idBytes = 40
const timeBytes = 24
const numberBytes = 24
/** The maximum per character in UTF-8. */
const characterBytes = 4

function bytesOf(schema: JsonSchema, type?: Field['type']): number {
  if (type === 'id' || type === 'ref') return idBytes
  if (type === 'refs') return (schema.maxItems ?? Number.POSITIVE_INFINITY) * (idBytes + 3)
  if (schema.enum) return Math.max(...schema.enum.map((value) => String(value).length))
  if (schema.format === 'date-time') return timeBytes
  const types = [schema.type].flat()
  if (types.includes('string')) return (schema.maxLength ?? Number.POSITIVE_INFINITY) * characterBytes
  if (types.includes('array'))
    return (schema.maxItems ?? Number.POSITIVE_INFINITY) * (bytesOf(schema.items ?? {}) + 3)
  if (types.includes('object') && schema.properties && schema.additionalProperties === false)
    return Object.entries(schema.properties).reduce(
      (sum, [key, inner]) => sum + key.length + 6 + bytesOf(inner),
      2,
    )
  return types.some((word) => word === 'integer' || word === 'number' || word === 'boolean')
    ? numberBytes
    : Number.POSITIVE_INFINITY
}

/** Arrays in a record are usually short; a text is assumed to have its maximum length. */
const typicalArray = 64 * 1024
const maxExpected = 1024 * 1024

const expected = new WeakMap<Kind, number>()

/** The expected size of an answer with one record, before it is read. */
export function expectedBytes(kind: Kind): number {
  let bytes = expected.get(kind)
  if (bytes === undefined) {
    const each = Object.values(kind.fields).map((field) =>
      field.type === 'text' ? maxBytes(field) : Math.min(typicalArray, maxBytes(field)),
    )
    bytes = Math.min(
      maxExpected,
      each.reduce((sum, one) => sum + one, 0),
    )
    expected.set(kind, bytes)
  }
  return bytes
}
