import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds, type Kinds, type Stored } from '@svc/model'
import { readPartitionId } from '../../store/partition-id.ts'
import { createFixtures, onEachEngine, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { recentOf, recentOfMany } from '../slo/recent.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  test('reading the latest snapshots of many SLOs gives the same as reading each', async () => {
    const organisation = await app.organisation()
    const fixtures = createFixtures({ app, organisation })
    const slos: Stored<Kinds['slo']>[] = []
    for (const count of [0, 1, 29, 30, 31, 45]) {
      const slo = await fixtures.make(kinds.slo)
      slos.push(slo as unknown as Stored<Kinds['slo']>)
      for (let n = 0; n < count; n += 1) {
        const takenAt = new Date(Date.UTC(2026, 0, 1) + n * 900_000).toISOString()
        await fixtures.make(kinds.sloSnapshot, { sloId: slo.id, takenAt })
      }
    }
    const found = await rowsIn(app.store, 'select partition_id from slos where id = ?', [String(slos[0]?.id)])
    const request = {
      partitionId: readPartitionId(found[0]?.partition_id),
      actor: { type: 'system', id: null, name: 'svc' },
      now: () => new Date(),
    } as const
    await app.store.write(request, async (change) => {
      const many = await recentOfMany(change, slos.slice(1))
      assert.deepEqual([...many.values()].map((list) => list.length).sort(), [1, 29, 30, 30, 30])
      for (const slo of slos.slice(1)) assert.deepEqual(many.get(slo.id), await recentOf(change, slo))
      assert.deepEqual(await recentOf(change, slos[0] ?? assert.fail()), [])
    })
  })
})
