import { allKinds, type JsonSchema } from '@svc/model'

const exampleKinds = new Map(allKinds.map((kind) => [`#/components/schemas/${kind.title}`, kind]))

/** An example of an answer: a kind's own example with what the service fills in. */
export function exampleOf(schema: JsonSchema): object {
  const [listKey, list] = Object.entries(schema.properties ?? {})[0] ?? []
  const kind = exampleKinds.get(schema.$ref ?? list?.items?.$ref ?? '')
  if (!kind) return {}
  const record: Record<string, unknown> = {}
  for (const [key, { type, schema: field, traits }] of Object.entries(kind.fields)) {
    if (traits.internal) continue
    const given = (kind.example as Readonly<Record<string, unknown>>)[key]
    record[key] =
      given ??
      traits.default ??
      (traits.nullable && type !== 'timestamp' ? null : sample(type, field, kind.idPrefix))
  }
  return { example: schema.$ref ? record : { [listKey ?? 'items']: [record] } }
}

function sample(type: string, schema: JsonSchema, prefix: string): unknown {
  if (type === 'id') return `${prefix}_01jcq8z3v1000a7k2m9x4q6r8t`
  if (type === 'timestamp') return '2026-11-15T12:00:00.000Z'
  if (schema.enum) return schema.enum[0]
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0
  return type === 'boolean' ? false : type === 'texts' || type === 'refs' ? [] : '…'
}
