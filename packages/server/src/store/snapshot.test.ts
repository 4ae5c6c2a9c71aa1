import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachEngine, openTestStore, type TestStore } from '../testing/index.ts'
import { insertOrganisation, listOrganisations } from './organisations.ts'

onEachEngine((engine) => {
  let opened: TestStore
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened?.remove())

  const add = (id: string): Promise<void> =>
    opened.store.engine.transaction((tx) =>
      insertOrganisation(tx, { id, name: id, at: '2026-11-15T12:00:00.000Z' }),
    )

  test('a snapshot stays as it was when it was first read, and holds no writer up', async () => {
    const { snapshot, reader } = opened.store.engine
    await add('org_1')
    await snapshot(async (sql) => {
      const ids = async () => (await listOrganisations(sql)).map(({ id }) => id)
      assert.deepEqual(await ids(), ['org_1'])
      await add('org_2')
      assert.deepEqual(await ids(), ['org_1'])
      assert.equal((await listOrganisations(reader)).length, 2)
    })
    assert.equal((await listOrganisations(reader)).length, 2)
  })

  test('nothing can be written through a snapshot', async () => {
    const { snapshot, reader } = opened.store.engine
    await assert.rejects(snapshot(async (sql) => sql.run(`update organisations set name = 'other'`)))
    assert.ok((await listOrganisations(reader)).every(({ name }) => name !== 'other'))
  })

  test('what goes wrong in a snapshot reaches the caller, and the next one works', async () => {
    const { snapshot } = opened.store.engine
    await assert.rejects(
      snapshot(() => Promise.reject(new Error('half-way'))),
      /half-way/,
    )
    assert.equal(await snapshot(async (sql) => (await listOrganisations(sql)).length), 2)
  })
})
