import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, make, notFound, refused } from './checks.ts'

const documents: Readonly<Record<string, readonly [text: string, format: string]>> = {
  '/openapi.json': ['{"openapi":"3.1.0","info":{"title":"Größe","version":"1"}}', 'openapi-json'],
  '/swagger.json': ['{"swagger":"2.0"}', 'openapi-json'],
  '/openapi.yaml': ['# ours\nopenapi: 3.0.3\ninfo:\n  title: x\n', 'openapi-yaml'],
  '/asyncapi.json': ['{"asyncapi":"3.0.0"}', 'asyncapi-json'],
  '/asyncapi.yaml': ["---\nasyncapi: '2.6.0'\n", 'asyncapi-yaml'],
  '/schema.graphql': ['type Query {\n  orders: [Order!]!\n}\n', 'graphql'],
  '/orders.proto': ['syntax = "proto3";\nmessage Order { string id = 1; }\n', 'proto'],
  '/swagger.yaml': ['---\nswagger: "2.0"\ninfo:\n  title: x\n', 'openapi-yaml'],
  '/readme.txt': ['Just words.', 'text'],
}

const megabyte = 1024 * 1024
const folded = gzipSync(Buffer.alloc(16 * megabyte))

/** A gigabyte in a megabyte. */
const bomb = Buffer.concat(Array.from({ length: 64 }, () => folded))
const source: RequestListener = (request, response) => {
  const path = request.url ?? '/'
  const document = documents[path]
  if (document) response.end(document[0])
  else if (path === '/who') response.end(JSON.stringify(request.headers))
  else if (path === '/just') response.end('x'.repeat(16 * megabyte))
  else if (path === '/large') response.end('x'.repeat(16 * megabyte + 1))
  else if (path === '/just.gz') response.end(gzipSync('x'.repeat(16 * megabyte)))
  else if (path === '/large.gz') response.end(gzipSync('x'.repeat(16 * megabyte + 1)))
  else if (path.startsWith('/gzip/')) {
    const body = path === '/gzip/bomb' ? bomb : gzipSync(documents[path.slice(5)]?.[0] ?? '')
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)
  } else if (path.startsWith('/hop/')) {
    const left = Number(path.slice(5))
    response.writeHead(302, { location: left > 1 ? `/hop/${left - 1}` : '/readme.txt' }).end()
  } else if (path === '/inside') response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end()
  else if (path === '/broken') response.destroy()
  else response.writeHead(path === '/fails' ? 500 : 404).end('no')
}

const specOf = async (owner: Client, specUrl: string | null) => {
  const { id } = await make(owner, '/apis', { name: 'x', specUrl })
  return owner.get(`/apis/${id}/spec`)
}

onEachEngine((engine) => {
  let server: Server
  let base: string
  before(async () => {
    server = createServer(source).listen(0, '127.0.0.1')
    await once(server, 'listening')
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => server.close())

  describe('where the operator allows the host', () => {
    const app = useApp(engine, { fetchAllow: ['127.0.0.1'] })

    test('the text as it is, its format, its size in bytes and where it came from', async () => {
      const { owner } = await app.organisation()
      for (const [path, [text, format]] of Object.entries(documents)) {
        const spec = bodyOf(await specOf(owner, `${base}${path}`))
        const size = Buffer.byteLength(text)
        assert.deepEqual(spec, { spec: text, format, size, sourceUrl: `${base}${path}` }, path)
      }
    })

    test('redirects are followed, at most three', async () => {
      const { owner } = await app.organisation()
      assert.equal(bodyOf(await specOf(owner, `${base}/hop/3`)).spec, 'Just words.')
      refused(await specOf(owner, `${base}/hop/4`), 502, 'upstream_unavailable')
    })

    test('a redirect into a network that is not allowed is refused', async () => {
      const { owner } = await app.organisation()
      const reply = await specOf(owner, `${base}/inside`)
      assert.ok([400, 502].includes(reply.status), reply.text)
      assert.doesNotMatch(reply.text, /Just words/)
    })

    test('a source with a bad answer is 502', async () => {
      const { owner } = await app.organisation()
      for (const path of ['/missing', '/fails', '/broken'])
        refused(await specOf(owner, `${base}${path}`), 502, 'upstream_unavailable')
      refused(await specOf(owner, 'http://127.0.0.1:1/'), 502, 'upstream_unavailable')
    })

    test('16 MiB is the maximum, compressed or not', async () => {
      const { owner } = await app.organisation()
      for (const path of ['/just', '/just.gz']) {
        const { size, spec } = bodyOf(await specOf(owner, `${base}${path}`))
        assert.equal(size, 16 * megabyte, path)
        assert.equal(spec, 'x'.repeat(16 * megabyte), path)
      }
      for (const path of ['/large', '/large.gz', '/gzip/bomb'])
        refused(await specOf(owner, `${base}${path}`), 502, 'upstream_unavailable')
    })

    test('a compressed answer is unpacked, and its size is that of the text', async () => {
      const { owner } = await app.organisation()
      for (const [path, [text, format]] of Object.entries(documents)) {
        const sourceUrl = `${base}/gzip${path}`
        const size = Buffer.byteLength(text)
        assert.deepEqual(
          bodyOf(await specOf(owner, sourceUrl)),
          { spec: text, format, size, sourceUrl },
          path,
        )
      }
    })

    test('several large ones at once are answered one after the other, or told to try again', async () => {
      const { owner } = await app.organisation()
      const { id } = await make(owner, '/apis', { name: 'x', specUrl: `${base}/just` })
      const replies = await Promise.all(Array.from({ length: 6 }, () => owner.get(`/apis/${id}/spec`)))
      const statuses = replies.map(({ status }) => status)
      assert.ok(statuses.includes(200), statuses.join())
      for (const { status, headers } of replies) {
        if (status === 200) continue
        assert.equal(status, 503)
        assert.ok(headers.get('retry-after'))
      }
      assert.equal((await owner.get(`/apis/${id}/spec`)).status, 200)
    })

    test('nothing from the caller is passed on', async () => {
      const { owner } = await app.organisation()
      const { spec } = bodyOf(await specOf(owner, `${base}/who`))
      assert.doesNotMatch(spec, /svc_pat|authorization|cookie/i)
    })

    test('no specUrl is 400, no API is 404, and reading needs only read', async () => {
      const { owner, person, key } = await app.organisation()
      refused(await specOf(owner, null), 400, 'invalid_request')
      notFound(await owner.get('/apis/api_none/spec'))
      const { id } = await make(owner, '/apis', { name: 'x', specUrl: `${base}/readme.txt` })
      for (const client of [await person('viewer'), await key({ scopes: ['read'] })])
        bodyOf(await client.get(`/apis/${id}/spec`))
      notFound(await (await person('viewer', { mode: 'test' })).get(`/apis/${id}/spec`))
    })
  })

  describe('by default', () => {
    const app = useApp(engine, { fetchAllow: [] })

    test('addresses that are not public are 400, however they are written', async () => {
      const { owner } = await app.organisation()
      const { port } = new URL(base)
      const hosts = [
        ...['127.0.0.1', 'localhost', '127.1', '2130706433', '0x7f.0.0.1', '0.0.0.0', '[::1]', '[::]'],
        ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '10.0.0.1', '172.16.5.4', '192.168.1.1'],
        ...['169.254.169.254', '100.64.0.1', '[fe80::1]', '[fd00::1]', '[64:ff9b::7f00:1]', '224.0.0.1'],
      ]
      for (const host of hosts)
        refused(await specOf(owner, `http://${host}:${port}/readme.txt`), 400, 'invalid_request')
    })

    test('only http and https', async () => {
      const { owner } = await app.organisation()
      for (const url of [
        'file:///etc/passwd',
        'ftp://example.com/x',
        'gopher://example.com/',
        'data:,x',
        'x',
      ])
        refused(await specOf(owner, url), 400, 'invalid_request')
    })
  })
})
