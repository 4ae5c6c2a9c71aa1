import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allKinds, type Kind, kinds } from '@svc/model'
import { openStore } from '../../store/open.ts'
import { partitionIdOf } from '../../store/partition-id.ts'
import { first } from '../../store/sql.ts'
import { isCounted, measure } from '../../store/usage.ts'
import {
  addressedBy,
  type Fields,
  kindsWith,
  onEachEngine,
  type Reply,
  type TestApp,
  useApp,
} from '../../testing/index.ts'
import { executeIn } from '../../testing/tables.ts'
import { aChange, changeableKinds, done, newScene, readOf, type Scene } from './suite.ts'

const quota = { records: 120, bytes: 400_000 }

onEachEngine((engine) => {
  describe('without a limiting quota', () => {
    const app = useApp(engine)

    test('the count after each write matches a recount', async () => {
      const scene = await newScene(app)
      const made = new Map<Kind, Fields>()
      for (const kind of allKinds.filter(isCounted)) made.set(kind, await scene.make(kind))
      const runbook = `${kinds.runbook.path}/${made.get(kinds.runbook)?.id}`
      for (const bodyMd of ['ä€𝕏'.repeat(9_000), 'short', '€'.repeat(5_000)])
        done(await scene.client.patch(runbook, { bodyMd }))
      for (const kind of changeableKinds.filter((one) => made.has(one) && one !== kinds.ssoSettings)) {
        const path = addressIn(kind, made)
        done(await scene.client.patch(path, await aChange(scene, kind, await readOf(scene.client, path))))
      }
      await countedAsFound(app, scene)
      for (const kind of kindsWith('delete').filter(({ name }) => name !== kinds.user.name)) {
        const { status } = await scene.client.delete(addressIn(kind, made))
        assert.ok([204, 404, 409].includes(status), `${kind.name}: ${status}`)
      }
      const after = await countedAsFound(app, scene)
      assert.ok(after.records > 0)
    })

    test('records written by a version without quotas are counted at the next start', async () => {
      const scene = await newScene(app)
      await scene.make(kinds.project)
      const live = partitionIdOf(scene.organisation.id, 'live')
      const before = await usageOf(app, live)
      await executeIn(
        app.store,
        'update partitions set revision = revision + 1, records = 0, bytes = 0 where id = ?',
        [live],
      )
      await scene.make(kinds.project)
      await (await openStore(app.location)).close()
      assert.equal((await usageOf(app, live)).records, before.records + 1)
      await countedAsFound(app, scene)
    })
  })

  describe('with the quota of records used up', () => {
    const app = useApp(engine, { quota: { records: quota.records } })

    test('every kind is refused with 400 quota_exceeded until one is deleted', async () => {
      const scene = await newScene(app)
      const bodies = new Map<Kind, Fields>()
      for (const kind of kindsWith('create')) bodies.set(kind, await scene.body(kind))
      const victim = await scene.make(kinds.project)
      await fillWithRecords(app, scene)
      for (const [kind, body] of bodies) {
        const reply = await scene.client.post(kind.path, body)
        isFull(reply, `POST ${kind.path}`)
        assert.match(reply.body.message, /120 of at most 120 already exist/)
      }
      done(await scene.client.delete(`${kinds.project.path}/${victim.id}`), 204)
      done(await scene.client.post(kinds.team.path, bodies.get(kinds.team)), 201)
      isFull(await scene.client.post(kinds.team.path, bodies.get(kinds.team)), 'the one after it')
      const other = await newScene(app)
      await other.make(kinds.project)
    })

    test('a batch is accepted as a whole or not at all', async () => {
      const scene = await newScene(app)
      const { id: appId } = await scene.make(kinds.project)
      await fillWithRecords(app, scene, 2)
      const entries = (count: number) => ({
        items: Array.from({ length: count }, (_, n) => ({ externalId: `${n}`, appId, amountCents: n })),
      })
      isFull(await scene.client.post('/ingest/v1/costs', entries(3)), 'three where two fit')
      done(await scene.client.post('/ingest/v1/costs', entries(2)))
    })
  })

  describe('with the quota of bytes used up', () => {
    const app = useApp(engine, { quota: { bytes: quota.bytes } })

    test('nothing can be added or changed, while reading and deleting still work', async () => {
      const scene = await newScene(app)
      const catalog = allKinds.filter(({ home }) => home === 'partition')
      const made = new Map<Kind, Fields>()
      const bodies = new Map<Kind, Fields>()
      const changes = new Map<Kind, Fields>()
      for (const kind of kindsWith('create').filter((one) => catalog.includes(one))) {
        made.set(kind, await scene.make(kind))
        bodies.set(kind, await scene.body(kind))
        if (!kind.verbs.includes('update')) continue
        const record = await readOf(scene.client, addressIn(kind, made))
        changes.set(kind, await aChange(scene, kind, record))
      }
      await fillWithBytes(scene)
      for (const [kind, body] of bodies) isFull(await scene.client.post(kind.path, body), `POST ${kind.path}`)
      for (const [kind, change] of changes)
        isFull(await scene.client.patch(addressIn(kind, made), change), `PATCH ${kind.path}`)
      for (const [kind] of changes) done(await scene.client.get(addressIn(kind, made)))
      for (const kind of kindsWith('create', 'delete').filter((one) => catalog.includes(one))) {
        const { status, text } = await scene.client.delete(addressIn(kind, made))
        assert.ok(status === 204 || status === 404, `DELETE ${kind.path}: ${status} ${text}`)
      }
      await scene.make(kinds.token)
      await (await newScene(app)).make(kinds.project)
    })

    test('a repeated write gets its first answer', async () => {
      const scene = await newScene(app)
      const key = { 'idempotency-key': 'once' }
      const body = await scene.body(kinds.project)
      const made = done(await scene.client.post(kinds.project.path, body, key), 201)
      await fillWithBytes(scene)
      assert.deepEqual(done(await scene.client.post(kinds.project.path, body, key), 201), made)
    })
  })
})

const addressIn = (kind: Kind, made: ReadonlyMap<Kind, Fields>): string =>
  `${kind.path}/${addressedBy(kind, made.get(kind))}`

function isFull({ status, body, text }: Reply, about: string): void {
  assert.deepEqual([status, body.code], [400, 'quota_exceeded'], `${about}: ${text}`)
}

async function usageOf({ store }: TestApp, partition: string) {
  const row = await store.run(first, 'select records, bytes from partitions where id = ?', [partition])
  return { records: Number(row?.records), bytes: Number(row?.bytes) }
}

async function countedAsFound(app: TestApp, { organisation }: Scene) {
  const found = { records: 0, bytes: 0 }
  for (const role of ['live', 'test', 'home'] as const) {
    const partition = partitionIdOf(organisation.id, role)
    const measured = await app.store.run(measure, partition)
    const counted = await usageOf(app, partition)
    // When a credential was last used is recorded with all writes.
    const aside = role === 'home' ? 24 * measured.records : 0
    assert.equal(counted.records, measured.records, role)
    assert.ok(
      Math.abs(counted.bytes - measured.bytes) <= aside,
      `${role}: ${counted.bytes}, not ${measured.bytes}`,
    )
    found.records += measured.records
  }
  return found
}

/**
 * Inserts what svc itself may always insert, until only little quota is left in the catalog and in the
 * organisation.
 */
async function fillWithRecords(app: TestApp, scene: Scene, left = 0): Promise<void> {
  for (const [role, kind] of [
    ['live', kinds.team],
    ['home', kinds.user],
  ] as const) {
    const { records } = await usageOf(app, partitionIdOf(scene.organisation.id, role))
    for (let count = records; count < quota.records - left; count += 1) {
      assert.ok(isCounted(kind))
      await (kind === kinds.user ? scene.organisation.user('viewer') : scene.put(kind))
    }
  }
}

async function fillWithBytes(scene: Scene): Promise<void> {
  for (;;) {
    const bodyMd = 'x'.repeat(50_000 + Math.floor(Math.random() * 1_000))
    const body = await scene.body(kinds.runbook, { bodyMd })
    const reply = await scene.client.post(kinds.runbook.path, body)
    if (reply.status !== 201) return isFull(reply, 'a runbook too many')
  }
}
