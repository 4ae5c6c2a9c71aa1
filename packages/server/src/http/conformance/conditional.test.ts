import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations, type Kind, kinds, listKeyOf } from '@svc/model'
import {
  addressedBy,
  addressOf,
  caughtUp,
  clockBetweenJobs,
  type Fields,
  idsIn,
  kindInPath,
  kindsWith,
  onEachEngine,
  type Reply,
  requiredQueryOf,
  useApp,
} from '../../testing/index.ts'
import { aChange, changeable, changeableKinds, done, newScene, readOf, settled } from './suite.ts'

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  test('every GET endpoint has an ETag, and answers 304 as long as it is the same', async () => {
    const scene = await newScene(app)
    const made = new Map<Kind, Fields>()
    for (const kind of [...kindsWith('list'), kinds.integration, kinds.errorTracker])
      made.set(kind, await scene.make(kind))
    await caughtUp(app)
    for (const operation of allOperations) {
      const { method, path, asksOutside } = operation
      if (method !== 'GET' || asksOutside) continue
      const kind = kindInPath(path)
      const query = requiredQueryOf(operation, made.get(kinds.driftSnapshot)?.appId)
      const ids = await idsIn(scene.client, path, kind && addressedBy(kind, made.get(kind)))
      const address = `${addressOf(path, ...ids)}?${query}`
      const first = await scene.client.get(address)
      const etag = done(first) && (first.headers.get('etag') ?? '')
      assert.match(etag, /^"[^"]+"$/, path)
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await scene.client.get(address, { 'if-none-match': header })
        assert.equal(again.status, 304, `${path} with ${header}`)
        assert.equal(again.headers.get('etag'), etag)
      }
      const other = await scene.client.get(address, { 'if-none-match': '"other"' })
      assert.deepEqual(other.body, first.body, path)
    }
  })

  for (const kind of changeableKinds) {
    test(`${kind.name}: a change gives a new ETag to the record and its list`, async () => {
      const scene = await newScene(app)
      const { path } = await changeable(scene, kind)
      await caughtUp(app)
      const before = await scene.client.get(path)
      const listBefore = kind.verbs.includes('list') ? await scene.client.get(kind.path) : before
      const changed = await scene.client.patch(path, await aChange(scene, kind, before.body))
      assert.notEqual(changed.headers.get('etag'), before.headers.get('etag'))
      assert.equal((await scene.client.get(path)).headers.get('etag'), changed.headers.get('etag'))
      const stale = { 'if-none-match': String(before.headers.get('etag')) }
      assert.deepEqual(done(await scene.client.get(path, stale)), changed.body)
      if (!kind.verbs.includes('list')) return
      const staleList = { 'if-none-match': String(listBefore.headers.get('etag')) }
      assert.deepEqual(done(await scene.client.get(kind.path, staleList))[listKeyOf(kind)], [changed.body])
    })

    test(`${kind.name}: If-Match allows a change only to the version the caller has read`, async () => {
      const scene = await newScene(app)
      const { path } = await changeable(scene, kind)
      const etag = String((await scene.client.get(path)).headers.get('etag'))
      const first = await aChange(scene, kind, await readOf(scene.client, path))
      const changed = await scene.client.patch(path, first, { 'if-match': etag })
      done(changed)
      const second = await aChange(scene, kind, changed.body)
      for (const header of [
        etag,
        '"0"',
        '"nothing of ours"',
        `W/${changed.headers.get('etag')}`,
        '"0", "1"',
      ]) {
        stale(await scene.client.patch(path, second, { 'if-match': header }), header)
      }
      const untouched = await readOf(scene.client, path)
      assert.deepEqual(settled(untouched), settled(changed.body))
      const current = `"0", ${changed.headers.get('etag')}`
      done(await scene.client.patch(path, second, { 'if-match': current }))
      done(await scene.client.patch(path, {}, { 'if-match': '*' }))
    })
  }

  for (const { path, verb, kind } of allOperations.filter(({ method }) => method === 'DELETE')) {
    const deleted = kind ?? kindInPath(path)
    if (!deleted) throw new Error(`What does DELETE ${path} delete?`)
    test(`DELETE ${path}: If-Match allows it only for the version the caller has read`, async () => {
      const scene = await newScene(app)
      const ids = await idsIn(scene.client, path, addressedBy(deleted, await scene.make(deleted)))
      const [address, id] = [addressOf(path, ...ids), ids.at(-1)]
      const parent = address.slice(0, address.lastIndexOf('/'))
      const list = ids.length > 1 ? parent : deleted.path
      for (const header of ['"0"', '"nothing of ours"'])
        stale(await scene.client.delete(address, { 'if-match': header }), header)
      assert.ok((await scene.client.get(list)).text.includes(String(id)), 'it is still there')
      const etag = deleted.verbs.includes('read')
        ? String((await scene.client.get(address)).headers.get('etag'))
        : '*'
      done(await scene.client.delete(address, { 'if-match': etag }), 204)
      if (verb) assert.ok(!(await scene.client.get(deleted.path)).text.includes(String(id)), 'it is gone')
    })
  }
})

function stale(reply: Reply, about: string): void {
  assert.equal(reply.status, 412, `${about}: ${reply.text}`)
  assert.equal(reply.body.code, 'precondition_failed')
}
