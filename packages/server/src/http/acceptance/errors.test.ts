import assert from 'node:assert/strict'
import { get } from 'node:http'
import { connect } from 'node:net'
import { describe, test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, make, notFound, refused, refusedField } from './checks.ts'

onEachEngine((engine) => {
  describe('with a working store', () => {
    const app = useApp(engine, { rateLimit: 'off' })

    test('every code of the list, with its status and the same body', async () => {
      const { owner, person } = await app.organisation()
      const project = await make(owner, '/projects', { name: 'Shop' })
      const issue = await make(owner, '/issues', { appId: project.id, title: 'x' })
      const pager = { scope: 'component', targetId: project.id, provider: 'pagerduty', scheduleId: 'P1' }
      const { id: bindingId } = await make(owner, '/oncall/bindings', pager)
      const big = JSON.stringify({ name: 'x'.repeat(1_100_000) })
      const retry = { 'idempotency-key': 'k' }
      await owner.post('/teams', { name: 'a' }, retry)

      refused(await owner.post('/projects', {}), 400, 'invalid_request')
      refused(await app.client().get('/projects'), 401, 'unauthenticated')
      refused(await (await person('viewer')).post('/projects', { name: 'x' }), 403, 'forbidden')
      refused(await owner.get('/projects/prj_none'), 404, 'not_found')
      refused(await owner.post('/oncall/bindings', pager), 409, 'duplicate')
      refused(await owner.patch(`/issues/${issue.id}`, { version: 7, title: 'y' }), 409, 'version_conflict')
      refused(await owner.post('/teams', { name: 'b' }, retry), 422, 'idempotency_conflict')
      const stale = { 'if-match': '"stale"' }
      refused(await owner.patch(`/projects/${project.id}`, { name: 'y' }, stale), 412, 'precondition_failed')
      refused(await owner.post('/projects', big), 413, 'payload_too_large')
      const xml = { 'content-type': 'application/xml' }
      refused(await owner.post('/projects', '<a/>', xml), 415, 'unsupported_media_type')
      const refresh = await owner.post(`/oncall/bindings/${bindingId}/refresh`)
      refused(refresh, 502, 'upstream_unavailable')
    })

    test('a refusal lists every field that is wrong', async () => {
      const { owner } = await app.organisation()
      const reply = await owner.post('/apis', { kind: 'soap', lifecycle: 'old', wings: 2 })
      for (const field of ['name', 'kind', 'lifecycle', 'wings']) refusedField(reply, field)
      assert.match(reply.text, /rest.*graphql.*grpc/, 'and says what is allowed')
    })

    test('every answer has an X-Request-Id: the caller’s own if it is well-formed', async () => {
      const { owner } = await app.organisation()
      const wellFormed = ['abc-123', 'A.b_c~d', '7f9c2ba4-e88f-47d7-a4c5-3f5d8b1a2c3d']
      for (const id of wellFormed) {
        const reply = await owner.get('/me', { 'x-request-id': id })
        assert.equal(reply.headers.get('x-request-id'), id)
        assert.equal(notFound(await owner.get('/teams/x', { 'x-request-id': id })).requestId, id)
      }
      for (const id of ['', 'a b', 'x'.repeat(1_000), '<script>', 'a"b', 'a{b}']) {
        const given = (await owner.get('/me', { 'x-request-id': id })).headers.get('x-request-id')
        assert.match(given ?? '', /^\S+$/)
        assert.notEqual(given, id)
      }
      const ids = new Set<string | null>()
      for (const path of ['/me', '/none', '/openapi.json'])
        ids.add((await owner.get(path)).headers.get('x-request-id'))
      ids.add((await app.client().get('/me')).headers.get('x-request-id'))
      for (const path of ['/healthz', '/readyz', '/metrics', '/docs', '/'])
        ids.add((await fetch(`${app.url}${path}`)).headers.get('x-request-id'))
      assert.equal(ids.size, 9, 'each request its own')
      assert.ok(!ids.has(null))
    })

    test('an unknown address is 404 and a known one without the method says so', async () => {
      const { owner } = await app.organisation()
      for (const path of [
        '/nothing',
        '/projects/a/b',
        '/apis//spec',
        '/projects/',
        '/Projects',
        '/drift/x',
      ]) {
        notFound(await owner.get(path))
      }
      for (const path of ['/v2/projects', '/projects', '/v1', '/v1/']) {
        const reply = await fetch(`${app.url}${path}`, {
          headers: { authorization: `Bearer ${owner.token}` },
        })
        assert.equal(reply.status, 404, path)
        assert.equal(((await reply.json()) as { code: string }).code, 'not_found')
      }
      for (const [method, path] of [
        ['PUT', '/projects'],
        ['DELETE', '/projects'],
        ['POST', '/users'],
        ['POST', '/deployments'],
        ['PATCH', '/users/x'],
      ] as const) {
        const reply = await owner.send(method, path)
        refused(reply, 405, 'method_not_allowed')
        assert.match(reply.headers.get('allow') ?? '', /GET/)
      }
    })

    test('ids of any shape are just not found', async () => {
      const { owner } = await app.organisation()
      const odd = ['x', '%20', '%00', '..%2f..', '%E4%BC%81', 'x'.repeat(150), "'%20or%201=1--", '__proto__']
      for (const id of odd) notFound(await owner.get(`/projects/${id}`))
      const broken = await owner.get('/projects/%E4%ZZ')
      assert.ok([400, 404].includes(broken.status), broken.text)
      refused(broken, broken.status, broken.status === 400 ? 'invalid_request' : 'not_found')
    })

    test('an address may name an origin, as a proxy is asked, and may be followed by anything', async () => {
      const { owner } = await app.organisation()
      const { port } = new URL(app.url)
      const statusOf = (path: string) =>
        new Promise((resolve, reject) => {
          const headers = { authorization: `Bearer ${owner.token}` }
          get({ hostname: '127.0.0.1', port, path, headers }, (answer) => {
            resolve(answer.resume().statusCode)
          }).on('error', reject)
        })
      for (const [path, status] of [
        ['/v1/me?', 200],
        ['/v1/teams?limit=1&cursor=', 400],
        ['/v1/me?next=/v1/none', 400],
        ['/v1/me#', 200],
        ['http://other.example/v1/me', 200],
        ['HTTPS://other.example:8443/v1/teams?limit=1', 200],
        ['http://other.example/v1/none', 404],
        ['http://other.example', 404],
      ] as const)
        assert.equal(await statusOf(path), status, path)
    })

    test('HEAD answers as GET does, without a body', async () => {
      const { owner } = await app.organisation()
      const { id } = await make(owner, '/projects', { name: 'Shop' })
      for (const path of [`/projects/${id}`, '/projects', '/projects?limit=1', '/me', '/openapi.json']) {
        const [get, head] = [await owner.get(path), await owner.send('HEAD', path)]
        assert.equal(head.status, 200, path)
        assert.equal(head.text, '')
        for (const name of ['etag', 'content-type'])
          assert.equal(head.headers.get(name), get.headers.get(name), `${name} of ${path}`)
      }
      assert.equal((await owner.send('HEAD', '/projects/prj_none')).status, 404)
      assert.equal((await app.client().send('HEAD', '/projects')).status, 401)
    })

    test('answers are JSON, and not for caches that others share', async () => {
      const { owner } = await app.organisation()
      for (const reply of [await owner.get('/projects'), await owner.get('/none')]) {
        assert.match(reply.headers.get('content-type') ?? '', /^application\/json/)
        assert.match(reply.headers.get('cache-control') ?? '', /private|no-store|no-cache/)
      }
    })

    test('with the rate limit off, nothing is limited and no limit is mentioned', async () => {
      const { owner } = await app.organisation()
      for (const reply of await Promise.all(Array.from({ length: 50 }, () => owner.get('/me')))) {
        bodyOf(reply)
        assert.equal(reply.headers.get('ratelimit'), null)
      }
    })

    test('input that is not HTTP does not take the server down', async () => {
      const { port } = new URL(app.url)
      const socket = connect(Number(port), '127.0.0.1')
      socket.end('nonsense\r\n\r\n')
      let text = ''
      for await (const chunk of socket) text += chunk
      assert.match(text, /^HTTP\/1\.1 400 /)
      bodyOf(await (await app.organisation()).owner.get('/me'))
    })
  })

  describe('with a clock that fails', () => {
    let isBroken = false
    const now = () => {
      if (isBroken) throw new Error('secret of the inside')
      return new Date()
    }
    const app = useApp(engine, { now, log: () => {} })

    test('an internal failure is 500 internal and reveals nothing internal', async () => {
      const { owner } = await app.organisation()
      isBroken = true
      const reply = await owner.post('/teams', { name: 'x' })
      isBroken = false
      refused(reply, 500, 'internal')
      assert.doesNotMatch(reply.text, /secret|inside|at .*\.ts/)
      await make(owner, '/teams', { name: 'x' })
    })
  })
})
