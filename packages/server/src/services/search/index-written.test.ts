import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexPending } from '../../store/search/index-pending.ts'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { indexingOf } from './build-index.ts'

onEachEngine((engine) => {
  const app = useApp(engine)
  const pending = async () => (await rowsIn(app.store, 'select record_id from search_pending')).length
  const indexed = async () => (await rowsIn(app.store, 'select record_id from search_docs')).length
  const catchUp = async () => {
    const next = indexingOf(app.store)
    // The schedule of the server takes part in it.
    while ((await next()) || (await pending()) > 0);
  }

  test('what is written is found at once, and the same after it is indexed', async () => {
    const { owner } = await app.organisation()
    await catchUp()
    const before = await indexed()
    const made = async (path: string, body: object) => (await owner.post(path, body)).body
    const shop = await made('/projects', { name: 'Checkout', tags: ['pci'] })
    const gone = await made('/projects', { name: 'Checkout of old' })
    await made('/teams', { name: 'Checkout crew' })
    const answers = async () =>
      Promise.all(
        ['/search?q=crew%20checkout', '/search?q=chekout', '/search?q=pci', '/projects?q=heck'].map(
          async (path) => (await owner.get(path)).text,
        ),
      )
    const [first, ...more] = await answers()
    assert.match(String(first), /Checkout crew/)
    await catchUp()
    assert.equal(await pending(), 0)
    assert.equal(await indexed(), before + 3)
    assert.deepEqual(await answers(), [first, ...more])

    await owner.patch(`/projects/${shop.id}`, { name: 'Basket' })
    await owner.delete(`/projects/${gone.id}`)
    const after = await answers()
    assert.doesNotMatch(after.join(), /Checkout of old/)
    assert.deepEqual(JSON.parse(String(after[3])).projects, [])
    await catchUp()
    assert.equal(await indexed(), before + 2)
    assert.deepEqual(await answers(), after)
  })

  test('a record that is written again while it is being indexed is found by what it is now', async () => {
    const { owner } = await app.organisation()
    const { id } = (await owner.post('/projects', { name: 'Earlier' })).body
    let renamed: ReturnType<typeof owner.patch> | undefined
    await app.store.transaction(async (tx) => {
      await tx.run(indexPending, 100)
      renamed = owner.patch(`/projects/${id}`, { name: 'Later' })
    })
    const reply = await renamed
    assert.equal(reply?.status, 200, String(reply?.text))
    const names = async (q: string) =>
      (await owner.get(`/search?q=${q}`)).body.results.map(({ name }: { name: string }) => name)
    for (let n = 0; n < 2; n++) {
      assert.deepEqual(await names('later'), ['Later'])
      assert.deepEqual(await names('earlier'), [])
      await catchUp()
    }
    assert.equal(await pending(), 0)
  })
})
