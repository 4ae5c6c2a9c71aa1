import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { checkProblem, useApp } from '../testing/index.ts'

/** What is refused before an endpoint is reached. */

const app = useApp('sqlite')

/** Without an HTTP client, which would not send such things. */
async function rawly(text: string): Promise<{ readonly head: string; readonly body: string }> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.write(text)
  const chunks = await socket.toArray()
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n')
  return { head, body }
}

test('an unsupported method is 405 with Allow, whatever body comes with it', async () => {
  const { owner } = await app.organisation()
  const bodies: readonly (readonly [string | undefined, Record<string, string>])[] = [
    [undefined, {}],
    ['{', { 'content-type': 'application/json' }],
    ['<x/>', { 'content-type': 'application/xml' }],
    [`"${'x'.repeat(1024 * 1024)}"`, { 'content-type': 'application/json' }],
  ]
  for (const method of ['PUT', 'DELETE', 'PATCH', 'QUERY', 'PROPFIND']) {
    for (const [body, headers] of bodies) {
      const reply = await owner.send(method, '/apis', body, headers)
      assert.equal(reply.status, 405, `${method} ${body?.slice(0, 20)}: ${reply.text}`)
      assert.equal(reply.headers.get('allow'), 'GET, HEAD, POST')
      checkProblem(reply, method)
    }
  }
})

test('an unknown address is 404, whatever body comes with it', async () => {
  const { owner } = await app.organisation()
  for (const type of ['application/json', 'application/xml']) {
    const reply = await owner.send('POST', '/nothing-here', '{', { 'content-type': type })
    assert.equal(reply.status, 404, reply.text)
    checkProblem(reply, type)
  }
})

test('request headers that are too large are 431 with a body like any other refusal', async () => {
  const { head, body } = await rawly(`GET /v1/apis?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)
  assert.match(head, /^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/)
  assert.match(head, /content-type: application\/json/i)
  const { code, requestId } = JSON.parse(body)
  assert.equal(code, 'headers_too_large')
  assert.match(head, new RegExp(`x-request-id: ${requestId}`, 'i'))
})

test('a body that is too large is refused to whoever sends all of it before reading, and the connection stays', async () => {
  const { owner } = await app.organisation()
  const { hostname, port } = new URL(app.url)
  for (const path of ['/v1/apis', '/nothing-here']) {
    const socket = connect(Number(port), hostname)
    const closed = once(socket, 'close')
    await once(socket, 'connect')
    const common = `Host: x\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: application/json\r\n`
    socket.write(`POST ${path} HTTP/1.1\r\n${common}Content-Length: ${16 * 1024 ** 2}\r\n\r\n`)
    for (let mebibytes = 0; mebibytes < 16; mebibytes++) {
      if (!socket.write('x'.repeat(1024 ** 2))) await Promise.race([once(socket, 'drain'), closed])
    }
    socket.write(`GET /v1/apis HTTP/1.1\r\n${common}Connection: close\r\n\r\n`)
    const answers = Buffer.concat(await socket.toArray()).toString()
    const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)
    assert.deepEqual(statuses, [path === '/v1/apis' ? '413' : '404', '200'])
  }
})

test('input that is not HTTP is 400, and the connection is closed', async () => {
  const { head, body } = await rawly('HELLO\r\n\r\n')
  assert.match(head, /^HTTP\/1\.1 400 Bad Request\r\n/)
  assert.match(head, /connection: close/i)
  assert.equal(JSON.parse(body).code, 'invalid_request')
})

test('HTTP/1.1 without a Host is 400 with a body like any other refusal; HTTP/1.0 needs none', async () => {
  for (const path of ['/v1/openapi.json', '/v1/apis', '/healthz', '/nothing-here', '/']) {
    const { head, body } = await rawly(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)
    assert.match(head, /^HTTP\/1\.1 400 Bad Request\r\n/, path)
    const { code, requestId } = JSON.parse(body)
    assert.equal(code, 'invalid_request')
    assert.match(head, new RegExp(`x-request-id: ${requestId}`, 'i'))
  }
  const { head } = await rawly('GET /v1/openapi.json HTTP/1.0\r\n\r\n')
  assert.match(head, /^HTTP\/1\.1 200 OK\r\n/)
})

test('a member called __proto__ is unknown where members are known, and data where they are free', async () => {
  const { owner } = await app.organisation()
  const refused = await owner.post('/teams', '{"name":"x","__proto__":{"color":"red"}}')
  assert.equal(refused.status, 400)
  assert.deepEqual(
    refused.body.details.map(({ path }: { path: string }) => path),
    ['__proto__'],
  )
  const ignored = await owner.post('/teams', '{"name":"x","createdAt":{"__proto__":{"color":"red"}}}')
  assert.equal(ignored.status, 201, ignored.text)
  assert.equal(ignored.body.color, null)

  const rule = '{"type":"has_description","label":"x","weight":1,"params":{"__proto__":{"weight":9}}}'
  const free = await owner.post('/scorecards', `{"name":"x","applicableKinds":["api"],"rules":[${rule}]}`)
  assert.equal(free.status, 201, free.text)
  const again = await owner.get(`/scorecards/${free.body.id}`)
  assert.match(again.text, /"params":\{"__proto__":\{"weight":9\}\}/)
  assert.equal(again.body.rules[0].weight, 1)
})

test('any visible characters are an Idempotency-Key, even two quotes', async () => {
  const { owner } = await app.organisation()
  for (const key of ['""', '"', '"a"', '~'.repeat(255)]) {
    const first = await owner.post('/teams', { name: 'x' }, { 'idempotency-key': key })
    assert.equal(first.status, 201, first.text)
    const again = await owner.post('/teams', { name: 'x' }, { 'idempotency-key': key })
    assert.equal(again.body.id, first.body.id)
  }
})
