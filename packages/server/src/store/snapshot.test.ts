import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachEngine, openTestStore, type TestStore } from '../testing/index.ts'
import { withTables } from '../testing/tables.ts'
import { insertOrganisation, listOrganisations, renameOrganisation } from './queries/organisations.ts'

onEachEngine((engine) => {
  let opened: TestStore
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened?.remove())

  const add = (id: string): Promise<void> =>
    withTables(opened.store, (tx) => insertOrganisation(tx, { id, name: id, at: '2026-11-15T12:00:00.000Z' }))

  test('a snapshot stays as it was when it was first read, and does not block writers', async () => {
    const { snapshot, run } = opened.store
    await add('org_1')
    await snapshot(async (moment) => {
      const ids = async () => (await moment.run(listOrganisations)).map(({ id }) => id)
      assert.deepEqual(await ids(), ['org_1'])
      await add('org_2')
      assert.deepEqual(await ids(), ['org_1'])
      assert.equal((await run(listOrganisations)).length, 2)
    })
    assert.equal((await run(listOrganisations)).length, 2)
  })

  test('nothing can be written through a snapshot', async () => {
    const { snapshot, run } = opened.store
    await assert.rejects(snapshot((moment) => moment.run(renameOrganisation, 'org_1', 'other')))
    assert.ok((await run(listOrganisations)).every(({ name }) => name !== 'other'))
  })

  test('an error in a snapshot reaches the caller, and the next one works', async () => {
    const { snapshot } = opened.store
    await assert.rejects(
      snapshot(() => Promise.reject(new Error('half-way'))),
      /half-way/,
    )
    assert.equal(await snapshot(async (moment) => (await moment.run(listOrganisations)).length), 2)
  })
})
