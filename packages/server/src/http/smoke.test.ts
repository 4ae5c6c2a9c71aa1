import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../testing/index.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  test('a record is created, read back, listed, changed and deleted', async () => {
    const { owner } = await app.organisation()
    const created = await owner.post('/resources', { name: 'orders-db', tags: ['pci'] })
    assert.equal(created.status, 201, created.text)
    const path = `/resources/${created.body.id}`
    assert.deepEqual((await owner.get(path)).body, created.body)
    assert.deepEqual((await owner.get('/resources?tag=pci')).body, { resources: [created.body] })
    assert.equal((await owner.patch(path, { description: 'x' })).body.description, 'x')
    assert.equal((await owner.delete(path)).status, 204)
    assert.equal((await owner.get(path)).status, 404)
  })
})
