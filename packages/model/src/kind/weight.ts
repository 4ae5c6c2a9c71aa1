import type { Field } from './field.ts'
import type { Kind } from './kind.ts'
import type { JsonSchema } from '../shape/json-schema.ts'

/** The largest body that any request may have: nothing that is stored came in with more. */
const largestBody = 8 * 1024 * 1024

/** How many bytes a stored value of a field can have, as far as its schema says. */
export const maxBytes = (field: Field): number => Math.min(largestBody, bytesOf(field.schema, field.type))

/** An id is given by svc, and a reference is one of those. */
const idBytes = 40
const timeBytes = 24
const numberBytes = 24
/** The most that UTF-8 needs for a character. */
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

/** Lists inside a record are short as a rule; a text is as long as it may be. */
const usualList = 64 * 1024
const largestUsual = 1024 * 1024

const expected = new WeakMap<Kind, number>()

/** How large the answer with one record should be expected to be, before it is read. */
export function expectedBytes(kind: Kind): number {
  let bytes = expected.get(kind)
  if (bytes === undefined) {
    const each = Object.values(kind.fields).map((field) =>
      field.type === 'text' ? maxBytes(field) : Math.min(usualList, maxBytes(field)),
    )
    bytes = Math.min(
      largestUsual,
      each.reduce((sum, one) => sum + one, 0),
    )
    expected.set(kind, bytes)
  }
  return bytes
}
