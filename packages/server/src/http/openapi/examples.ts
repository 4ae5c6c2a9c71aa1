import { allKinds, eventSchema, type JsonSchema, type Kind } from '@svc/model'

const refTo = (title: string): string => `#/components/schemas/${title}`
const exampleKinds = new Map(allKinds.map((kind) => [refTo(kind.title), kind]))

export const sampleId = (prefix: string): string => `${prefix}_01jcq8z3v1000a7k2m9x4q6r8t`

/** An example of what a schema describes: a kind's own example with what the service fills in, or a sample. */
export function exampleOf(schema: JsonSchema): unknown {
  const { examples, oneOf, properties = {}, required = [], $ref = '' } = schema
  if (examples) return examples[0]
  if (oneOf?.[0]) return exampleOf(oneOf[0])
  const kind = exampleKinds.get($ref)
  if (kind) return recordOf(kind)
  if ($ref === refTo('Event')) return exampleOf(eventSchema)
  if (isObject(schema))
    return Object.fromEntries(required.map((key) => [key, exampleOf(properties[key] ?? {})]))
  return schema.items ? [exampleOf(schema.items)] : sample(schema)
}

const isObject = ({ type }: JsonSchema): boolean => type === 'object'

function recordOf(kind: Kind): object {
  const given = kind.example as Readonly<Record<string, unknown>>
  const shown = Object.entries(kind.fields).filter(([, { traits }]) => !traits.internal)
  return Object.fromEntries(
    shown.map(([key, { type, schema, traits }]) => {
      if (type === 'id') return [key, sampleId(kind.idPrefix)]
      const isEmpty = traits.nullable && type !== 'timestamp'
      return [key, given[key] ?? traits.default ?? (isEmpty ? null : sample(schema))]
    }),
  )
}

function sample(schema: JsonSchema): unknown {
  const type = [schema.type ?? 'string'].flat()[0] ?? 'string'
  if (schema.format === 'date-time') return '2026-11-15T12:00:00.000Z'
  if (schema.enum) return schema.enum[0]
  return samples[type]?.(schema) ?? null
}

const samples: Readonly<Record<string, (schema: JsonSchema) => unknown>> = {
  string: () => '…',
  integer: ({ minimum = 0 }) => minimum,
  number: ({ minimum = 0 }) => minimum,
  boolean: () => false,
  array: () => [],
  object: () => ({}),
}
