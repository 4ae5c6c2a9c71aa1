import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@svc/model'
import { draftOf } from '../services/records/draft.ts'
import { newId } from '../services/ids.ts'
import { onEachEngine, openTestStore, type TestStore } from '../testing/index.ts'
import { partitionsOf } from './partition-id.ts'
import { insertOrganisation } from './queries/organisations.ts'
import type { Change } from './change.ts'
import type { PartitionId } from './partition-id.ts'

const kind = kinds.resource
const now = () => new Date('2026-11-18T08:00:00.000Z')
const actor = { type: 'system', id: null, name: 'svc' } as const

onEachEngine((engine) => {
  let opened: TestStore
  let partitionId: PartitionId
  before(async () => {
    opened = await openTestStore(engine)
    const id = newId('org', now())
    await opened.store.transaction((tx) =>
      tx.run(insertOrganisation, { id, name: 'Acme', at: now().toISOString() }),
    )
    partitionId = partitionsOf(id).partitions.live
  })
  after(() => opened?.remove())

  const made = (count: number): Promise<readonly string[]> =>
    opened.store.write({ partitionId, actor, now }, async (change) => {
      const ids = Array.from({ length: count }, () => newId(kind.idPrefix, now()))
      for (const [n, id] of ids.entries())
        await change.insert(
          kind,
          draftOf(kind, { name: `R${n}`, description: '' }, { id, at: change.at }).next,
        )
      return ids
    })

  /** All at once, so that they share transactions. */
  const changeAll = (ids: readonly string[], run: (change: Change, id: string) => Promise<unknown>) =>
    Promise.all(
      ids.map((id) =>
        opened.store.write({ partitionId, actor, now, reads: { kind, id } }, (change) => run(change, id)),
      ),
    )

  const append = async (change: Change, id: string, text: string): Promise<unknown> => {
    const stored = await change.find(kind, id)
    if (!stored) return undefined
    return change.update(kind, stored, {
      ...stored.record,
      description: `${stored.record.description}${text}`,
    })
  }

  const descriptions = async (ids: readonly string[]): Promise<unknown[]> =>
    Promise.all(
      ids.map(async (id) => (await opened.store.records(partitionId).find(kind, id))?.record.description),
    )

  test('each write of a batch sees what the ones before it did to the same record', async () => {
    const ids = await made(4)
    await changeAll([...ids, ...ids, ...ids], (change, id) => append(change, id, 'x'))
    assert.deepEqual(await descriptions(ids), ['xxx', 'xxx', 'xxx', 'xxx'])
  })

  test('and what others of them did with statements of their own, or by removing it', async () => {
    const ids = await made(3)
    const [first = '', second = '', third = ''] = ids
    await changeAll([first, second, third, first, second, third], async (change, id) => {
      const stored = await change.find(kind, id)
      if (id === first) await append(change, id, 'x')
      else if (id === second && stored) await change.remove(kind, stored)
      else if (id === third && stored?.record.description === '')
        await change.run(async (sql) => {
          await sql.run('update resources set description = ? where partition_id = ? and id = ?', [
            'own',
            partitionId,
            third,
          ])
        })
      else await append(change, id, '+')
    })
    assert.deepEqual(await descriptions(ids), ['xx', undefined, 'own+'])
  })

  test('records that do not exist are not found', async () => {
    const found = await changeAll(['res_none', 'res_other', 'res_n\0l'], (change, id) =>
      change.find(kind, id),
    )
    assert.deepEqual(found, [undefined, undefined, undefined])
  })
})
