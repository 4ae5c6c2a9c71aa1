import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asObject } from '../untyped.ts'
import { type ApiOperation, referenceOf } from '../openapi/reference-of.ts'
import { curlOf, firstBodyOf, missingIn, requestOf } from './request-of.ts'

const { groups, servers } = referenceOf(
  asObject({
    openapi: '3.1.0',
    servers: [{ url: 'https://tools.example/svc/v1/' }],
    paths: {
      '/teams/{teamId}/things': {
        post: {
          parameters: [
            { name: 'teamId', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'q', in: 'query', schema: { type: 'string' } },
            { name: 'If-Match', in: 'header', schema: { type: 'string' } },
          ],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: {}, example: { name: "O'Neill" } } },
          },
          responses: {},
        },
      },
      '/ingest/v1/costs': { get: { servers: [{ url: 'https://tools.example/svc' }], responses: {} } },
    },
  }),
)
const [post, get] = groups.flatMap(({ operations }) => operations) as [ApiOperation, ApiOperation]
const [server = ''] = servers
const body = firstBodyOf(post)

test('a request has what was filled in, under the path of the server', () => {
  const values = { 'path teamId': 'a/b c', 'query q': 'x&y', 'header If-Match': '"1"' }
  assert.deepEqual(requestOf(post, { values, body }, server), {
    method: 'POST',
    address: '/svc/v1/teams/a%2Fb%20c/things?q=x%26y',
    headers: { 'If-Match': '"1"', 'content-type': 'application/json' },
    body: '{\n  "name": "O\'Neill"\n}',
  })
})

test('empty values are not sent, and an operation may have its own server', () => {
  const values = { 'query q': '' }
  assert.deepEqual(requestOf(get, { values, body: '' }, get.servers[0] ?? server), {
    method: 'GET',
    address: '/svc/ingest/v1/costs',
    headers: {},
    body: null,
  })
})

test('missing required values are named', () => {
  assert.deepEqual(missingIn(post, { values: {}, body: ' ' }), ['teamId', 'the body'])
  assert.deepEqual(missingIn(post, { values: { 'path teamId': 'x' }, body }), [])
})

test('the curl command is the same request, safely quoted and without the token', () => {
  const request = requestOf(post, { values: { 'path teamId': "$(x)'" }, body }, server)
  assert.equal(
    curlOf(request, 'http://localhost:8080'),
    [
      `curl -X POST 'http://localhost:8080/svc/v1/teams/%24(x)'\\''/things'`,
      '-H "Authorization: Bearer $SVC_API_TOKEN"',
      `-H 'content-type: application/json'`,
      `--data '{\n  "name": "O'\\''Neill"\n}'`,
    ].join(' \\\n  '),
  )
})
