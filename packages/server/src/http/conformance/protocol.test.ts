import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allOperations, kinds } from '@svc/model'
import {
  addressOf,
  checkProblem,
  checkReply,
  clockBetweenJobs,
  kindInPath,
  onEachEngine,
  useApp,
} from '../../testing/index.ts'
import { done, newScene } from './suite.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
const byPath = Map.groupBy(allOperations, ({ path }) => path)
const withBody = allOperations.filter(({ body }) => body)
const withFile = allOperations.filter(({ upload }) => upload)

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  test('an unknown address is 404, with a body', async () => {
    const { client } = await newScene(app)
    for (const path of ['', '/', '/nope', '/apis/', '/apis/x/nope', '/Apis', '//apis', '/sso', '/oncall']) {
      const reply = await client.get(path)
      assert.equal(reply.status, 404, path)
      assert.equal(reply.body.code, 'not_found')
    }
  })

  test('an unknown id is 404 everywhere, however odd it looks', async () => {
    const { client } = await newScene(app)
    const odd = [
      'x',
      'prj_01jcq8z3v1000a7k2m9x4q6r8t',
      '%00',
      '..%2F..',
      "'%20or%201=1",
      '%F0%9F%92%A9',
      '-1',
      '*',
    ]
    for (const { method, path, body } of allOperations.filter(({ path }) => path.includes('{'))) {
      for (const id of [...odd, 'a'.repeat(200), 'a'.repeat(2_000)]) {
        const reply = await client.send(method, addressOf(path, id), body && {})
        assert.equal(reply.status, 404, `${method} ${path} ${id.slice(0, 40)}: ${reply.text}`)
        assert.equal(reply.body.code, 'not_found')
      }
    }
  })

  test('an id of another kind is unknown', async () => {
    const scene = await newScene(app)
    const { id: team } = await scene.make(kinds.team)
    const { id: domain } = await scene.make(kinds.domain)
    for (const { method, path, body } of allOperations.filter(({ path }) => path.includes('{'))) {
      const id = kindInPath(path)?.name === 'team' ? domain : team
      const reply = await scene.client.send(method, addressOf(path, id), body && {})
      assert.equal(reply.status, 404, `${method} ${path}: ${reply.text}`)
    }
  })

  test('a body that is nested too deeply is refused, wherever that is', async () => {
    const { client } = await newScene(app)
    // Far beyond what anything recursive survives.
    const depth = 20_000
    const brackets = '['.repeat(depth) + ']'.repeat(depth)
    for (const { method, path } of withBody) {
      for (const body of [`{"name":${brackets}}`, brackets, `{"items":[${brackets}]}`]) {
        const reply = await client.send(method, addressOf(path, 'x'), body)
        if (path.startsWith('/ingest/') && reply.status === 200)
          assert.equal(reply.body.results[0].status, 'rejected')
        else assert.equal(reply.status, 400, `${method} ${path}: ${reply.text.slice(0, 200)}`)
      }
    }
    const nested = (levels: number) => `${`{"a":`.repeat(levels)}1${'}'.repeat(levels)}`
    const rules = (levels: number) =>
      `{"name":"x","applicableKinds":["component"],"rules":[{"type":"has_owner_team","label":"x","weight":1,"params":${nested(levels)}}]}`
    done(await client.post('/scorecards', rules(90)), 201)
    const { details } = (await client.post('/scorecards', rules(101))).body
    assert.deepEqual(details, [{ path: 'rules', message: 'is nested more than 100 levels deep' }])
  })

  test('text that no engine can store is refused', async () => {
    const { client } = await newScene(app)
    for (const name of ['a\\u0000b', '\\ud800', 'a\\udc00b']) {
      const reply = await client.post('/teams', `{"name":"${name}"}`)
      assert.equal(reply.status, 400, `${name}: ${reply.text}`)
      assert.equal(reply.body.details[0].path, 'name')
    }
    const named = done(await client.post('/teams', { name: '\u{1f9ea}\u2028é\u0001' }), 201)
    assert.equal((await client.get(`/teams/${named.id}`)).body.name, '\u{1f9ea}\u2028é\u0001')
  })

  test('every answer has a request id, the caller’s own if it is well-formed', async () => {
    const { client } = await newScene(app)
    const wellFormed = ['abc-123', 'a'.repeat(128), '0f8fad5b-d9cb-469f-a165-70867728950e', 'a.b_c~d']
    for (const id of wellFormed) {
      for (const path of ['/teams', '/teams/x', '/nope']) {
        const reply = await client.get(path, { 'x-request-id': id })
        assert.equal(reply.headers.get('x-request-id'), id)
        if (reply.status === 404) assert.equal(reply.body.requestId, id)
      }
    }
    for (const id of ['', 'a b', 'a'.repeat(129), '<script>', 'a"b', 'a,b']) {
      const own = (await client.get('/teams', { 'x-request-id': id })).headers.get('x-request-id')
      assert.notEqual(own, id)
      assert.match(own ?? '', /^req_[0-9a-z]+$/)
    }
    const several = await Promise.all(Array.from({ length: 20 }, () => client.get('/teams')))
    assert.equal(new Set(several.map(({ headers }) => headers.get('x-request-id'))).size, 20)
  })

  test('HEAD answers as GET does, without the body', async () => {
    const { client } = await newScene(app)
    const { id } = done(await client.post('/teams', { name: 'x' }), 201)
    for (const path of ['/teams', `/teams/${id}`, '/me']) {
      const [got, headed] = [await client.get(path), await client.send('HEAD', path)]
      assert.equal(headed.status, 200)
      assert.equal(headed.text, '')
      assert.equal(headed.headers.get('etag'), got.headers.get('etag'))
      assert.equal(headed.headers.get('content-length'), got.headers.get('content-length'))
    }
  })
})

/** Refused before the engine is asked for anything but the caller, so one engine is enough. */
describe('whatever the engine', () => {
  const app = useApp('sqlite', { now: clockBetweenJobs() })

  test('an unsupported method is 405, and the answer lists the supported ones', async () => {
    const { client } = await newScene(app)
    for (const [path, operations] of byPath) {
      // Other methods take its last word for the id of a record.
      if (path.endsWith(`${kinds.groupMapping.path}/preview`)) continue
      const own = operations.map(({ method }) => method as string)
      for (const method of methods.filter((one) => !own.includes(one))) {
        const reply = await client.send(method, addressOf(path, 'x'), method === 'GET' ? undefined : {})
        assert.equal(reply.status, 405, `${method} ${path}`)
        assert.equal(reply.body.code, 'method_not_allowed')
        const allowed = (reply.headers.get('allow') ?? '').split(', ').filter((one) => one !== 'HEAD')
        assert.deepEqual(allowed.sort(), own.sort(), `${method} ${path}`)
      }
    }
  })

  test('a body must be JSON', async () => {
    const { client } = await newScene(app)
    for (const { method, path } of withBody) {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'json']) {
        const reply = await client.send(method, addressOf(path, 'x'), '{}', { 'content-type': type })
        assert.equal(reply.status, 415, `${method} ${path} ${type}`)
        assert.equal(reply.body.code, 'unsupported_media_type')
      }
    }
  })

  test('a file must have one of the types that its operation takes', async () => {
    const { client } = await newScene(app)
    for (const { method, path } of withFile) {
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'csv']) {
        const reply = await client.send(method, addressOf(path, 'x'), '{}', { 'content-type': type })
        assert.equal(reply.status, 415, `${method} ${path} ${type}: ${reply.text}`)
        assert.equal(reply.body.code, 'unsupported_media_type')
      }
    }
  })

  test('what is not JSON, or not an object, is refused', async () => {
    const { client } = await newScene(app)
    const bodies = ['{', '{"a":}', "{'a':1}", 'x', '{"name":"x"} x', '\u0000', '{"__proto__":{"a":1}}']
    const values = ['null', '[]', '"x"', '1', 'true', '']
    const notUtf8 = new Uint8Array(Buffer.from('{"name":"\xff"}', 'latin1'))
    for (const { method, path } of withBody) {
      for (const text of [...bodies, ...values, notUtf8]) {
        const reply = await client.send(method, addressOf(path, 'x'), text)
        assert.equal(reply.status, 400, `${method} ${path} ${text}: ${reply.text}`)
        assert.equal(reply.body.code, 'invalid_request')
      }
    }
  })

  test('a body of more than 1 MiB, or the endpoint’s own maximum, is 413; one of exactly that size is read', async () => {
    const { client } = await newScene(app)
    for (const { method, path, maxBodyBytes = 1024 * 1024 } of withBody) {
      const reply = await client.send(method, addressOf(path, 'x'), sized(maxBodyBytes + 1))
      assert.equal(reply.status, 413, `${method} ${path}: ${reply.text}`)
      assert.equal(reply.body.code, 'payload_too_large')
    }
    assert.equal((await client.post('/teams', sized(1024 * 1024))).status, 400)
  })

  test('the checks of this suite detect errors', () => {
    const headers = new Headers({ 'x-request-id': 'r', 'content-type': 'application/json', etag: '"1"' })
    const reply = (status: number, body: unknown) => ({ status, headers, body, text: JSON.stringify(body) })
    checkReply('GET', '/teams', reply(200, { teams: [] }))
    for (const body of [{}, { teams: {} }, { teams: [{}] }, { teams: [], more: 1 }])
      assert.throws(() => checkReply('GET', '/teams', reply(200, body)), JSON.stringify(body))
    assert.throws(() => checkReply('GET', '/teams', reply(299, { teams: [] })))
    const problem = { code: 'not_found', message: 'Not found.', requestId: 'r' }
    checkProblem(reply(404, problem), '')
    for (const wrong of [
      { code: 'nope' },
      { message: '' },
      { requestId: 'other' },
      { more: 1 },
      { details: [] },
    ])
      assert.throws(() => checkProblem(reply(404, { ...problem, ...wrong }), ''), JSON.stringify(wrong))
  })
})

/** A JSON object of exactly this many bytes. */
const sized = (bytes: number): string => `{"nope":"${'a'.repeat(bytes - 11)}"}`
