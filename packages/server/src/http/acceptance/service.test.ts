import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import type { Body } from './checks.ts'
import { make, read } from './checks.ts'

/** Every endpoint that the specification and the decisions name. */
const endpoints = [
  ...'apis resources systems domains scorecards issues slos runbooks projects teams templates'
    .split(' ')
    .flatMap((path) => [`GET,POST /${path}`, `GET,PATCH,DELETE /${path}/{}`]),
  ...[
    'GET,POST /dependencies',
    'DELETE /dependencies/{}',
    'GET /apis/{}/spec',
    'GET /users',
    'GET /users/{}',
  ],
  ...[
    'GET,POST /oncall/bindings',
    'GET,PATCH,DELETE /oncall/bindings/{}',
    'POST /oncall/bindings/{}/refresh',
  ],
  ...['GET /slos/{}/snapshots', 'GET /issues/{}/activity', 'GET /audit-log', 'GET /scorecards/{}/scores'],
  ...['GET /scores', 'GET /drift', 'GET /drift/snapshots', 'GET /drift/snapshots/{}', 'GET /costs'],
  ...['GET /costs/entries', 'GET /secrets', 'GET /secrets/{}', 'GET /me', 'GET,POST /tokens'],
  ...['DELETE /tokens/{}', 'GET,POST /api-keys', 'DELETE /api-keys/{}', 'GET,POST /identity-providers'],
  ...['GET,PATCH,DELETE /identity-providers/{}', 'GET,POST /sso/domains', 'PATCH,DELETE /sso/domains/{}'],
  ...['GET,PATCH /sso/settings', 'GET /deployments', 'GET /deployments/{}', 'GET /openapi.json'],
].flatMap((line) => {
  const [methods = '', path = ''] = line.split(' ')
  return methods.split(',').map((method) => [method.toLowerCase(), path] as const)
})

onEachEngine((engine) => {
  const app = useApp(engine)

  test('openapi.json: public, 3.1, version 1.0.0, every endpoint with what it needs', async () => {
    const reply = await app.client().get('/openapi.json')
    assert.equal(reply.status, 200)
    const document = reply.body
    assert.match(document.openapi, /^3\.1\.\d+$/)
    assert.equal(document.info.version, '1.0.0')
    const paths = new Map<string, Body>(
      Object.entries(document.paths).map(([path, item]) => [
        path.replace('/v1', '').replace(/\{\w+\}/g, '{}'),
        item,
      ]),
    )
    const ids = new Set<string>()
    for (const [method, path] of endpoints) {
      const operation = paths.get(path)?.[method]
      assert.ok(operation, `${method} ${path} is not described`)
      for (const key of ['operationId', 'summary', 'tags', 'responses'])
        assert.ok(operation[key], `${path} ${key}`)
      assert.ok(!ids.has(operation.operationId), operation.operationId)
      ids.add(operation.operationId)
    }
    const schemes = Object.values(document.components.securitySchemes) as readonly Body[]
    assert.ok(schemes.some(({ type, scheme }) => type === 'http' && scheme === 'bearer'))
    const refresh = paths.get('/oncall/bindings/{}/refresh')?.post.responses
    for (const status of ['200', '401', '403', '404', '502']) assert.ok(refresh[status], status)
  })

  test('openapi.json is compressed for clients that accept it, and is the same', async () => {
    const read = async (accepted: string) => {
      const answer = await fetch(`${app.url}/v1/openapi.json`, { headers: { 'accept-encoding': accepted } })
      assert.match(answer.headers.get('vary') ?? '', /Accept-Encoding/)
      return { encoding: answer.headers.get('content-encoding'), text: await answer.text() }
    }
    const plain = await read('identity')
    assert.equal(plain.encoding, null)
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip;q=0.5, br;q=0', 'gzip'],
      ['br;q=0.000', null],
    ] as const)
      assert.deepEqual(await read(accepted), { encoding, text: plain.text }, accepted)
  })

  test('the description and the health checks work even with an invalid credential', async () => {
    const headers = { authorization: 'Bearer svc_pat_live_nonsense' }
    for (const path of ['/v1/openapi.json', '/healthz', '/readyz'])
      assert.equal((await fetch(`${app.url}${path}`, { headers })).status, 200, path)
  })

  test('the addresses in the document are those of the server', async () => {
    const { owner } = await app.organisation()
    const { servers, paths } = (await app.client().get('/openapi.json')).body
    const [first] = Object.keys(paths).filter((path) => path.endsWith('/projects'))
    const base = new URL(servers?.[0]?.url ?? '/', app.url).href.replace(/\/$/, '')
    const reply = await fetch(`${base}${first}`, { headers: { authorization: `Bearer ${owner.token}` } })
    assert.equal(reply.status, 200)
    assert.deepEqual(
      servers.map(({ url }: { url: string }) => url),
      ['/v1', 'http://localhost:8080/v1'],
    )
  })

  test('healthz and readyz are open to all', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const reply = await fetch(`${app.url}${path}`)
      assert.equal(reply.status, 200, path)
      assert.match(reply.headers.get('content-type') ?? '', /json/)
      await reply.json()
    }
  })

  test('metrics are Prometheus text for anyone with read', async () => {
    const { owner } = await app.organisation()
    await make(owner, '/projects', { name: 'x' })
    await read(owner, '/projects')
    const ask = (token?: string) =>
      fetch(`${app.url}/metrics`, token ? { headers: { authorization: `Bearer ${token}` } } : {})
    const refused = await ask()
    assert.equal(refused.status, 401)
    assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
    const reply = await ask(owner.token)
    assert.equal(reply.status, 200)
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain/)
    const text = await reply.text()
    assert.match(text, /^# TYPE \S+ histogram$/m)
    assert.match(text, /route="\/v1\/projects".*status="201"/)
    for (const line of text.split('\n').filter((one) => one !== '' && !one.startsWith('#')))
      assert.match(line, /^[a-zA-Z_:][\w:]*(\{.*\})? [-+.\w]+$/)
  })

  test('the reference at /docs needs no other host', async () => {
    const reply = await fetch(`${app.url}/docs`)
    assert.equal(reply.status, 200)
    assert.match(reply.headers.get('content-type') ?? '', /html/)
    assert.doesNotMatch(await reply.text(), /(src|href)="(https?:)?\/\//)
  })
})
