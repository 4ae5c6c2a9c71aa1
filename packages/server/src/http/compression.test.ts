import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { request } from 'undici'
import { onEachEngine, type TestOrganisation, useApp } from '../testing/index.ts'

const decompress = {
  zstd: promisify(zstdDecompress),
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
} as const

type Encoding = keyof typeof decompress
const encodings = Object.keys(decompress) as Encoding[]

onEachEngine((engine) => {
  const app = useApp(engine)
  let organisation: TestOrganisation
  let id: string
  before(async () => {
    organisation = await app.organisation()
    const { owner } = organisation
    const description = 'Says the same thing again. '.repeat(30)
    for (let n = 0; n < 60; n += 1) {
      const { body } = await owner.post('/projects', { name: `Project ${n}`, description })
      id = body.id
    }
  })

  /** The bytes as they came. */
  async function raw(path: string, accepted: string | undefined, extra = {}, method: 'GET' | 'HEAD' = 'GET') {
    const { statusCode, headers, body } = await request(`${app.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${organisation.ownerToken}`,
        ...(accepted !== undefined && { 'accept-encoding': accepted }),
        ...extra,
      },
    })
    return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) }
  }

  const paths = () => [
    `/v1/projects/${id}`,
    '/v1/projects',
    '/v1/projects?limit=50',
    '/v1/audit-log?limit=100',
    '/v1/openapi.json',
  ]

  test('is done when asked for, and the answer is the same', async () => {
    for (const path of paths())
      for (const encoding of path.endsWith('openapi.json') ? (['br', 'gzip'] as const) : encodings) {
        const plain = await raw(path, undefined)
        const what = `${path} ${encoding}`
        assert.equal(plain.headers['content-encoding'], undefined, what)
        // Twice: the second one comes from the cache.
        for (const _ of [1, 2]) {
          const { status, headers, bytes } = await raw(path, encoding)
          assert.equal(status, 200)
          assert.equal(headers['content-encoding'], encoding, what)
          assert.match(String(headers.vary), /accept-encoding/i)
          assert.ok(bytes.length < plain.bytes.length / 2, what)
          assert.equal(Number(headers['content-length']), bytes.length, what)
          assert.deepEqual(await decompress[encoding](bytes), plain.bytes, what)
          assert.notEqual(headers.etag, plain.headers.etag, 'other bytes have another tag')
          const head = await raw(path, encoding, {}, 'HEAD')
          assert.equal(head.headers.etag, headers.etag, what)
          for (const tag of [headers.etag, plain.headers.etag, `W/${headers.etag}`]) {
            const again = await raw(path, encoding, { 'if-none-match': tag })
            assert.equal(again.status, 304, `${what} ${tag}`)
            assert.equal(
              `${again.headers.etag}`,
              String(tag).replace('W/', ''),
              'names what the client holds',
            )
          }
        }
      }
  })

  test('shows every change at once', async () => {
    const { owner } = organisation
    for (let n = 0; n < 5; n += 1) {
      await owner.patch(`/projects/${id}`, { description: `Changed ${n} times. `.repeat(60) })
      for (const path of paths().slice(0, 3)) {
        const { headers, bytes } = await raw(path, 'zstd')
        assert.equal(headers['content-encoding'], 'zstd')
        assert.match((await decompress.zstd(bytes)).toString(), new RegExp(`Changed ${n} times`), path)
      }
    }
  })

  test('a tag of a compressed answer is a precondition like any other', async () => {
    const { owner } = organisation
    const { headers } = await raw(`/v1/projects/${id}`, 'br')
    const ifMatch = { 'if-match': String(headers.etag) }
    assert.match(ifMatch['if-match'], /\+br"$/)
    assert.equal(
      (await owner.patch(`/projects/${id}`, { description: 'Mine. '.repeat(300) }, ifMatch)).status,
      200,
    )
    assert.equal((await owner.patch(`/projects/${id}`, { description: 'Theirs.' }, ifMatch)).status, 412)
  })

  test('is not done for short answers, errors, and answers to writes, which may carry a secret', async () => {
    const { owner } = organisation
    const asked = { 'accept-encoding': 'zstd, br, gzip' }
    const { body: team } = await owner.post('/teams', { name: 'Short' })
    const replies = [
      await owner.get(`/teams/${team.id}`, asked),
      await owner.get(`/projects?${'x'.repeat(1_500)}=1`, asked),
      await owner.post('/api-keys', { name: 'A key', scopes: ['read'] }, asked),
      await owner.post('/projects', { name: 'Long', description: 'x'.repeat(1_500) }, asked),
      await owner.patch(`/projects/${id}`, { description: 'y'.repeat(1_500) }, asked),
    ]
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 400, 201, 201, 200],
    )
    for (const { headers } of replies) assert.equal(headers.get('content-encoding'), null)
  })

  test('a list that is sent as it is read is compressed as it is read', async () => {
    const { owner } = await app.organisation()
    const bodyMd = 'Long, and the same again. '.repeat(1_500)
    for (let n = 0; n < 60; n += 1) {
      const { status, text } = await owner.post('/runbooks', {
        title: `Runbook ${n}`,
        runbookType: 'rollback',
        bodyMd,
      })
      assert.equal(status, 201, text)
    }
    const path = '/v1/runbooks'
    const own = { authorization: `Bearer ${owner.token}` }
    const plain = await raw(path, undefined, own)
    assert.equal(plain.headers['content-length'], undefined)
    for (const encoding of encodings) {
      const { headers, bytes } = await raw(path, encoding, own)
      assert.equal(headers['content-encoding'], encoding)
      assert.equal(headers['content-length'], undefined)
      assert.ok(bytes.length < plain.bytes.length / 10, `${bytes.length}`)
      assert.deepEqual(await decompress[encoding](bytes), plain.bytes)
    }
  })
})
