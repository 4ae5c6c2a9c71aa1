import {
  allKinds,
  allOperations,
  eventSchema,
  type JsonSchema,
  type Operation,
  pathParams,
  type ProblemCode,
  problems,
  schemasOf,
} from '@svc/model'

/** The machine-readable description, made from the model alone. */
export function openApiDocument(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc',
      version: '1.0.0',
      description:
        'A service catalog and engineering-operations registry. Every read and write is confined to the ' +
        'organisation and mode (live or test) of the calling credential.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1' }],
    security: [{ bearer: [] }],
    tags: [...new Set(allOperations.map(({ group }) => group))].map((name) => ({ name })),
    paths: paths(),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token (`svc_pat_live_…`, `svc_pat_test_…`) or an organisation key (`svc_key_…`).',
        },
      },
      schemas: schemas(),
    },
  }
}

function paths(): object {
  const grouped = Map.groupBy(allOperations, ({ path }) => path)
  return Object.fromEntries(
    grouped
      .entries()
      .map(([path, operations]) => [
        path,
        Object.fromEntries(
          operations.map((operation) => [operation.method.toLowerCase(), describe(operation)]),
        ),
      ]),
  )
}

function describe(operation: Operation): object {
  const { id, summary, about, group, scope, body, bodyExample, success } = operation
  return {
    operationId: id,
    summary,
    ...(about && { description: about }),
    tags: [group],
    ...(scope === null ? { security: [] } : { 'x-scope': scope }),
    parameters: parametersOf(operation),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: named(body),
            ...(bodyExample !== undefined && { example: bodyExample }),
          },
        },
      },
    }),
    responses: {
      [success.status]: {
        description: success.about,
        headers: {
          'X-Request-Id': header('Names the request in the log.'),
          ...(operation.method === 'GET' && { ETag: header('Names this state.') }),
        },
        ...(success.schema && {
          content: { 'application/json': { schema: named(success.schema), ...exampleOf(success.schema) } },
        }),
      },
      ...(operation.method === 'GET' && {
        304: { description: 'Nothing has changed since the ETag in If-None-Match.' },
      }),
      ...errorResponses(operation),
    },
  }
}

const header = (description: string) => ({ description, schema: { type: 'string' } })

function parametersOf({
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

/** What any endpoint of its sort can answer with, and what this one adds. */
function problemsOf({
  method,
  path,
  scope,
  query,
  body,
  problems: own = [],
  kind,
  verb,
}: Operation): readonly ProblemCode[] {
  const codes: ProblemCode[] = [...own]
  if (scope !== null) codes.push('unauthenticated', 'forbidden', 'rate_limited')
  codes.push('invalid_request', 'internal')
  if (path.includes('{') || path === '/sso/settings') codes.push('not_found')
  if (body) codes.push('payload_too_large', 'unsupported_media_type')
  if (method === 'PATCH' || (method === 'DELETE' && verb)) codes.push('precondition_failed')
  if (method === 'POST' && body) codes.push('idempotency_conflict', 'duplicate')
  void query
  void kind
  return [...new Set(codes)]
}

function errorResponses(operation: Operation): object {
  const byStatus = Map.groupBy(problemsOf(operation), (code) => problems[code].status)
  return Object.fromEntries(
    byStatus.entries().map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${problems[code].about}`).join(' '),
        ...(status === 401 && { headers: { 'WWW-Authenticate': header('Bearer') } }),
        ...(status === 429 && { headers: { 'Retry-After': header('Seconds to wait.') } }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

const errorSchema: JsonSchema = {
  title: 'Error',
  type: 'object',
  properties: {
    code: { type: 'string', enum: Object.keys(problems) },
    message: { type: 'string', description: 'What was wrong and what is allowed.' },
    details: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
        required: ['path', 'message'],
      },
    },
    requestId: { type: 'string' },
  },
  required: ['code', 'message', 'requestId'],
}

/** Every schema with a title stands once, under that title. */
function schemas(): object {
  const found = new Map<string, JsonSchema>()
  const add = (schema: JsonSchema | undefined): void => {
    if (schema?.title) found.set(schema.title, schema)
  }
  for (const kind of allKinds) add({ ...schemasOf(kind).record, description: kind.about })
  for (const { body, success } of allOperations) {
    add(body)
    add(success.schema)
  }
  add(eventSchema)
  add(errorSchema)
  return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)))
}

const named = (schema: JsonSchema): JsonSchema =>
  schema.title ? { $ref: `#/components/schemas/${schema.title}` } : schema

const exampleKinds = new Map(allKinds.map((kind) => [`#/components/schemas/${kind.title}`, kind]))

/** An example of an answer: a kind's own example with what the service fills in. */
function exampleOf(schema: JsonSchema): object {
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
