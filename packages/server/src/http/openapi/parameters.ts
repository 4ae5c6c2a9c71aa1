import { allKinds, type JsonSchema, type Kind, type Operation, pathParams } from '@svc/model'
import { sampleId } from './examples.ts'

export const parametersOf = (operation: Operation): readonly object[] => [
  ...pathParameters(operation),
  ...queryParameters(operation),
  ...headerParameters(operation),
]

const pathParameters = ({ path, params = {} }: Operation): readonly object[] =>
  pathParams(path).map((name) => {
    const kind = allKinds.find((one) => one.path === path.split(`/{${name}}`, 1)[0])
    return {
      name,
      in: 'path',
      required: true,
      ...(kind && describeKey(kind, name)),
      schema: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        ...enumOf(kind?.fields[name]?.schema),
        ...params[name],
      },
    }
  })

/** A record is identified by its id, or by one of its fields. */
const describeKey = (kind: Kind, name: string): object => {
  const field = kind.fields[name]
  if (!field) return { description: `The id of the ${kind.noun}.`, example: sampleId(kind.idPrefix) }
  return { description: field.traits.about, example: (kind.example as Record<string, unknown>)[name] }
}

const enumOf = (schema: JsonSchema | undefined): JsonSchema => (schema?.enum ? { enum: schema.enum } : {})

const queryParameters = ({ query = {}, requiredQuery = [] }: Operation): readonly object[] =>
  Object.entries(query).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: requiredQuery.includes(name),
    ...(description && { description }),
    schema,
  }))

function headerParameters({ method }: Operation): readonly object[] {
  if (method === 'GET') return [optionalHeader('If-None-Match', 'Returns 304 if the ETag is still this one.')]
  if (method === 'POST')
    return [
      optionalHeader(
        'Idempotency-Key',
        'The same key and body within 24 hours return the first answer again.',
        { maxLength: 255, pattern: '^[!-~]+$' },
      ),
    ]
  return [
    optionalHeader('If-Match', 'Proceed only if the record still has this ETag, or if it exists (`*`).'),
  ]
}

const optionalHeader = (name: string, description: string, schema: JsonSchema = {}) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
})
