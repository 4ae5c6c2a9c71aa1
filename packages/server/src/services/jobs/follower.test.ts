import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, openTestStore } from '../../testing/engines.ts'
import { rowsIn } from '../../testing/tables.ts'
import { createOrganisation } from '../identity/create-organisation.ts'
import { catchUp, type Follower, followOnce } from './follower.ts'

const now = () => new Date()

onEachEngine((engine) => {
  test('each event is handled once, in order, even if several followers run at once', async (t) => {
    const { store, remove } = await openTestStore(engine)
    t.after(remove)
    for (let n = 0; n < 3; n += 1)
      await createOrganisation(store, { name: `${n}`, ownerEmail: 'a@test.example' })
    const seen: string[] = []
    const follower: Follower = {
      name: 'test',
      handle: async ({ partitionId }, events) => {
        for (const { seq } of events) seen.push(`${partitionId} ${seq}`)
      },
    }

    await Promise.all([1, 2, 3].map(() => catchUp(store, follower, now)))

    const logged = await rowsIn(store, 'select partition_id, seq from events order by 1, 2')
    assert.deepEqual(
      seen.toSorted(),
      logged.map(({ partition_id, seq }) => `${partition_id} ${seq}`),
    )
    assert.equal(await catchUp(store, follower, now), 0)
  })

  test('a partition whose work fails does not block the others', async (t) => {
    const { store, remove } = await openTestStore(engine)
    t.after(remove)
    for (let n = 0; n < 3; n += 1)
      await createOrganisation(store, { name: `${n}`, ownerEmail: 'a@test.example' })
    const tried = new Set<string>()
    const follower: Follower = {
      name: 'test',
      handle: async ({ partitionId }) => {
        tried.add(partitionId)
        if (tried.size === 1) throw new Error('This one is broken.')
      },
    }

    await assert.rejects(followOnce(store, follower, now), { message: 'This one is broken.' })

    assert.equal(tried.size, 3)
    assert.equal((await rowsIn(store, 'select partition_id from followers')).length, 2)
  })
})
