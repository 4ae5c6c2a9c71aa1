import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Kind, kinds } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import { type PartitionId, partitionIdOf } from '../../store/partition-id.ts'
import type { StoredRecord } from '../../store/table.ts'
import { onEachEngine, openTestStore, type TestStore } from '../../testing/index.ts'
import { createOrganisation } from '../identity/create-organisation.ts'
import { newId } from '../ids.ts'
import { catchUp, system } from '../jobs/follower.ts'
import { draftOf } from '../records/draft.ts'
import { scorecardGrading } from './grading.ts'

const projects = 450
const now = () => new Date()

onEachEngine((engine) => {
  let opened: TestStore
  let partitionId: PartitionId
  before(async () => {
    opened = await openTestStore(engine)
    const made = await createOrganisation(opened.store, { name: 'Test', ownerEmail: 'owner@test.example' })
    partitionId = partitionIdOf(made?.organisationId ?? '', 'live')
  })
  after(() => opened?.remove())

  const write = <T>(run: (change: Change) => Promise<T>): Promise<T> =>
    opened.store.write({ partitionId, actor: system, now }, run)

  const draft = (kind: Kind, input: object) =>
    draftOf(kind, { ...kind.example, ...input }, { id: newId(kind.idPrefix), at: now().toISOString() }).next

  const scoresOf = async (id: string): Promise<readonly unknown[]> =>
    (
      await opened.store
        .records(partitionId)
        .list(kinds.score, { where: [{ field: 'scorecardId', is: id }], fields: ['entityKind'] })
    ).map(({ record }) => record.entityKind)

  test('a scorecard that changes is applied to the kinds it is for, and each record is read once', async () => {
    const rules = [
      { id: 'r1', type: 'has_owner_team', label: 'Owned', description: null, weight: 1, params: {} },
    ]
    const card = draft(kinds.scorecard, { rules, applicableKinds: ['component'] })
    await write(async (change) => {
      await change.insertAll(
        kinds.project,
        Array.from({ length: projects }, (_, n) => draft(kinds.project, { name: `Project ${n}` })),
      )
      await change.insertAll(
        kinds.api,
        Array.from({ length: 30 }, (_, n) => draft(kinds.api, { name: `API ${n}` })),
      )
      await change.insert(kinds.scorecard, card)
    })
    await catchUp(opened.store, scorecardGrading, now)
    assert.equal((await scoresOf(String(card.id))).length, projects)

    const changed = { rules: [{ ...rules[0], type: 'has_description' }] }
    await write(async (change) => {
      const stored = await change.find(kinds.scorecard, String(card.id))
      if (stored) await change.update(kinds.scorecard, stored, { ...stored.record, ...changed })
    })
    const { store, reads } = counting(opened.store)
    await catchUp(store, scorecardGrading, now)
    const entities = reads.filter(({ kind }) => kind !== kinds.score && kind !== kinds.scorecard)
    assert.deepEqual([...new Set(entities.map(({ kind }) => kind.name))], ['project'])
    assert.equal(entities.length, projects, 'as many reads as records')
    assert.equal(new Set(entities.map(({ id }) => id)).size, projects)
    assert.equal(reads.filter(({ kind }) => kind === kinds.score).length, projects, 'and as many of scores')
  })

  test('scores of kinds that it is no longer for are removed', async () => {
    const rules = [
      { id: 'r1', type: 'has_description', label: 'D', description: null, weight: 1, params: {} },
    ]
    const card = draft(kinds.scorecard, { rules, applicableKinds: ['component', 'api'] })
    await write((change) => change.insert(kinds.scorecard, card))
    await catchUp(opened.store, scorecardGrading, now)
    assert.deepEqual([...new Set(await scoresOf(String(card.id)))].toSorted(), ['api', 'component'])
    await write(async (change) => {
      const stored = await change.find(kinds.scorecard, String(card.id))
      if (stored) await change.update(kinds.scorecard, stored, { ...stored.record, applicableKinds: ['api'] })
    })
    await catchUp(opened.store, scorecardGrading, now)
    assert.deepEqual(await scoresOf(String(card.id)), Array(30).fill('api'))
  })
})

interface Read {
  readonly kind: Kind
  readonly id: string
}

/** The same store, with every record that a change has read. */
function counting(store: Store): { readonly store: Store; readonly reads: readonly Read[] } {
  const reads: Read[] = []
  const note = (kind: Kind, stored: readonly StoredRecord[]): void => {
    for (const { record } of stored) reads.push({ kind, id: String(record.id) })
  }
  const counted = (change: Change): Change => ({
    ...change,
    find: async (kind, id) => {
      const found = await change.find(kind, id)
      if (found) note(kind, [found])
      return found
    },
    list: async (kind, query) => {
      const found = await change.list(kind, query)
      note(kind, found)
      return found
    },
    slice: async (kind, query) => {
      const slice = await change.slice(kind, query)
      note(kind, slice.stored)
      return slice
    },
  })
  return {
    store: { ...store, write: (request, run) => store.write(request, (change) => run(counted(change))) },
    reads,
  }
}
