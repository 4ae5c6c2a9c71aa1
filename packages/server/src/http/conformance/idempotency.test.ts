import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { allOperations, type Kind, kinds } from '@svc/model'
import {
  checkedClient,
  clockBetweenJobs,
  type Fields,
  kindsWith,
  onEachEngine,
  useApp,
} from '../../testing/index.ts'
import { done, newScene, readOf, refusedAt, settled } from './suite.ts'

const newKey = (): Readonly<Record<string, string>> => ({ 'idempotency-key': randomUUID() })

const creatable: readonly Kind[] = [
  ...kindsWith('create'),
  kinds.token,
  kinds.apiKey,
  kinds.scimToken,
  kinds.oncallFeed,
  kinds.secret,
  kinds.webhook,
]

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  test('the suite knows every endpoint that creates something', () => {
    const posts = allOperations.filter(
      ({ method, body, item, success }) => method === 'POST' && body && !item && success.status === 201,
    )
    const paths = creatable.map(({ path }) => path)
    // What is below a record has tests of its own.
    const images = `${kinds.runbook.path}/{runbookId}/images`
    assert.deepEqual(posts.map(({ path }) => path).sort(), [...paths, images].sort())
  })

  for (const kind of creatable) {
    test(`POST ${kind.path}: the same key and body returns the first answer again`, async () => {
      const scene = await newScene(app)
      const [body, key] = [await scene.body(kind), newKey()]
      const first = await scene.client.post(kind.path, body, key)
      done(first, 201)
      const again = await scene.client.post(kind.path, body, key)
      assert.equal(again.status, 201)
      assert.equal(again.text, first.text, 'byte for byte')
      assert.equal(again.headers.get('location'), first.headers.get('location'))
      assert.equal(again.headers.get('etag'), first.headers.get('etag'))
      assert.equal(again.headers.get('idempotent-replayed'), 'true')
      assert.equal(first.headers.get('idempotent-replayed'), null)
      const { text } = await scene.client.get(kind.path)
      assert.equal(text.split(first.body.id).length, 2, 'one record, once in the list')
    })

    test(`POST ${kind.path}: the same key with another body or address is refused`, async () => {
      const scene = await newScene(app)
      const [body, key] = [await scene.body(kind), newKey()]
      const first = done(await scene.client.post(kind.path, body, key), 201)
      const before = await readOf(scene.client, kind.path)
      const elsewhere = kind === (kinds.team as Kind) ? kinds.domain : kinds.team
      for (const other of [{}, { ...body, nope: 1 }]) {
        const { status, body: problem } = await scene.client.post(kind.path, other, key)
        assert.deepEqual([status, problem.code], [422, 'idempotency_conflict'], 'wrong or not')
      }
      const tries = [
        await scene.client.post(kind.path, { ...body, ...(await scene.body(kind, { createdAt: 'x' })) }, key),
        await scene.client.post(elsewhere.path, elsewhere.example, key),
      ]
      // The key of an organisation's record is stored separately from those of a mode's records.
      const expected = [422, kind.home === elsewhere.home ? 422 : 201]
      for (const [index, reply] of tries.entries()) {
        assert.equal(reply.status, expected[index], reply.text)
        if (reply.status === 422) assert.equal(reply.body.code, 'idempotency_conflict')
      }
      assert.deepEqual(itemsOf(await readOf(scene.client, kind.path)), itemsOf(before))
      assert.equal(done(await scene.client.post(kind.path, body, key), 201).id, first.id)
    })

    test(`POST ${kind.path}: a refused request leaves its key free`, async () => {
      const scene = await newScene(app)
      const [body, key] = [await scene.body(kind), newKey()]
      refusedAt(await scene.client.post(kind.path, { ...body, nope: 1 }, key), 'nope', 'nope')
      done(await scene.client.post(kind.path, body, key), 201)
    })

    test(`POST ${kind.path}: the same key many times at once creates one record`, async () => {
      const scene = await newScene(app)
      const [body, key] = [await scene.body(kind), newKey()]
      const replies = await Promise.all(
        Array.from({ length: 8 }, () => scene.client.post(kind.path, body, key)),
      )
      const made = replies.filter(({ status }) => status === 201)
      const busy = replies.filter(
        ({ status, body: { code } }) => status === 409 && code === 'idempotency_conflict',
      )
      assert.ok(made.length > 0)
      assert.equal(made.length + busy.length, replies.length)
      assert.equal(new Set(made.map(({ body: { id } }) => id)).size, 1)
    })
  }

  test('a key belongs to the credential that sent it', async () => {
    const scene = await newScene(app)
    const key = newKey()
    const others = [
      checkedClient(await scene.organisation.person('member')),
      checkedClient(await scene.organisation.person('owner')),
      checkedClient(await scene.organisation.person('owner', { mode: 'test' })),
      checkedClient(await scene.organisation.key()),
    ]
    const ids = new Set<string>()
    for (const client of [scene.client, ...others]) {
      ids.add(done(await client.post('/teams', { name: 'x' }, key), 201).id)
    }
    assert.equal(ids.size, 5)
  })

  test('a key is 1 to 255 visible characters, bare or quoted', async () => {
    const { client } = await newScene(app)
    for (const key of ['', ' ', 'a b', 'a'.repeat(256)]) {
      refusedAt(
        await client.post('/teams', { name: 'x' }, { 'idempotency-key': key }),
        'Idempotency-Key',
        key,
      )
    }
    const bare = done(await client.post('/teams', { name: 'x' }, { 'idempotency-key': 'a'.repeat(255) }), 201)
    const quoted = await client.post('/teams', { name: 'x' }, { 'idempotency-key': `"${'a'.repeat(255)}"` })
    assert.equal(done(quoted, 201).id, bare.id)
  })
})

const itemsOf = (list: Fields): unknown =>
  Object.values(list).map((items) => (Array.isArray(items) ? items.map(settled) : items))
