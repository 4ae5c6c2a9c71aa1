import {
  allKinds,
  allOperations,
  eventSchema,
  type JsonSchema,
  localUrl,
  type Operation,
  schemasOf,
  type Upload,
} from '@svc/model'
import { exampleOf } from './examples.ts'
import { parametersOf } from './parameters.ts'
import { errorResponses, errorSchema, header, responses } from './problems.ts'
import { withRules } from './rules.ts'

/**
 * Where the API is: at the public URL, or else relative to where this was served, so that a page can call the
 * server it came from; and on localhost.
 */
export const serverUrls = (publicUrl = ''): readonly string[] => [...new Set([publicUrl, localUrl])]

/**
 * The machine-readable description, made from the model alone; by default for localhost, as in the checked-in
 * file.
 */
export function openApiDocument(urls: readonly string[] = [localUrl]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'svc',
      version: '1.0.0',
      description:
        'A service catalog and engineering-operations registry. Every read and write is confined to the ' +
        'organisation and mode (live or test) of the calling credential. Text is Unicode without NUL.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: urls.map((url) => ({ url: `${url}/v1` })),
    security: [{ bearer: [] }],
    tags: [...new Set(allOperations.map(({ group }) => group))].map((name) => ({ name })),
    paths: paths(urls),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description:
            'A personal access token (`svc_pat_live_…`, `svc_pat_test_…`) or an organisation key (`svc_key_…`).',
        },
      },
      responses: responses(),
      schemas: schemas(),
    },
  }
}

function paths(urls: readonly string[]): object {
  const grouped = Map.groupBy(allOperations, ({ path }) => path)
  return Object.fromEntries(
    grouped
      .entries()
      .map(([path, operations]) => [
        path,
        Object.fromEntries(
          operations.map((operation) => [operation.method.toLowerCase(), describe(operation, urls)]),
        ),
      ]),
  )
}

function describe(operation: Operation, urls: readonly string[]): object {
  const { id, summary, about, group, scope, body, bodyExample, upload, success, file, atRoot } = operation
  return {
    operationId: id,
    summary,
    ...(about && { description: about }),
    tags: [group],
    // Paths start with a slash, so the URL has none at its end, unless it would be empty.
    ...(atRoot && { servers: urls.map((url) => ({ url: url || '/' })) }),
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
    ...(upload && { requestBody: fileOf(upload) }),
    responses: {
      [success.status]: {
        description: success.about,
        headers: headersOf(operation),
        ...(file && { content: { [file]: { schema: {}, example: 'PK…' } } }),
        ...(success.schema && {
          content: {
            'application/json': { schema: named(success.schema), example: exampleOf(success.schema) },
            ...(success.streams && { 'text/event-stream': { schema: { type: 'string' }, example: aStream } }),
          },
        }),
      },
      ...(operation.method === 'GET' && {
        304: {
          description: 'Nothing has changed since the ETag in If-None-Match.',
          headers: headersOf(operation),
        },
      }),
      ...errorResponses(operation),
    },
  }
}

const fileOf = ({ types, about, example }: Upload): object => ({
  description: about,
  required: true,
  content: Object.fromEntries(
    types.map((type) => [
      type,
      { schema: { type: 'string', format: 'binary' }, ...(example !== undefined && { example }) },
    ]),
  ),
})

const aStream = 'id: 271\ndata: {"seq":271,"type":"issue.status_changed"}\n\n'

const headersOf = ({ method }: Operation): object => ({
  'X-Request-Id': header('Identifies the request in the log.'),
  ...(method === 'GET' && { ETag: header('Identifies this state.') }),
})

/** Every schema with a title is listed once, under that title. */
function schemas(): object {
  const found = new Map<string, JsonSchema>()
  const add = (schema: JsonSchema | undefined): void => {
    if (schema?.title) found.set(schema.title, schema)
  }
  for (const kind of allKinds) add({ ...schemasOf(kind).record, description: kind.about })
  for (const operation of allOperations) {
    add(withRules(operation))
    add(operation.item)
    add(operation.success.schema)
  }
  add(eventSchema)
  add(errorSchema)
  return Object.fromEntries([...found].sort(([a], [b]) => a.localeCompare(b)))
}

const named = (schema: JsonSchema): JsonSchema =>
  schema.title ? { $ref: `#/components/schemas/${schema.title}` } : schema
