import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exchange } from './exchange.ts'
import { startClient, startHttp, startTcp } from './testing/servers.ts'

const { signal } = new AbortController()

test('connects to the addresses it is given, whatever the name resolves to by now', async (t) => {
  const server = await startHttp(t, (request, response) => response.end(request.headers.host))
  const url = new URL(`http://rebind.invalid:${server.port}/`)
  const { body } = await exchange(get(url), {
    url,
    addresses: [{ address: '127.0.0.1', family: 4 }],
    signal,
    maxBytes: 100,
  })
  assert.equal(body.toString(), url.host)
})

test('tries the next address when the first does not answer', async (t) => {
  const server = await startHttp(t, (_request, response) => response.end('second'))
  const url = new URL(`http://two.invalid:${server.port}/`)
  const addresses = ['127.0.0.2', '127.0.0.1'].map((address) => ({ address, family: 4 }))
  const { body } = await exchange(get(url), { url, addresses, signal, maxBytes: 100 })
  assert.equal(body.toString(), 'second')
})

test('a name that changes its answer between lookups gets one DNS lookup per request', async (t) => {
  const [first, second] = [
    await startHttp(t, (_request, response) => response.end('first')),
    await startTcp(t, (socket) => socket.destroy()),
  ]
  const answers = ['127.0.0.1', '127.0.0.2']
  const fetch = startClient(t, {
    allow: ['rebind.test'],
    lookup: (_hostname, _options, callback) =>
      callback(null, [{ address: answers.shift() ?? '::1', family: 4 }]),
  })
  const { body } = await fetch(`http://rebind.test:${first.port}/`)
  assert.equal(body.toString(), 'first')
  assert.deepEqual(answers, ['127.0.0.2'])
  assert.equal(second.connections(), 0)
})

const failures = {
  'closes at once': '',
  'speaks something else': 'SSH-2.0-internal-secret\r\n',
  'breaks off in the headers': 'HTTP/1.1 200 OK\r\nx-secret: internal-secret\r\n',
  'breaks off in the body': 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\ninternal-secret',
  'sends broken chunks': 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\ninternal-secret\r\n',
  'sends endless headers': `HTTP/1.1 200 OK\r\n${'x-secret: internal-secret\r\n'.repeat(10_000)}`,
}

for (const [behaviour, bytes] of Object.entries(failures)) {
  test(`a server that ${behaviour} is an upstream failure whose message quotes nothing`, async (t) => {
    const server = await startTcp(t, (socket) => socket.once('data', () => socket.end(bytes)))
    const fetch = startClient(t, { allow: ['a.test'] })
    await assert.rejects(fetch(`http://a.test:${server.port}/`), {
      name: 'UpstreamError',
      reason: 'connection',
      message: /^The connection to "a\.test" failed \(\w+\)\.$/,
    })
  })
}

test('a closed port is an upstream failure', async (t) => {
  const fetch = startClient(t, { allow: ['a.test'] })
  await assert.rejects(fetch('http://a.test:1/'), {
    name: 'UpstreamError',
    message: 'The connection to "a.test" failed (ECONNREFUSED).',
  })
})

test('a header that cannot be sent is the caller’s error', async (t) => {
  const server = await startTcp(t, (socket) => socket.destroy())
  const fetch = startClient(t, { allow: ['a.test'] })
  const headers = { 'x-a': 'b\r\nx-c: d' }
  await assert.rejects(fetch(`http://a.test:${server.port}/`, { headers }), { code: 'UND_ERR_INVALID_ARG' })
  assert.equal(server.connections(), 0)
})

function get(url: URL) {
  return { url: url.href, method: 'GET', headers: {}, body: undefined }
}
