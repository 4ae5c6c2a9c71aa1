import { type JsonSchema, type Operation, pathParams } from '@svc/model'

export function parametersOf({
  path,
  query = {},
  requiredQuery = [],
  method,
  kind,
  verb,
}: Operation): readonly object[] {
  return [
    ...pathParams(path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string', maxLength: 200 },
    })),
    ...Object.entries(query).map(([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      required: requiredQuery.includes(name),
      ...(description && { description }),
      schema,
    })),
    ...(method === 'POST' && kind && verb === 'create'
      ? [
          optionalHeader(
            'Idempotency-Key',
            'The same key and body within 24 hours returns the first answer again.',
            { maxLength: 255, pattern: '^[!-~]+$' },
          ),
        ]
      : []),
    ...(method === 'PATCH' || (method === 'DELETE' && verb)
      ? [
          optionalHeader('If-Match', 'Go on only if the record still has this ETag.', {
            pattern: '^("[0-9]+"|\\*)$',
          }),
        ]
      : []),
    ...(method === 'GET' && path !== '/openapi.json'
      ? [optionalHeader('If-None-Match', 'Answer 304 if this is still the ETag.', { pattern: '^"[!#-~]*"$' })]
      : []),
  ]
}

const optionalHeader = (name: string, description: string, schema: JsonSchema) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', ...schema },
})
