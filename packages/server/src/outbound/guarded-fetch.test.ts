import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createGuardedFetch, ForbiddenAddressError } from './guarded-fetch.ts'
import { lookupOf, startClient, startHttp, startTcp } from './testing/servers.ts'

test('fetches from an allowed host', async (t) => {
  const server = await startHttp(t, (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] }).end('hello')
  })
  const fetch = startClient(t, { allow: [`a.test:${server.port}`] })
  const url = `http://a.test:${server.port}/spec.yaml?ref=main`
  const response = await fetch(url)
  assert.deepEqual([response.status, response.body.toString(), response.url], [200, 'hello', url])
  assert.equal(response.headers['content-type'], 'text/plain')
  assert.equal(response.headers['set-cookie'], 'a=1, b=2')
  assert.equal(server.requests[0]?.url, '/spec.yaml?ref=main')
})

for (const status of [204, 304, 400, 404, 500, 503]) {
  test(`the status ${status} is returned, not thrown`, async (t) => {
    const server = await startHttp(t, (_request, response) => response.writeHead(status).end())
    const fetch = startClient(t, { allow: ['a.test'] })
    assert.equal((await fetch(`http://a.test:${server.port}/`)).status, status)
  })
}

test('sends the method, headers and body, but keeps the framing to itself', async (t) => {
  const server = await startHttp(t, async (request, response) => response.end(await text(request)))
  const fetch = startClient(t, { allow: ['a.test'] })
  const headers = {
    Authorization: 'Bearer secret',
    'Accept-Encoding': 'gzip',
    Host: 'other.test',
    'Content-Length': '1',
    'Transfer-Encoding': 'chunked',
  }
  const { body } = await fetch(`http://a.test:${server.port}/`, { method: 'post', headers, body: 'héllo' })
  assert.equal(body.toString(), 'héllo')
  const [request] = server.requests
  assert.equal(request?.method, 'POST')
  assert.equal(request?.headers.authorization, 'Bearer secret')
  assert.equal(request?.headers['accept-encoding'], 'identity')
  assert.equal(request?.headers.host, `a.test:${server.port}`)
  assert.equal(request?.headers['content-length'], '6')
  assert.equal(request?.headers['user-agent'], 'svc')
})

for (const host of [
  '127.0.0.1',
  '127.1',
  '0x7f.1',
  '2130706433',
  '0177.0.0.1',
  '127。0。0。1',
  '[::ffff:127.0.0.1]',
]) {
  test(`never connects to http://${host} or https://${host}`, async (t) => {
    const server = await startTcp(t, (socket) => socket.destroy())
    const fetch = startClient(t, { allow: ['a.test'] })
    for (const scheme of ['http', 'https']) {
      await assert.rejects(fetch(`${scheme}://${host}:${server.port}/`), {
        name: 'ForbiddenAddressError',
        message: /^The address "(127\.0\.0\.1|\[::ffff:7f00:1\])" may not be fetched/,
      })
    }
    assert.equal(server.connections(), 0)
  })
}

for (const url of [
  'http://private.test/',
  'https://private.test/',
  'https://mixed.test/',
  'http://metadata.test/',
]) {
  test(`a name that leads inside is refused: ${url}`, async (t) => {
    const lookup = lookupOf({
      'private.test': ['127.0.0.1'],
      'mixed.test': ['8.8.8.8', '127.0.0.1'],
      'metadata.test': ['169.254.169.254', 'fd00:ec2::254'],
    })
    const fetch = startClient(t, { lookup })
    await assert.rejects(fetch(url), { name: 'ForbiddenAddressError', message: /resolves to an address/ })
    assert.deepEqual(lookup.asked, [new URL(url).hostname])
  })
}

for (const url of ['http://localhost/', 'https://localhost./']) {
  test(`without options, ${url} is refused`, async (t) => {
    const fetch = createGuardedFetch()
    t.after(() => fetch.close())
    await assert.rejects(fetch(url), ForbiddenAddressError)
  })
}

test('a refusal before the DNS lookup asks no name server', async (t) => {
  const lookup = lookupOf({})
  const fetch = startClient(t, { lookup })
  for (const url of ['file://a.test/', 'http://user@a.test/', 'http://a.test:22/', 'nonsense']) {
    await assert.rejects(fetch(url), ForbiddenAddressError)
  }
  assert.deepEqual(lookup.asked, [])
})

test('the host before a backslash is the one contacted', async (t) => {
  const server = await startHttp(t, (request, response) => response.end(request.url))
  const fetch = startClient(t, { allow: ['a.test'] })
  const { body } = await fetch(`http://a.test:${server.port}\\@127.0.0.1/`)
  assert.equal(body.toString(), '/@127.0.0.1/')
})

test('each request resolves afresh and shares no connection', async (t) => {
  const server = await startHttp(t, (_request, response) => response.end())
  const lookup = lookupOf({ 'a.test': ['127.0.0.1'] })
  const fetch = startClient(t, { allow: ['a.test'], lookup })
  await fetch(`http://a.test:${server.port}/`)
  await fetch(`http://a.test:${server.port}/`)
  assert.equal(lookup.asked.length, 2)
  assert.equal(server.connections(), 2)
})

test('a proxy in the environment is not used', async (t) => {
  const proxy = await startTcp(t, (socket) => socket.destroy())
  const server = await startHttp(t, (_request, response) => response.end('direct'))
  const script = `
    import { createGuardedFetch } from ${JSON.stringify(import.meta.resolve('./guarded-fetch.ts'))}
    const fetch = createGuardedFetch({ allow: ['127.0.0.1'] })
    console.log(String((await fetch('http://127.0.0.1:${server.port}/')).body))`
  const url = `http://127.0.0.1:${proxy.port}`
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: url, http_proxy: url, HTTPS_PROXY: url, ALL_PROXY: url }
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], { env })
  assert.equal(stdout, 'direct\n')
  assert.equal(proxy.connections(), 0)
})

test('an error in the allow-list is reported at once', () => {
  assert.throws(() => createGuardedFetch({ allow: ['http://a.test'] }), TypeError)
})
