import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { type Client, onEachEngine, type TestOrganisation, useApp } from '../../testing/index.ts'
import {
  type Body,
  idsOf,
  insertAll,
  make,
  movableClock,
  partitionOf,
  read,
  refused,
  refusedField,
} from './checks.ts'

const dayMs = 86_400_000
const today = Date.parse('2026-03-10T00:00:00.000Z')

/** A day counted back from today, as a time. */
const day = (ago: number): string => new Date(today - ago * dayMs).toISOString()

const newProject = async (owner: Client): Promise<string> =>
  (await make(owner, '/projects', { name: 'Shop' })).id

onEachEngine((engine) => {
  const clock = movableClock('2026-03-10T15:30:00.000Z')
  const app = useApp(engine, { now: clock.now })

  const spend = (organisation: TestOrganisation, entries: readonly object[]) =>
    insertAll(
      app,
      partitionOf(organisation),
      kinds.costEntry,
      entries.map((entry) => ({ currency: 'USD', source: 'auto', ...entry })),
    )
  /** An entry for the whole of one day. */
  const on = (ago: number, amountCents: number, more: object = {}) => ({
    ...{ amountCents, periodStart: day(ago), periodEnd: day(ago - 1), ...more },
  })

  const rollup = (owner: Client, appId: string): Promise<Body> => read(owner, `/costs?appId=${appId}`)

  test('a project without entries costs nothing', async () => {
    const { owner } = await app.organisation()
    const appId = await newProject(owner)
    const { periodStart, periodEnd, ...costs } = await rollup(owner, appId)
    assert.deepEqual(costs, {
      ...{ appId, mtdCents: 0, last30dCents: 0, prev30dCents: 0, byCategory: {}, byService: {} },
      ...{ topServices: [], dailySeries: Array(30).fill(0), otherCurrencies: {} },
    })
    assert.equal(periodStart, day(29))
    assert.ok(Date.parse(periodEnd) > today && Date.parse(periodEnd) <= today + dayMs, periodEnd)
  })

  test('all projects that have entries at once: each the same as on its own, and nobody else’s', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const elsewhere = await app.organisation()
    const foreign = await newProject(elsewhere.owner)
    await spend(elsewhere, [on(1, 77, { appId: foreign })])
    assert.deepEqual(await read(owner, '/costs/projects'), { projects: [], nextCursor: null })
    const appIds = await Promise.all(Array.from({ length: 7 }, () => newProject(owner)))
    const [first = '', second = '', ...idle] = appIds.toSorted()
    const spent = [first, second, ...idle.slice(1)]
    await spend(organisation, [
      ...spent.flatMap((appId, index) => [on(index, 100 + index, { appId }), on(40, 9, { appId })]),
      on(2, 5, { appId: second, service: 'EC2', currency: 'EUR' }),
      { amountCents: 3, appId: first, periodStart: null, periodEnd: day(3) },
      { amountCents: 1, appId: null },
    ])
    const { projects } = await read(owner, '/costs/projects')
    assert.deepEqual(
      projects,
      await Promise.all(spent.map(async (appId) => ({ appName: 'Shop', ...(await rollup(owner, appId)) }))),
    )
    const page = await read(owner, '/costs/projects?limit=4')
    const rest = await read(owner, `/costs/projects?limit=4&cursor=${page.nextCursor}`)
    assert.deepEqual([...page.projects, ...rest.projects], projects)
    assert.equal(rest.nextCursor, null)
    refusedField(await elsewhere.owner.get(`/costs/projects?cursor=${page.nextCursor}`), 'cursor')
    const test = await organisation.person('owner', { mode: 'test' })
    assert.deepEqual((await read(test, '/costs/projects')).projects, [])
  })

  test('the month so far, the last 30 days and the 30 before', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await newProject(owner)
    const amounts = [
      [0, 1],
      [9, 10],
      [10, 100],
      [29, 1_000],
      [30, 10_000],
      [59, 100_000],
      [60, 1_000_000],
      [-1, 10_000_000],
    ] as const
    await spend(
      organisation,
      amounts.map(([ago, cents]) => on(ago, cents, { appId })),
    )
    const costs = await rollup(owner, appId)
    assert.equal(costs.mtdCents, 11, '1 to 10 March')
    assert.equal(costs.last30dCents, 1_111)
    assert.equal(costs.prev30dCents, 110_000)
    const series = Array(30).fill(0)
    series[29] = 1
    series[20] = 10
    series[19] = 100
    series[0] = 1_000
    assert.deepEqual(costs.dailySeries, series, 'oldest first, today last')
  })

  test('thousands of entries, which are read in parts, add up to the same', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await newProject(owner)
    // More on one day than are read at once, some before the days of the rollup, and some without a period.
    const entries = [
      ...Array.from({ length: 1_300 }, (_, n) => on(n % 40, 1 + (n % 7))),
      ...Array.from({ length: 1_200 }, () => on(3, 2)),
      ...Array.from({ length: 40 }, () => ({ amountCents: 90, periodStart: day(89), periodEnd: day(-1) })),
      ...Array.from({ length: 10 }, () => ({ amountCents: 5, createdAt: day(1) })),
    ].map((entry) => ({ ...entry, appId }))
    await spend(organisation, entries)
    const { prev30dCents, last30dCents, dailySeries, byService } = await rollup(owner, appId)
    const sum = (cents: readonly number[]): number => cents.reduce((total, one) => total + one, 0)
    const single = Array.from({ length: 1_300 }, (_, n) => ({ ago: n % 40, cents: 1 + (n % 7) }))
    const within = (from: number, to: number) =>
      sum(single.filter(({ ago }) => ago >= from && ago < to).map(({ cents }) => cents))
    const expected = within(0, 30) + 2_400 + 40 * 30 + 50
    assert.equal(last30dCents, expected)
    assert.equal(prev30dCents, within(30, 60) + 40 * 30)
    assert.equal(sum(dailySeries), expected)
    assert.deepEqual(byService, { unknown: expected })
  })

  test('an entry over several days is spread in whole cents that add up', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await newProject(owner)
    await spend(organisation, [{ appId, amountCents: 100, periodStart: day(8), periodEnd: day(5) }])
    const { dailySeries, last30dCents } = await rollup(owner, appId)
    const days = dailySeries.slice(29 - 8, 29 - 8 + 3)
    assert.equal(last30dCents, 100)
    assert.equal(
      days.reduce((sum: number, cents: number) => sum + cents, 0),
      100,
    )
    for (const cents of days) assert.ok(cents === 33 || cents === 34, `${days}`)
    assert.equal(dailySeries[29 - 5], 0, 'the day on which it ends at midnight is not covered')
  })

  test('of a period that reaches beyond the 30 days only the days inside count', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await newProject(owner)
    await spend(organisation, [{ appId, amountCents: 6_000, periodStart: day(44), periodEnd: day(-16) }])
    const costs = await rollup(owner, appId)
    assert.deepEqual(costs.dailySeries, Array(30).fill(100))
    assert.equal(costs.last30dCents, 3_000)
    assert.equal(costs.prev30dCents, 1_500)
    assert.equal(costs.mtdCents, 1_000)
  })

  test('credits count as negative amounts', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await newProject(owner)
    await spend(organisation, [on(1, 500, { appId }), on(1, -200, { appId, service: 'Credit' })])
    const costs = await rollup(owner, appId)
    assert.equal(costs.last30dCents, 300)
    assert.equal(costs.byService.Credit, -200)
  })

  test('by category and service, missing ones under a name; the five most expensive services first', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await newProject(owner)
    const services = ['a', 'b', 'c', 'd', 'e', 'f'].map((service, i) =>
      on(i, (i + 1) * 10, { appId, service, category: i % 2 ? 'storage' : 'compute' }),
    )
    const odd = [on(1, 25, { appId }), on(2, 1, { appId, service: '__proto__' }), on(40, 999, { appId })]
    await spend(organisation, [...services, ...odd])
    const costs = await rollup(owner, appId)
    assert.deepEqual(costs.byCategory, { compute: 90, storage: 120, uncategorised: 26 })
    const { unknown, a, f } = costs.byService
    assert.deepEqual([unknown, a, f, Object.keys(costs.byService).length], [25, 10, 60, 8])
    assert.deepEqual(costs.topServices, [
      { service: 'f', cents: 60 },
      { service: 'e', cents: 50 },
      { service: 'd', cents: 40 },
      { service: 'c', cents: 30 },
      { service: 'unknown', cents: 25 },
    ])
  })

  test('other currencies are left out and counted separately; no currency means USD', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await newProject(owner)
    await spend(organisation, [
      on(1, 100, { appId, currency: null }),
      on(1, 70, { appId, currency: 'EUR' }),
      on(2, 5, { appId, currency: 'EUR' }),
      on(3, 900, { appId, currency: 'JPY' }),
    ])
    const costs = await rollup(owner, appId)
    assert.equal(costs.last30dCents, 100)
    assert.deepEqual(costs.otherCurrencies, { EUR: 75, JPY: 900 })
    assert.deepEqual(costs.byService, { unknown: 100 })
  })

  test('only the entries of the project, the organisation and the mode', async () => {
    const organisation = await app.organisation()
    const { owner, person } = organisation
    const [shop, other] = [await newProject(owner), await newProject(owner)]
    await spend(organisation, [on(1, 100, { appId: shop }), on(1, 7, { appId: other }), on(1, 5)])
    assert.equal((await rollup(owner, shop)).last30dCents, 100)
    assert.equal((await rollup(owner, other)).last30dCents, 7)
    const tester = await person('admin', { mode: 'test' })
    refusedField(await tester.get(`/costs?appId=${shop}`), 'appId')
    refusedField(await owner.get('/costs?appId=prj_none'), 'appId', 'prj_none')
    refusedField(await owner.get('/costs'), 'appId')
    refusedField(await owner.get('/costs?appId='), 'appId')
  })

  test('entries: whole rows, most recent first, 100 unless a limit says otherwise', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await newProject(owner)
    const row = on(1, 250, { appId, category: 'compute', service: 'EC2', source: 'manual' })
    const [id] = await spend(organisation, [row])
    const [entry] = (await read(owner, '/costs/entries')).entries
    const { createdAt, ...rest } = entry
    assert.ok(createdAt)
    assert.deepEqual(rest, {
      ...{ id, appId, appName: 'Shop', category: 'compute', service: 'EC2', amountCents: 250 },
      ...{ currency: 'USD', periodStart: day(1), periodEnd: day(0), source: 'manual', externalId: null },
    })
    const ids = [...(await spend(organisation, Array(120).fill(on(2, 1)))), id].toReversed()
    ids.sort().reverse()
    const idsIn = async (query: string) => idsOf((await read(owner, `/costs/entries${query}`)).entries)
    assert.deepEqual(await idsIn(''), ids.slice(0, 100))
    assert.deepEqual(await idsIn('?limit=3'), ids.slice(0, 3))
    assert.equal((await idsIn('?limit=1000')).length, 121)
    assert.deepEqual(await idsIn(`?appId=${appId}`), [id])
    assert.deepEqual(await idsIn('?appId=prj_none'), [], 'as a filter it simply matches nothing')
    for (const limit of ['0', '1001', 'x'])
      refusedField(await owner.get(`/costs/entries?limit=${limit}`), 'limit')
  })

  test('entries are for admins with a personal token', async () => {
    const { owner, person, key } = await app.organisation()
    assert.deepEqual((await read(owner, '/costs/entries')).entries, [])
    for (const client of [await person('member'), await person('viewer'), await key()])
      refused(await client.get('/costs/entries'), 403, 'forbidden')
    const appId = await newProject(owner)
    assert.equal((await (await person('viewer')).get(`/costs?appId=${appId}`)).status, 200)
  })
})
