import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { Lookup } from './resolve.ts'
import { startClient, startHttp, startTcp } from './testing/servers.ts'

const tooLarge = {
  name: 'UpstreamError',
  reason: 'size',
  message: 'The answer is larger than the limit of 1000 bytes.',
}
const tooSlow = {
  name: 'UpstreamError',
  reason: 'timeout',
  message: 'No complete answer arrived within the limit of 200 ms.',
}

for (const [size, isRefused] of [
  [0, false],
  [999, false],
  [1000, false],
  [1001, true],
] as const) {
  test(`a body of ${size} bytes is ${isRefused ? 'refused' : 'read'} at a limit of 1000`, async (t) => {
    const server = await startHttp(t, (_request, response) => response.end('x'.repeat(size)))
    const answer = startClient(t, { allow: ['a.test'], maxBytes: 1000 })(`http://a.test:${server.port}/`)
    if (isRefused) await assert.rejects(answer, tooLarge)
    else assert.equal((await answer).body.length, size)
  })
}

test('the default limit is 5 MiB', async (t) => {
  const limit = 5 * 1024 * 1024
  const server = await startHttp(t, ({ url }, response) =>
    response.end(Buffer.alloc(Number(url?.slice(1)), 'x')),
  )
  const fetch = startClient(t, { allow: ['a.test'] })
  const { body } = await fetch(`http://a.test:${server.port}/${limit}`)
  assert.equal(body.equals(Buffer.alloc(limit, 'x')), true)
  await assert.rejects(fetch(`http://a.test:${server.port}/${limit + 1}`), { reason: 'size' })
})

test('an endless body is cut off and its connection closed', async (t) => {
  let isClosed = false
  const server = await startHttp(t, (_request, response) => {
    response.on('close', () => {
      isClosed = true
    })
    pour(response)
  })
  const fetch = startClient(t, { allow: ['a.test'], maxBytes: 1000 })
  await assert.rejects(fetch(`http://a.test:${server.port}/`), tooLarge)
  while (!isClosed) await sleep(5)
})

test('a body in chunks of one byte arrives whole', async (t) => {
  const chunks = '1\r\nx\r\n'.repeat(100_000)
  const answer = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`
  const server = await startTcp(t, (socket) => socket.once('data', () => socket.end(answer)))
  const { body } = await startClient(t, { allow: ['a.test'] })(`http://a.test:${server.port}/`)
  assert.equal(body.toString(), 'x'.repeat(100_000))
})

const bomb = Buffer.alloc(16 * 1024 * 1024)
const compressions = { gzip: gzipSync(bomb), deflate: deflateSync(bomb), br: brotliCompressSync(bomb) }

for (const [encoding, body] of Object.entries({
  ...compressions,
  'gzip, gzip': gzipSync(compressions.gzip),
})) {
  test(`a ${encoding} bomb is refused without decompressing it`, async (t) => {
    const server = await startHttp(t, (_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(body),
    )
    await assert.rejects(startClient(t, { allow: ['a.test'] })(`http://a.test:${server.port}/`), {
      name: 'UpstreamError',
      reason: 'encoding',
      message: 'The answer is compressed; only an uncompressed answer is accepted.',
    })
    assert.equal(server.requests[0]?.headers['accept-encoding'], 'identity')
  })
}

test('gzip is decompressed if requested, up to the limit and no further', async (t) => {
  const text = Buffer.from('{"openapi":"3.1.0"}')
  const whole = gzipSync(text)
  const answers: Readonly<Record<string, readonly [encoding: string, body: Buffer]>> = {
    '/plain': ['identity', text],
    '/gzip': ['gzip', whole],
    '/x-gzip': ['X-GZip', whole],
    '/members': ['gzip', Buffer.concat([gzipSync(text.subarray(0, 9)), gzipSync(text.subarray(9))])],
    '/bomb': ['gzip', compressions.gzip],
    '/empty-members': ['gzip', Buffer.concat([...Array.from({ length: 1000 }, () => gzipSync('')), whole])],
    '/cut': ['gzip', whole.subarray(0, -6)],
    '/false': ['gzip', text],
    '/br': ['br', compressions.br],
  }
  const server = await startHttp(t, ({ url }, response) => {
    const [encoding, body] = answers[url ?? ''] ?? ['', Buffer.alloc(0)]
    response.writeHead(200, { 'content-encoding': encoding }).end(body)
  })
  const fetch = startClient(t, { allow: ['a.test'], maxBytes: 1000, gzip: true })
  const read = (path: string) => fetch(`http://a.test:${server.port}${path}`)
  for (const path of ['/plain', '/gzip', '/x-gzip', '/members', '/empty-members'])
    assert.deepEqual((await read(path)).body, text, path)
  await assert.rejects(read('/bomb'), tooLarge)
  for (const path of ['/cut', '/false'])
    await assert.rejects(read(path), {
      name: 'UpstreamError',
      reason: 'encoding',
      message: 'The answer claims to be gzip but cannot be decompressed.',
    })
  await assert.rejects(read('/br'), { reason: 'encoding', message: /a compression other than gzip/ })
  assert.equal(server.requests[0]?.headers['accept-encoding'], 'gzip')
})

test('an endless gzip is cut off, and one that trickles runs into the deadline', async (t) => {
  let isClosed = false
  const server = await startHttp(t, ({ url }, response) => {
    response.on('close', () => {
      isClosed = true
    })
    response.writeHead(200, { 'content-encoding': 'gzip' })
    if (url === '/drips') response.write(gzipSync('x').subarray(0, 12))
    else pour(response, compressions.gzip)
  })
  const fetch = startClient(t, { allow: ['a.test'], maxBytes: 1000, gzip: true, timeoutMs: 200 })
  await assert.rejects(fetch(`http://a.test:${server.port}/drips`), tooSlow)
  isClosed = false
  await assert.rejects(fetch(`http://a.test:${server.port}/`), tooLarge)
  while (!isClosed) await sleep(5)
})

test('compressed bytes that claim to be plain are left as they are', async (t) => {
  const server = await startHttp(t, (_request, response) =>
    response.writeHead(200, { 'content-encoding': 'Identity' }).end(compressions.br),
  )
  const { body } = await startClient(t, { allow: ['a.test'] })(`http://a.test:${server.port}/`)
  assert.deepEqual(body, compressions.br)
})

test('slow headers run into the deadline', async (t) => {
  const server = await startHttp(t, () => {})
  await runsOut(startClient(t, { allow: ['a.test'], timeoutMs: 200 })(`http://a.test:${server.port}/`))
})

test('headers that trickle run into the deadline', async (t) => {
  const server = await startTcp(t, async (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    for (let line = 0; !socket.destroyed; line++) {
      socket.write(`x-${line}: y\r\n`)
      await sleep(20)
    }
  })
  await runsOut(startClient(t, { allow: ['a.test'], timeoutMs: 200 })(`http://a.test:${server.port}/`))
})

test('a body that trickles runs into the deadline', async (t) => {
  const server = await startHttp(t, async (_request, response) => {
    while (!response.destroyed) {
      response.write('x')
      await sleep(20)
    }
  })
  await runsOut(startClient(t, { allow: ['a.test'], timeoutMs: 200 })(`http://a.test:${server.port}/`))
})

test('a stalled handshake runs into the deadline and the connection is closed', async (t) => {
  let isClosed = false
  const server = await startTcp(t, (socket) => {
    socket.resume().on('close', () => {
      isClosed = true
    })
  })
  await runsOut(startClient(t, { allow: ['a.test'], timeoutMs: 200 })(`https://a.test:${server.port}/`))
  while (!isClosed) await sleep(5)
})

test('a DNS lookup that never ends runs into the deadline', async (t) => {
  const lookup: Lookup = () => {}
  await runsOut(startClient(t, { lookup, timeoutMs: 200 })('http://a.test/'))
})

test('redirects share one deadline', async (t) => {
  const server = await startHttp(t, async (_request, response) => {
    await sleep(80)
    response.writeHead(302, { location: '/' }).end()
  })
  const fetch = startClient(t, { allow: ['a.test'], timeoutMs: 200, maxRedirects: 100 })
  await runsOut(fetch(`http://a.test:${server.port}/`))
})

const runsOut = (answer: Promise<unknown>): Promise<void> => assert.rejects(answer, tooSlow)

async function pour(response: ServerResponse, chunk = Buffer.alloc(64 * 1024)): Promise<void> {
  while (!response.destroyed) {
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
}
