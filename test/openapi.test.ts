import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openApiDocument } from '@svc/server/openapi'
import { specified } from './openapi/specified.ts'

/** The parts of a description that are checked here. */
interface Media {
  readonly schema: object
  readonly example?: unknown
}

interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, Media>>
}

interface Described {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response>>
}

interface Description {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly security: readonly object[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, Response>>
  }
}

const description = openApiDocument() as Description

const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method: method.toUpperCase(),
    ...operation,
  })),
)
type Known = (typeof operations)[number]

const isOpen = ({ security }: Known): boolean => security?.length === 0

test('docs/openapi.json is the description; `npm run generate` writes it', async () => {
  const committed = await readFile(join(import.meta.dirname, '..', 'docs', 'openapi.json'), 'utf8')
  assert.ok(committed === `${JSON.stringify(description, null, 2)}\n`, 'Run npm run generate.')
})

test('it is OpenAPI 3.1 of version 1.0.0, with bearer tokens', () => {
  assert.match(description.openapi, /^3\.1\.\d+$/)
  assert.equal(description.info.version, '1.0.0')
  assert.deepEqual(description.security, [{ bearer: [] }])
  const { type, scheme } = description.components.securitySchemes.bearer as Record<string, unknown>
  assert.deepEqual({ type, scheme }, { type: 'http', scheme: 'bearer' })
})

test('every endpoint of the specification is there, with every status that it names', () => {
  const endpoints = Object.entries(specified).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, statuses]) => ({ path, method, statuses })),
  )
  assert.equal(endpoints.length, 70)
  for (const { path, method, statuses } of endpoints) {
    const found = description.paths[path]?.[method.toLowerCase()]
    assert.ok(found, `${method} ${path}`)
    for (const status of statuses) assert.ok(found.responses[status], `${method} ${path} ${status}`)
  }
})

test('every operation has an id of its own, a summary and a tag that is listed', () => {
  const ids = operations.map(({ operationId }) => operationId)
  assert.equal(new Set(ids).size, ids.length)
  const tags = new Set(description.tags.map(({ name }) => name))
  for (const { operationId, summary, tags: own } of operations) {
    assert.match(operationId, /^[a-z][A-Za-z]+$/)
    assert.match(summary, /^[A-Z]/, operationId)
    assert.ok(own.length > 0 && own.every((tag) => tags.has(tag)), operationId)
  }
})

test('every operation lists the statuses it can answer with', () => {
  for (const operation of operations) {
    const { method, path, operationId, requestBody, responses, parameters } = operation
    const needed = ['400', '431', '500']
    if (!isOpen(operation)) needed.push('401', '403', '429')
    if (path.includes('{')) needed.push('404')
    if (method === 'GET') needed.push('304')
    if (method === 'POST') needed.push('409', '422')
    if (requestBody) needed.push('413', '415')
    if (parameters.some(({ name }) => name === 'If-Match')) needed.push('412')
    for (const status of needed) assert.ok(responses[status], `${operationId} ${status}`)
    const successes = Object.keys(responses).filter((status) => status.startsWith('2'))
    assert.equal(successes.length, 1, operationId)
  }
})

test('every parameter of a path is described, and only those', () => {
  for (const { path, operationId, parameters } of operations) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const named = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
    assert.deepEqual(named, inPath, operationId)
  }
})

test('bodies and answers have examples', () => {
  for (const { operationId, requestBody, responses } of operations) {
    for (const one of [requestBody, ...Object.values(responses).map(resolved)]) {
      for (const { example } of Object.values(one?.content ?? {}))
        assert.notEqual(example, undefined, operationId)
    }
  }
})

test('every reference leads somewhere', () => {
  const references = new Set<string>()
  JSON.stringify(description, (key, value) => {
    if (key === '$ref') references.add(value)
    return value
  })
  assert.ok(references.size > 50)
  for (const reference of references) assert.notEqual(at(reference), undefined, reference)
})

const resolved = (response: Response): Response =>
  response.$ref === undefined ? response : (at(response.$ref) as Response)

function at(reference: string): unknown {
  const parts = reference.replace(/^#\//, '').split('/')
  return parts.reduce<unknown>(
    (value, part) => (value as Record<string, unknown> | undefined)?.[part],
    description,
  )
}
