import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problems } from '../errors.ts'
import { allKinds } from '../kinds/index.ts'
import { allOperations, specialOperations } from './index.ts'
import { pathParams } from './operation.ts'

/** The endpoints of the specification, as its tables list them. */
const specified = `
GET POST /apis · GET PATCH DELETE /apis/{} · GET /apis/{}/spec
GET POST /dependencies · DELETE /dependencies/{}
GET POST /domains · GET PATCH DELETE /domains/{}
GET POST /resources · GET PATCH DELETE /resources/{}
GET POST /scorecards · GET PATCH DELETE /scorecards/{}
GET POST /systems · GET PATCH DELETE /systems/{}
GET /users · GET /users/{}
GET POST /issues · GET PATCH DELETE /issues/{}
GET POST /slos · GET PATCH DELETE /slos/{} · GET /slos/{}/snapshots
GET POST /runbooks · GET PATCH DELETE /runbooks/{}
GET POST /projects · GET PATCH DELETE /projects/{}
GET POST /teams · GET PATCH DELETE /teams/{}
GET POST /oncall/bindings · GET PATCH DELETE /oncall/bindings/{} · POST /oncall/bindings/{}/refresh
GET /drift · GET /drift/snapshots · GET /drift/snapshots/{}
GET /costs · GET /costs/entries
GET /secrets · GET /secrets/{}`

/** What the decisions add. */
const decided = `
GET /me · GET POST /tokens · DELETE /tokens/{} · GET POST /api-keys · DELETE /api-keys/{}
GET /issues/{}/activity · GET /audit-log · GET /scorecards/{}/scores · GET /scores
GET POST /identity-providers · GET PATCH DELETE /identity-providers/{}
GET POST /sso/domains · GET PATCH DELETE /sso/domains/{} · GET PATCH /sso/settings
GET POST /secrets · PATCH DELETE /secrets/{} · PUT /secrets/{}/value
GET /integrations · GET PUT DELETE /integrations/{} · POST /integrations/{}/test
GET /openapi.json`

test('every endpoint of the specification and of the decisions exists', () => {
  assert.equal(endpointsIn(specified).length, 70)
  const known = new Set(allOperations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/, '{}')}`))
  const missing = [...endpointsIn(specified), ...endpointsIn(decided)].filter((one) => !known.has(one))
  assert.deepEqual(missing, [])
})

test('no two operations have the same id, or the same method and path', () => {
  const ids = allOperations.map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  const routes = allOperations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`)
  assert.equal(new Set(routes).size, routes.length)
})

test('every verb of every kind is an operation', () => {
  for (const kind of allKinds) {
    const verbs = allOperations.filter((operation) => operation.kind === kind).map(({ verb }) => verb)
    assert.deepEqual(verbs, kind.verbs, kind.name)
  }
  const ofKinds = allOperations.filter(({ kind }) => kind)
  assert.equal(ofKinds.length + Object.keys(specialOperations).length, allOperations.length)
})

test('ids are valid names in a client, summaries are short and distinct', () => {
  for (const { id } of allOperations) assert.match(id, /^[a-z][A-Za-z]+$/)
  for (const { summary } of allOperations) assert.match(summary, /^[A-Z].{3,60}[^.]$/)
  const summaries = allOperations.map(({ summary }) => summary)
  assert.equal(new Set(summaries).size, summaries.length)
})

test('every operation has one success status, with a body unless it is 204', () => {
  for (const { id, method, success, file } of allOperations) {
    const isCreate = method === 'POST' && success.status === 201
    assert.equal(success.status, method === 'DELETE' ? 204 : isCreate ? 201 : 200, id)
    const hasBody = success.schema !== undefined || file !== undefined
    assert.equal(hasBody, method !== 'DELETE', id)
  }
})

test('every request body has an example', () => {
  for (const { id, body, bodyExample, method } of allOperations) {
    assert.equal(body !== undefined, bodyExample !== undefined, id)
    if (method === 'GET' || method === 'DELETE') assert.equal(body, undefined, id)
  }
})

test('a body is JSON or a file', () => {
  for (const { id, method, body, maxBodyBytes, upload } of allOperations) {
    if (!upload) continue
    assert.deepEqual([body, maxBodyBytes], [undefined, undefined], id)
    assert.match(method, /^(POST|PUT)$/, id)
    assert.ok(upload.types.length > 0 && upload.maxBytes > 0, id)
    for (const type of upload.types) assert.match(type, /^[a-z]+\/[a-z0-9.+-]+$/, id)
    assert.ok(!upload.types.includes('application/json'), id)
  }
})

test('a path names a record, or one within another, and the parameter is its kind’s', () => {
  for (const { path, kind } of allOperations) {
    const params = pathParams(path)
    assert.ok(params.length <= 2, path)
    if (params.length === 2)
      assert.ok(allKinds.some((one) => path.startsWith(`${one.path}/{${one.idParam}}/`)))
    if (kind && path !== kind.path) assert.deepEqual(params, [kind.idParam])
  }
  assert.deepEqual(pathParams('/a/{b}/c/{dE}'), ['b', 'dE'])
})

test('required query parameters are parameters', () => {
  for (const { id, query = {}, requiredQuery = [] } of allOperations)
    for (const key of requiredQuery) assert.ok(query[key], `${id}: ${key}`)
})

test('only the description is public, and admin is required where agreed', () => {
  assert.deepEqual(
    allOperations.filter(({ scope }) => scope === null).map(({ path }) => path),
    ['/openapi.json'],
  )
  // Whoever may write may delete what they have said themselves, and a text that is part of what they may change.
  const own = ['deleteIssueComment', 'deleteView', 'deleteApiSpec']
  for (const { id, method, scope } of allOperations)
    if (method === 'DELETE' && !own.includes(id)) assert.equal(scope, 'admin', id)
})

test('each problem has one status, and a sentence about it', () => {
  for (const [code, { status, about }] of Object.entries(problems)) {
    assert.ok(status >= 400 && status < 600, code)
    assert.match(about, /^[A-Z].*\.$/, code)
  }
  const decidedCodes = `invalid_request unauthenticated forbidden not_found duplicate version_conflict
    idempotency_conflict precondition_failed payload_too_large unsupported_media_type rate_limited
    upstream_unavailable internal`
  for (const code of decidedCodes.split(/\s+/)) assert.ok(code in problems, code)
})

const endpointsIn = (text: string): readonly string[] =>
  text
    .trim()
    .split(/\n|·/)
    .flatMap((entry) => {
      const words = entry.trim().split(' ')
      const path = words.at(-1)
      return words.slice(0, -1).map((method) => `${method} ${path}`)
    })
