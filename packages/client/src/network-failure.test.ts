import assert from 'node:assert/strict'
import https from 'node:https'
import { test } from 'node:test'
import { cert, key } from '../../server/src/outbound/testing/certificate.ts'
import { createClient } from './index.ts'
import { unreachable } from './network-failure.ts'
import { abandoned, answer, listen, reset, serve, serveSockets, silence } from './testing/loopback.ts'

const read = (endpoint: string, timeoutMs = 5_000) =>
  createClient({ endpoint, token: 'svc_pat_test_x', timeoutMs, retry: { attempts: 1 } }).team.read('team_x')

const failure = (reason: string, message: RegExp, mayHaveArrived: boolean) => ({
  name: 'UnreachableError',
  reason,
  message,
  mayHaveArrived,
})

test('nothing listens', async () => {
  const endpoint = await abandoned()
  await assert.rejects(read(endpoint), {
    ...failure('refused', /: connection refused \(ECONNREFUSED\)\.$/, false),
    endpoint,
  })
})

test('nothing listens at any address of a name', async () => {
  const endpoint = (await abandoned()).replace('127.0.0.1', 'localhost')
  await assert.rejects(read(endpoint), failure('refused', /^http:\/\/localhost:\d+ .*ECONNREFUSED/, false))
})

test('a name that cannot be resolved', async () => {
  await assert.rejects(read('http://nowhere.invalid'), (error: Error & { reason: string }) => {
    assert.match(
      error.message,
      /^http:\/\/nowhere\.invalid cannot be reached: its name .* \((ENOTFOUND|EAI_AGAIN)\)\.$/,
    )
    return error.reason === (error.message.includes('ENOTFOUND') ? 'name' : 'connection')
  })
})

test('a port that fetch blocks', async () => {
  await assert.rejects(
    read('http://127.0.0.1:6000'),
    failure('connection', /connection failed \(bad port\)/, true),
  )
})

test('an untrusted certificate', async (t) => {
  const secure = await listen(t, https.createServer({ key, cert }))
  await assert.rejects(
    read(secure.replace('http:', 'https:')),
    failure('certificate', /its certificate is not trusted \(\w*SELF_SIGNED\w*\)\.$/, false),
  )
})

test('TLS to a server without TLS', async (t) => {
  const plain = await serve(t, answer(200))
  await assert.rejects(
    read(plain.url.replace('http:', 'https:')),
    failure('protocol', /it does not speak TLS as expected \(ERR_SSL_\w+\)\.$/, true),
  )
})

test('a server that does not speak HTTP', async (t) => {
  const url = await serveSockets(t, (socket) => socket.end('220 mail.example.com ESMTP\r\n'))
  await assert.rejects(read(url), failure('protocol', /it does not speak HTTP \(.+\)\.$/, true))
})

test('a connection that is lost before the response', async (t) => {
  const { url } = await serve(t, reset)
  await assert.rejects(read(url), failure('connection', /the connection was lost \(\w+\)\.$/, true))
})

test('a connection that is lost during the response', async (t) => {
  const { url } = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
    response.write('{"id":', () => response.socket?.destroy())
  })
  await assert.rejects(read(url), failure('connection', /the connection was lost \(\w+\)\.$/, true))
})

test('no response in time', async (t) => {
  const { url } = await serve(t, silence)
  await assert.rejects(read(url, 100), failure('timeout', /no complete response within 0\.1 s\.$/, true))
})

test('an incomplete response in time is a timeout', async (t) => {
  const { url } = await serve(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"id":')
  })
  await assert.rejects(read(url, 100), failure('timeout', /no complete response/, true))
})

test('if several addresses refuse, the first one is reported', () => {
  const tried = ['::1', '127.0.0.1'].map((address) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}:8080`), {
      code: 'ECONNREFUSED',
      syscall: 'connect',
    }),
  )
  const cause = Object.assign(new AggregateError(tried), { code: 'ECONNREFUSED' })
  const { reason, mayHaveArrived } = unreachable('http://localhost', new TypeError('fetch failed', { cause }))
  assert.deepEqual([reason, mayHaveArrived], ['refused', false])
})

test('a browser gives no cause, so none is invented', () => {
  assert.equal(
    unreachable('https://svc.example.com', new TypeError('Failed to fetch')).message,
    'https://svc.example.com cannot be reached: the connection failed (Failed to fetch).',
  )
  assert.equal(
    unreachable('https://svc.example.com', undefined).message,
    'https://svc.example.com cannot be reached: the connection failed.',
  )
})
