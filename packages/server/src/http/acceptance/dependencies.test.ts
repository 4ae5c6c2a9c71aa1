import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, idsOf, make, notFound, read, refused, refusedField, remove } from './checks.ts'

const paths = {
  component: '/projects',
  api: '/apis',
  resource: '/resources',
  system: '/systems',
  domain: '/domains',
} as const

type End = readonly [kind: string, id: string]

const edge = ([fromKind, fromId]: End, [toKind, toId]: End) => ({ fromKind, fromId, toKind, toId })

async function oneOfEach(owner: Client): Promise<readonly End[]> {
  const ends: End[] = []
  for (const [kind, path] of Object.entries(paths))
    ends.push([kind, (await make(owner, path, { name: kind })).id])
  return ends
}

onEachEngine((engine) => {
  const app = useApp(engine)

  test('any entity may depend on any other', async () => {
    const { owner } = await app.organisation()
    const ends = await oneOfEach(owner)
    let count = 0
    for (const from of ends) {
      for (const to of ends) {
        if (from === to) continue
        const made = await make(owner, '/dependencies', { ...edge(from, to), description: 'why' })
        assert.deepEqual([made.fromKind, made.fromId, made.toKind, made.toId], [...from, ...to])
        assert.equal(made.description, 'why')
        count += 1
      }
    }
    assert.equal((await read(owner, '/dependencies')).dependencies.length, count)
  })

  test('a self-loop is 400, but two records with edges both ways are fine', async () => {
    const { owner } = await app.organisation()
    const [a, b] = (await oneOfEach(owner)) as [End, End]
    refused(await owner.post('/dependencies', edge(a, a)), 400, 'invalid_request')
    await make(owner, '/dependencies', edge(a, b))
    await make(owner, '/dependencies', edge(b, a))
  })

  test('an unknown endpoint is 400 with the field and the value', async () => {
    const { owner, person } = await app.organisation()
    const [a, b] = (await oneOfEach(owner)) as [End, End]
    refusedField(await owner.post('/dependencies', edge(a, ['api', 'api_none'])), 'toId', 'api_none')
    refusedField(await owner.post('/dependencies', edge(['api', 'api_none'], a)), 'fromId', 'api_none')
    refusedField(await owner.post('/dependencies', edge(a, ['system', b[1]])), 'toId', b[1])
    const tester = await person('admin', { mode: 'test' })
    refusedField(await tester.post('/dependencies', edge(a, b)), 'fromId', a[1])
    refusedField(await owner.post('/dependencies', edge(a, ['team', b[1]])), 'toKind')
    for (const key of ['fromKind', 'fromId', 'toKind', 'toId']) {
      refusedField(await owner.post('/dependencies', { ...edge(a, b), [key]: undefined }), key)
    }
  })

  test('the same ends and type again are 409; another type is another edge', async () => {
    const { owner } = await app.organisation()
    const [a, b] = (await oneOfEach(owner)) as [End, End]
    const first = await make(owner, '/dependencies', edge(a, b))
    refused(await owner.post('/dependencies', edge(a, b)), 409, 'duplicate')
    const named = { ...edge(a, b), type: 'depends_on', description: 'x' }
    refused(await owner.post('/dependencies', named), 409, 'duplicate')
    await make(owner, '/dependencies', { ...edge(a, b), type: 'calls' })
    await remove(owner, `/dependencies/${first.id}`)
    await make(owner, '/dependencies', edge(a, b))
  })

  test('of many at once with the same ends, one is created and the others are 409', async () => {
    const { owner } = await app.organisation()
    const [a, b] = (await oneOfEach(owner)) as [End, End]
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => owner.post('/dependencies', edge(a, b))),
    )
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [201, ...Array(7).fill(409)])
    assert.equal((await read(owner, '/dependencies')).dependencies.length, 1)
  })

  test('type is lowercase letters, digits, underscore and hyphen, up to 64', async () => {
    const { owner } = await app.organisation()
    const [a, b] = (await oneOfEach(owner)) as [End, End]
    for (const type of ['consumes_api', 'provides_api', 'reads_from', 'v2-calls', '9', 'x'.repeat(64)]) {
      assert.equal((await make(owner, '/dependencies', { ...edge(a, b), type })).type, type)
    }
    for (const type of ['', 'Calls', 'a b', 'ä', 'a.b', 'x'.repeat(65), 'calls\n', null, 5]) {
      refusedField(await owner.post('/dependencies', { ...edge(a, b), type }), 'type')
    }
  })

  test('edges are immutable: they can be listed, created and deleted, nothing else', async () => {
    const { owner, key, person } = await app.organisation()
    const [a, b] = (await oneOfEach(owner)) as [End, End]
    const { id } = await make(await key(), '/dependencies', edge(a, b))
    const at = `/dependencies/${id}`
    for (const reply of [await owner.get(at), await owner.patch(at, { type: 'calls' })]) {
      assert.ok([404, 405].includes(reply.status), reply.text)
    }
    refused(await (await key()).delete(at), 403, 'forbidden')
    refused(await (await person('member')).delete(at), 403, 'forbidden')
    assert.deepEqual(idsOf((await read(owner, '/dependencies')).dependencies), [id])
    bodyOf(await owner.delete(at), 204)
    notFound(await owner.delete(at))
  })
})
