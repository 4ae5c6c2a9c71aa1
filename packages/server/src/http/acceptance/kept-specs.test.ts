import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { test } from 'node:test'
import { maxKeptSpecBytes } from '@svc/model'
import { checkedClient, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, make, notFound, read, refused, refusedField, remove } from './checks.ts'

const yaml = 'openapi: 3.1.0\ninfo:\n  title: Größe 👋\n  version: "1"\npaths: {}\n'
const graphql = 'type Query {\n  orders: [Order!]!\n}\n'

onEachEngine((engine) => {
  // Whatever is kept is answered without asking anybody, and nobody may be asked.
  const app = useApp(engine, { fetchAllow: [] })

  const newScene = async (fields: object = {}) => {
    const organisation = await app.organisation()
    const owner = checkedClient(organisation.owner)
    const { id } = await make(owner, '/apis', { name: 'Orders', ...fields })
    const at = `/apis/${id}/spec`
    const put = (spec: string, headers = {}) => owner.send('PUT', at, { spec }, headers)
    return { organisation, owner, id, at, put }
  }

  test('a text is kept as it is, told from one that was fetched, replaced and removed', async () => {
    const { owner, id, at, put } = await newScene()
    const kept = bodyOf(await put(yaml))
    const size = Buffer.byteLength(yaml)
    const { updatedAt, updatedBy } = kept
    assert.ok(updatedBy)
    const sha256 = hash('sha256', yaml)
    assert.deepEqual(kept, { format: 'openapi-yaml', size, sha256, updatedAt, updatedBy })
    const { sourceUrl, ...found } = await read(owner, at)
    assert.deepEqual(found, { spec: yaml, format: 'openapi-yaml', size, kept: { updatedAt, updatedBy } })
    assert.match(sourceUrl, new RegExp(`^http://localhost.*/v1/apis/${id}/spec$`))
    assert.equal(bodyOf(await put(graphql)).format, 'graphql')
    assert.equal((await read(owner, at)).spec, graphql)
    await remove(owner, at)
    notFound(await owner.delete(at))
    const { message } = refused(await owner.get(at), 400, 'invalid_request')
    assert.match(message, /specUrl .*not set.*no specification is kept.*PUT/)
  })

  test('it wins over specUrl, which is asked again once it is removed', async () => {
    const { owner, at, put } = await newScene({ specUrl: 'http://10.0.0.1/openapi.json' })
    refusedField(await owner.get(at), 'specUrl')
    bodyOf(await put(yaml))
    assert.equal((await read(owner, at)).spec, yaml)
    await remove(owner, at)
    refusedField(await owner.get(at), 'specUrl')
  })

  test('what is empty, too large or no text is refused, and says why', async () => {
    const { owner, at, put } = await newScene()
    const refuse = async (spec: unknown, why: RegExp) => {
      const reply = await owner.send('PUT', at, { spec })
      refusedField(reply, 'spec')
      assert.match(reply.text, why)
    }
    for (const blank of ['', ' \n\t ', '\uFEFF\n']) await refuse(blank, /is empty/)
    await refuse('openapi: 3.1.0\0', /NUL or lone surrogates/)
    await refuse('openapi: 3.1.0 \uD800', /NUL or lone surrogates/)
    await refuse(null, /must be/)
    await refuse(undefined, /is required/)
    // Of two bytes each, so that bytes are counted and not characters.
    const large = 'é'.repeat(maxKeptSpecBytes / 2)
    await refuse(`${large}x`, /at most 4194304/)
    assert.equal(bodyOf(await put(large)).size, maxKeptSpecBytes)
    assert.equal((await read(owner, at)).spec, large)
    // Each takes two bytes in JSON.
    const quotes = '"\n'.repeat(maxKeptSpecBytes / 2 - 1_000)
    assert.equal(bodyOf(await put(quotes)).size, quotes.length)
  })

  test('texts that mean something to a database or a page come back as they are', async () => {
    const { owner, at, put } = await newScene()
    for (const text of [
      `'); drop table api_specs; --`,
      '<script>alert(1)</script>',
      '\uFEFF{"openapi":"3.0.0"}',
      'a\r\nb\u2028c\u2029\u0001\u007f \\u0000 $1 ? %s',
      '{"__proto__":{"openapi":"3.0.0"}}',
      '👩‍👩‍👧 '.repeat(1_000),
    ]) {
      bodyOf(await put(text))
      assert.equal((await read(owner, at)).spec, text)
    }
  })

  test('nobody else sees or changes it: not another organisation, not test data, not who may only read', async () => {
    const { organisation, owner, id, at, put } = await newScene()
    bodyOf(await put(yaml))
    const stranger = checkedClient((await app.organisation()).owner)
    const inTest = checkedClient(await organisation.person('admin', { mode: 'test' }))
    for (const client of [stranger, inTest]) {
      notFound(await client.get(at))
      notFound(await client.send('PUT', at, { spec: 'x' }))
      notFound(await client.delete(at))
    }
    for (const client of [
      await organisation.person('viewer'),
      await organisation.key({ scopes: ['read'] }),
    ]) {
      assert.equal((await client.get(at)).status, 200)
      refused(await client.send('PUT', at, { spec: 'x' }), 403, 'forbidden')
      refused(await client.delete(at), 403, 'forbidden')
    }
    assert.equal((await read(owner, at)).spec, yaml)
    // Whoever may replace it may also remove it, and a key is nobody.
    const key = await organisation.key({ scopes: ['read', 'write'] })
    assert.equal(bodyOf(await key.send('PUT', at, { spec: graphql })).updatedBy, null)
    await remove(checkedClient(await organisation.person('member')), at)
    notFound(await owner.send('PUT', '/apis/api_none/spec', { spec: 'x' }))
    notFound(await owner.delete('/apis/api_none/spec'))
    assert.equal((await read(owner, `/apis/${id}`)).name, 'Orders')
  })

  test('the log says who changed it and what it is, without its text', async () => {
    const { owner, id, at, put } = await newScene()
    const long = `${yaml}# ${'long '.repeat(2_000)}`
    const first = bodyOf(await put(long))
    bodyOf(await put(long))
    const second = bodyOf(await put(graphql))
    await remove(owner, at)
    const { events } = await read(owner, '/events?limit=100')
    const about = events.filter(({ type }: Body) => type.startsWith('api.spec'))
    assert.deepEqual(
      about.map(({ type, subject, before, after }: Body) => [type, subject.id, before, after]),
      [
        ['api.spec_updated', id, null, { spec: first }],
        ['api.spec_updated', id, { spec: first }, { spec: second }],
        ['api.spec_removed', id, { spec: second }, null],
      ],
      'the same text again is no change',
    )
    assert.ok(!JSON.stringify(about).includes('long long'))
  })

  test('If-Match protects what somebody else has put there', async () => {
    const { owner, at, put } = await newScene()
    assert.match(refused(await put(yaml, { 'if-match': '*' }), 412, 'precondition_failed').message, /No spec/)
    bodyOf(await put(yaml))
    const seen = String((await owner.get(at)).headers.get('etag'))
    bodyOf(await put(graphql, { 'if-match': seen }))
    refused(await put(yaml, { 'if-match': seen }), 412, 'precondition_failed')
    refused(await owner.send('DELETE', at, undefined, { 'if-match': seen }), 412, 'precondition_failed')
    assert.equal((await read(owner, at)).spec, graphql)
    const now = String((await put(`${graphql}# More.`)).headers.get('etag'))
    assert.equal((await owner.send('GET', at, undefined, { 'if-none-match': now })).status, 304)
    assert.equal((await owner.send('DELETE', at, undefined, { 'if-match': now })).status, 204)
  })

  test('of several at once one is kept whole, and each is in the log', async () => {
    const { owner, at, put } = await newScene()
    const texts = Array.from({ length: 8 }, (_, n) => `openapi: 3.1.0\n# ${String(n).repeat(20_000)}\n`)
    const replies = await Promise.all(texts.map((text) => put(text)))
    const made = replies.map((reply) => bodyOf(reply).sha256)
    assert.ok(texts.includes((await read(owner, at)).spec))
    const { events } = await read(owner, '/events?limit=100')
    const states = events.flatMap(({ type, before, after }: Body) =>
      type === 'api.spec_updated' ? [[before?.spec.sha256, after.spec.sha256]] : [],
    )
    assert.deepEqual(states.map(([, after]: Body) => after).sort(), made.sort())
    for (const [index, [before]] of states.entries()) assert.equal(before, states[index - 1]?.[1])
  })

  test('it goes with its API, and comes back with it', async () => {
    const { owner, id, at, put } = await newScene()
    bodyOf(await put(yaml))
    await remove(owner, `/apis/${id}`)
    notFound(await owner.get(at))
    notFound(await owner.send('PUT', at, { spec: 'x' }))
    notFound(await owner.delete(at))
    const { deleted } = await read(owner, '/deleted?kind=api')
    bodyOf(await owner.post(`/deleted/${deleted[0].eventId}/restore`))
    assert.equal((await read(owner, at)).spec, yaml)
  })
})
