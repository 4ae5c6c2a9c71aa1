import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { allKinds, kinds, type Kinds, type Mode, type Stored } from '@svc/model'
import {
  assess,
  burnRates,
  type Context,
  createOrganisation,
  errorBudget,
  openStore,
  organisation,
  readCosts,
  sloStatus,
  type Store,
  systemCaller,
  updateRecord,
  partitionIdOf,
} from '@svc/server'
import { rowsIn } from '@svc/server/testing'
import { seedDemo } from './seed.ts'
import { type AllRecords, allRecords, brokenReferences, faultsOf, contentOf } from './testing.ts'

type Slo = Stored<Kinds['slo']>
type Binding = Stored<Kinds['oncallBinding']>
type Snapshot = Stored<Kinds['sloSnapshot']>

const now = new Date('2026-03-18T10:07:30Z')
const dataDir = mkdtempSync(join(tmpdir(), 'svc-demo-'))
const counts: Partial<Record<Mode, Record<string, number>>> = {}
const progress: [done: number, total: number][] = []
let store: Store
let organisationId: string
let seconds = 0
let records: AllRecords

const contextOf = async (mode: Mode): Promise<Context> => ({
  store,
  caller: systemCaller(await organisation(store, organisationId), mode),
  now: () => now,
})

before(async () => {
  store = await openStore({ dataDir })
  const made = await createOrganisation(store, { name: 'Brambling', ownerEmail: 'owner@brambling.example' })
  organisationId = made?.organisationId ?? ''
  const start = performance.now()
  counts.live = await seedDemo(store, {
    organisationId,
    now,
    onProgress: (done, total) => progress.push([done, total]),
  })
  seconds = (performance.now() - start) / 1_000
  records = await allRecords(await contextOf('live'))
  counts.test = await seedDemo(store, { organisationId, now, mode: 'test' })
})

after(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true })
})

test('fills an organisation with a catalog of about the requested size', (t) => {
  t.diagnostic(
    `${Object.values(counts.live ?? {}).reduce((a, b) => a + b)} records in ${seconds.toFixed(1)} s`,
  )
  const expected = {
    teams: 12,
    projects: 40,
    apis: 60,
    resources: 50,
    systems: 10,
    domains: 4,
    dependencies: 155,
    scorecards: 5,
    issues: 200,
    slos: 30,
    slo_snapshots: 86_400,
    runbooks: 15,
    oncall_bindings: 15,
    users: 25,
  }
  for (const [table, count] of Object.entries(expected)) {
    const made = counts.live?.[table] ?? 0
    assert.ok(Math.abs(made - count) <= count * 0.1, `${table}: ${made}, not about ${count}`)
  }
  assert.deepEqual(progress.at(-1)?.[0], progress.at(-1)?.[1])
})

test('says what is stored', () => {
  for (const [table, count] of Object.entries(counts.live ?? {})) {
    const owner = table === 'users' ? 1 : 0
    assert.equal(records.get(table)?.length, count + owner, table)
  }
})

test('everything that a record references exists, and every value fits its field', () => {
  assert.deepEqual(brokenReferences(records), [])
  assert.deepEqual(
    allKinds.flatMap((kind) => (records.get(kind.table) ?? []).flatMap((record) => faultsOf(kind, record))),
    [],
  )
})

test('no two edges are the same', () => {
  const edges = records.get('dependencies') ?? []
  const names = edges.map(({ fromId, toId, type }) => `${fromId} ${type} ${toId}`)
  assert.equal(new Set(names).size, names.length)
})

test('the same seed gives the same content, in the other mode with the same members', async () => {
  const expected = contentOf(records)
  const found = contentOf(await allRecords(await contextOf('test')))
  // One difference is enough: a diff of ninety thousand lines takes minutes.
  assert.equal(found.length, expected.length)
  const place = found.findIndex((line, index) => line !== expected[index])
  assert.equal(found[place], expected[place])
  assert.equal(counts.test?.users, undefined)
})

test('the log is in order and shows who did what', async () => {
  const events = await rowsIn(
    store,
    'select at, actor_name from events where partition_id = ? order by seq',
    [partitionIdOf(organisationId, 'live')],
  )
  const times = events.map(({ at }) => String(at))
  assert.deepEqual(times, times.toSorted())
  assert.ok(new Set(events.map(({ actor_name }) => actor_name)).size > 20)
})

test('snapshots are what the calculator would have written', () => {
  const all = Map.groupBy((records.get('slo_snapshots') ?? []) as Snapshot[], ({ sloId }) => sloId)
  for (const slo of (records.get('slos') ?? []) as Slo[]) {
    const snapshots = (all.get(slo.id) ?? []).toSorted((a, b) => a.takenAt.localeCompare(b.takenAt))
    assert.equal(snapshots.length, 2_880)
    for (let i = 1; i < snapshots.length; i += 1)
      assert.equal(quarter(snapshots[i]), quarter(snapshots[i - 1]) + 1)
    for (let i = 0; i < snapshots.length; i += 131) checkSnapshot(slo, snapshots, i)
  }
})

const quarter = (snapshot: Snapshot | undefined): number => Date.parse(snapshot?.takenAt ?? '') / 900_000

function checkSnapshot(slo: Slo, snapshots: readonly Snapshot[], index: number): void {
  const { id: _, sloId: __, ...found } = snapshots[index] as Snapshot
  const { takenAt, currentValue, target } = found
  assert.ok(currentValue !== null)
  const at = new Date(takenAt)
  const budget = errorBudget(slo, currentValue, at)
  const burn = burnRates(snapshots.slice(Math.max(0, index - 300), index), { at, ...budget }, slo.window)
  const status = sloStatus({ currentValue, ...budget, ...burn, window: slo.window, at })
  assert.deepEqual(found, { takenAt, currentValue, target, status, statusReason: null, ...budget, ...burn })
}

test('every SLO is as its latest snapshot says, and the service agrees', async () => {
  const { caller } = await contextOf('live')
  const partitionId = caller.organisation.partitions.live
  const partition = store.records(partitionId)
  const slos = (await partition.list(kinds.slo, { where: [] })).map(({ record }) => record as Slo)
  for (const slo of slos) {
    const { state } = await store.write(
      { partitionId, actor: caller.actor, now: () => new Date() },
      (change) => assess(change, slo, new Date(slo.lastUpdatedAt ?? '')),
    )
    assert.deepEqual(slo, { ...slo, ...state })
  }
  const statuses = Map.groupBy(slos, ({ status }) => status)
  assert.ok((statuses.get('breached')?.length ?? 0) >= 2)
  assert.ok((statuses.get('atRisk')?.length ?? 0) >= 3)
})

test('costs have a jump to be found', async () => {
  const ctx = await contextOf('live')
  const found = await store.records(ctx.caller.organisation.partitions.live).list(kinds.project, {
    where: [{ search: 'Insight Models' }],
  })
  const { last30dCents, prev30dCents, dailySeries } = await readCosts(ctx, String(found[0]?.record.id))
  assert.ok(last30dCents > prev30dCents * 1.4, `${last30dCents} after ${prev30dCents}`)
  assert.equal(dailySeries.filter((cents) => cents === 0).length, 0)
})

test('the person on call is the one the service itself computes, and there always is one', async () => {
  const ctx = await contextOf('live')
  const partitionId = ctx.caller.organisation.partitions.live
  const bindings = (records.get('oncall_bindings') ?? []) as Binding[]
  const rotas = bindings.filter(({ provider }) => provider === 'manual')
  assert.ok(rotas.length > bindings.length / 2)
  for (const found of rotas) {
    // Changing a rota recomputes it.
    const input = { manual: { ...found.manual, until: null } }
    const { record } = await store.write({ partitionId, actor: ctx.caller.actor, now: () => now }, (change) =>
      updateRecord(ctx, change, kinds.oncallBinding, { id: found.id, input }),
    )
    assert.deepEqual({ ...record, manual: found.manual, updatedAt: found.updatedAt }, found)
  }
  for (const one of bindings) assert.ok(one.currentlyOnCallUserName, String(one.label))
})

test('refuses to mix the demo into a catalog that is in use', async () => {
  await assert.rejects(
    seedDemo(store, { organisationId }),
    /Brambling \(org_\w+\) already has projects in live mode/,
  )
  await assert.rejects(seedDemo(store, { organisationId: 'org_none' }), /There is no organisation org_none/)
})
