import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { change, idsOf, make, notFound, read, refused, refusedField, remove } from './checks.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  const view = { name: 'Mine', kind: 'project', query: 'no:owner' }

  test('a private view is seen by its owner alone, wherever it could show', async () => {
    const { owner, person, key } = await app.organisation()
    const [ada, bob] = [await person('member'), await person('member')]
    const mine = await make(ada, '/views', view)
    const { user } = await read(ada, '/me')
    assert.partialDeepStrictEqual(mine, { visibility: 'private', ownerUid: user.id, columns: [], sort: null })
    assert.equal(mine.seenBy, undefined)
    const at = `/views/${mine.id}`
    // Each asks twice, so that the second answer may come from the cache of another's first.
    for (const _ of [1, 2]) {
      assert.deepEqual(idsOf((await read(ada, '/views')).views), [mine.id])
      assert.equal((await read(ada, at)).id, mine.id)
      assert.equal((await read(ada, '/facets?kind=view')).total, 1)
      for (const other of [owner, bob, await key()]) {
        assert.deepEqual((await read(other, '/views')).views, [])
        assert.deepEqual((await read(other, '/views?limit=5')).views, [])
        notFound(await other.get(at))
        assert.deepEqual((await read(other, `/names?ids=${mine.id}`)).names, [])
        assert.equal((await read(other, '/facets?kind=view')).total, 0)
      }
    }
    for (const other of [owner, bob]) {
      notFound(await other.patch(at, { name: 'x' }))
      notFound(await other.delete(at))
      assert.deepEqual((await read(other, '/events?after=0&kind=view')).events, [])
    }
    assert.equal((await read(ada, '/events?after=0&kind=view')).events.length, 1)
    const { auditLog } = await read(owner, `/audit-log?subjectId=${mine.id}`)
    assert.partialDeepStrictEqual(auditLog[0], { type: 'view.created', before: null, after: null })
    const tag = (await ada.get('/views')).headers.get('etag') ?? ''
    const answer = await bob.get('/views', { 'if-none-match': tag })
    assert.equal(answer.status, 200)
  })

  test('a shared view is seen by everybody, and changed by its owner and admins', async () => {
    const { owner, person } = await app.organisation()
    const [ada, bob, viewer] = [await person('member'), await person('member'), await person('viewer')]
    const { id } = await make(ada, '/views', view)
    const at = `/views/${id}`
    assert.deepEqual((await read(bob, '/views')).views, [])
    await change(ada, at, { visibility: 'shared' })
    for (const each of [ada, bob, viewer, owner])
      assert.deepEqual(idsOf((await read(each, '/views?kind=project')).views), [id])
    assert.deepEqual((await read(bob, '/views?kind=slo')).views, [])
    refused(await bob.patch(at, { name: 'x' }), 403, 'forbidden')
    refused(await bob.delete(at), 403, 'forbidden')
    refused(await viewer.post('/views', view), 403, 'forbidden')
    assert.equal((await change(owner, at, { name: 'Nobody answers for' })).name, 'Nobody answers for')
    refusedField(await owner.patch(at, { visibility: 'private' }), 'visibility')
    await change(ada, at, { visibility: 'private' })
    for (const each of [bob, owner]) notFound(await each.get(at))
    assert.deepEqual((await read(bob, '/views')).views, [])
    await remove(ada, at)
  })

  test('what an API key keeps is shared, and only admins change it', async () => {
    const { owner, person, key } = await app.organisation()
    const pipeline = await key()
    refusedField(await pipeline.post('/views', view), 'visibility')
    const { id, ownerUid } = await make(pipeline, '/views', { ...view, visibility: 'shared' })
    assert.equal(ownerUid, null)
    refused(await (await person('member')).patch(`/views/${id}`, { name: 'x' }), 403, 'forbidden')
    refusedField(await owner.patch(`/views/${id}`, { visibility: 'private' }), 'visibility')
    await change(owner, `/views/${id}`, { query: '' })
  })

  test('a view that no list could show is refused, and says why', async () => {
    const { owner } = await app.organisation()
    refusedField(await owner.post('/views', { ...view, query: 'ownr:x' }), 'query')
    refusedField(await owner.post('/views', { ...view, kind: 'token' }), 'kind')
    refusedField(await owner.post('/views', { ...view, sort: '-nothing' }), 'sort')
    refusedField(await owner.post('/views', { ...view, groupBy: 'name' }), 'groupBy')
    const full = { ...view, sort: '-name', groupBy: 'lifecycle', columns: ['tier', 'health'] }
    assert.partialDeepStrictEqual(await make(owner, '/views', full), full)
  })

  test('a deleted view is gone: nobody but its owner would know of a private one', async () => {
    const { owner, person } = await app.organisation()
    const ada = await person('member')
    const secret = await make(ada, '/views', view)
    const shared = await make(ada, '/views', { ...view, visibility: 'shared' })
    for (const { id } of [secret, shared]) await remove(ada, `/views/${id}`)
    assert.deepEqual((await read(owner, '/deleted')).deleted, [])
  })
})
