import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@svc/model'
import fc from 'fast-check'
import { onEachEngine, openTestStore, type TestStore } from '../../testing/index.ts'
import { withTables } from '../../testing/tables.ts'
import { partitionsOf } from '../partition-id.ts'
import { insertOrganisation } from '../queries/organisations.ts'
import type { ListQuery } from '../records.ts'
import { candidatesFor } from './candidates.ts'
import { indexPending } from './index-pending.ts'
import type { Store } from '../open.ts'

const { project } = kinds

/** Few different ones, so that texts are found; scripts, accents, emoji and all sorts of separators. */
const characters = [...'abcABÉéßÄİşσςк漢字カが한🚀👩‍🚀 -_/.:%\'"\\=&|*()\u0301']
const text = (maxLength: number): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof(fc.constantFrom(...characters), fc.constantFrom('checkout', 'Pay', '決済', 'zürich')), {
      minLength: 1,
      maxLength,
    })
    .map((parts) => parts.join(''))

const world = fc.record({
  names: fc.array(fc.record({ name: text(8), description: fc.option(text(12)) }), {
    minLength: 1,
    maxLength: 12,
  }),
  renamed: fc.array(fc.record({ which: fc.nat(11), name: text(8) }), { maxLength: 3 }),
  removed: fc.array(fc.nat(11), { maxLength: 3 }),
  queries: fc.array(text(4), { minLength: 1, maxLength: 8 }),
  /** After which of the writes the index catches up. */
  indexed: fc.constantFrom('none', 'first', 'both'),
})

/** More than a search looks at before it asks the index, and newer. */
const fillers = Array.from({ length: 320 }, (_, n) => ({
  id: `prj_9${String(n).padStart(7, '0')}`,
  name: 'qq',
}))

const now = () => new Date('2026-11-17T12:00:00.000Z')
const actor = { type: 'system', id: null, name: 'svc' } as const
const empty = Object.fromEntries(
  Object.entries(project.fields).map(([key, { traits }]) => [
    key,
    'default' in traits ? traits.default : null,
  ]),
)

/** What `?q=` means, without any index. */
const contains = ({ name, description }: Record<string, unknown>, query: string): boolean =>
  [name, description ?? ''].join('\uffff').toLowerCase().includes(query.toLowerCase())

onEachEngine((engine) => {
  let opened: TestStore
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened?.remove())

  test('a text is found in exactly the records that contain it, in any script, from one character', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ names, renamed, removed, queries, indexed }) => {
        const { store } = opened
        const partitionId = await newPartition(store)
        const kept = new Map<string, Record<string, unknown>>()
        await store.write({ partitionId, actor, now }, async (change) => {
          for (const fields of names) {
            const id = `prj_${String(++count).padStart(8, '0')}`
            const record = { ...empty, id, ...fields }
            await change.insert(project, record)
            kept.set(id, record)
          }
          await change.insertAll(
            project,
            fillers.map((one) => ({ ...empty, ...one })),
          )
        })
        if (indexed !== 'none') await catchUp(store)
        await store.write({ partitionId, actor, now }, async (change) => {
          const ids = [...kept.keys()]
          for (const { which, name } of renamed) {
            const stored = await change.find(project, String(ids[which]))
            if (!stored) continue
            await change.update(project, stored, { ...stored.record, name })
            kept.set(String(stored.record.id), { ...stored.record, name })
          }
          for (const which of removed) {
            const stored = await change.find(project, String(ids[which]))
            if (stored) await change.remove(project, stored)
            kept.delete(String(ids[which]))
          }
        })
        if (indexed === 'both') await catchUp(store)
        for (const q of [...queries, ...names.map(({ name }) => name.slice(-2).toWellFormed())]) {
          const wanted = [...kept.values()].filter((record) => contains(record, q)).map(({ id }) => id)
          const search: ListQuery = { where: [{ search: q }] }
          const records = store.records(partitionId)
          const found = (await records.list(project, search)).map(({ record }) => record.id)
          assert.deepEqual(found, wanted.toSorted().reverse(), JSON.stringify(q))
          const candidates = await store.run(candidatesFor, partitionId, project, [q])
          if (candidates)
            for (const id of wanted) assert.ok(candidates.includes(String(id)), JSON.stringify(q))
          const page = await records.slice(project, { ...search, limit: 2, bytes: 1e6 })
          assert.deepEqual(
            page.stored.map(({ record }) => record.id),
            found.slice(0, 2),
          )
        }
      }),
      { numRuns: 25 },
    )
  })
})

const catchUp = async (store: Store): Promise<void> => {
  while (!(await store.transaction((tx) => tx.run(indexPending, 150))).isDone);
}

let count = 0

async function newPartition(store: Store) {
  const id = `org_${++count}`
  await withTables(store, (tx) => insertOrganisation(tx, { id, name: id, at: now().toISOString() }))
  return partitionsOf(id).partitions.live
}
