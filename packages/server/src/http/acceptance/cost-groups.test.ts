import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { type Client, onEachEngine, type TestOrganisation, useApp } from '../../testing/index.ts'
import { type Body, insertAll, make, movableClock, partitionOf, read, refusedField } from './checks.ts'

const dayMs = 86_400_000
const today = Date.parse('2026-03-10T00:00:00.000Z')
const day = (ago: number): string => new Date(today - ago * dayMs).toISOString()

onEachEngine((engine) => {
  const app = useApp(engine, { now: movableClock('2026-03-10T15:30:00.000Z').now })

  const spend = (organisation: TestOrganisation, entries: readonly object[]) =>
    insertAll(
      app,
      partitionOf(organisation),
      kinds.costEntry,
      entries.map((entry) => ({ currency: 'USD', source: 'auto', ...entry })),
    )
  const on = (ago: number, amountCents: number, more: object = {}) => ({
    ...{ amountCents, periodStart: day(ago), periodEnd: day(ago - 1), ...more },
  })
  const groups = (client: Client, query: string): Promise<Body> => read(client, `/costs/groups?${query}`)
  const named = (client: Client, path: string, name: string, more: object = {}) =>
    make(client, path, { name, ...more }).then(({ id }) => String(id))

  /** Each row in brief, to compare. */
  const rows = ({ groups: all }: Body) =>
    all.map(({ part, name, cents, previousCents }: Body) => [name ?? part, cents, previousCents])
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

  /** Two teams, three systems in two domains, and everything that is in none of them. */
  async function company() {
    const organisation = await app.organisation()
    const { owner } = organisation
    const [pay, shop] = [await named(owner, '/teams', 'Pay'), await named(owner, '/teams', 'Shop')]
    const project = (name: string, ownerTeamId: string | null) =>
      named(owner, '/projects', name, { ownerTeamId })
    const checkout = await project('Checkout', pay)
    const ledger = await project('Ledger', pay)
    const web = await project('Web', shop)
    const orphan = await project('Orphan', null)
    const [money, sales] = [await named(owner, '/domains', 'Money'), await named(owner, '/domains', 'Sales')]
    const system = (name: string, domainId: string | null, componentIds: readonly string[]) =>
      named(owner, '/systems', name, { domainId, componentIds })
    await system('Payments', money, [checkout, ledger])
    await system('Books', money, [ledger])
    await system('Storefront', sales, [checkout, web])
    await spend(organisation, [
      on(1, 100, { appId: checkout, service: 'EC2' }),
      on(40, 30, { appId: checkout, service: 'EC2' }),
      on(2, 1_000, { appId: ledger }),
      on(3, 10_000, { appId: web }),
      on(33, 9_000, { appId: web }),
      on(4, 7, { appId: orphan }),
      on(5, 5, { appId: null, service: 'Tax' }),
      on(5, 400, { appId: checkout, currency: 'EUR' }),
      // Before everything that is asked about.
      on(90, 1_000_000, { appId: checkout }),
    ])
    return { organisation, owner, checkout, ledger, web, orphan, pay, shop, money, sales }
  }

  test('by team: what has no owner or no project is in rows of its own, and all adds up', async () => {
    const { owner, pay, checkout, ledger } = await company()
    const found = await groups(owner, 'by=team')
    assert.deepEqual(rows(found), [
      ['Shop', 10_000, 9_000],
      ['Pay', 1_100, 30],
      ['none', 7, 0],
      ['unassigned', 5, 0],
    ])
    assert.deepEqual(
      [found.period, found.previous],
      [
        { from: '2026-02-09', to: '2026-03-10' },
        { from: '2026-01-10', to: '2026-02-08' },
      ],
    )
    assert.equal(found.cents, 11_112)
    assert.equal(found.previousCents, 9_030)
    assert.deepEqual(found.currencies, { EUR: 400, USD: 11_112 })
    assert.equal(found.next, null)
    const [, ofPay] = found.groups
    assert.equal(ofPay.id, pay)
    assert.equal(ofPay.projects, 2)
    assert.equal(ofPay.dailySeries.length, 30)
    assert.deepEqual([ofPay.dailySeries[28], ofPay.dailySeries[27]], [100, 1_000])
    assert.deepEqual(
      ofPay.changes.map(({ id, cents, previousCents }: Body) => [id, cents, previousCents]),
      [
        [ledger, 1_000, 0],
        [checkout, 100, 30],
      ],
    )
    assert.deepEqual(found.groups[3].changes, [
      { kind: 'service', id: null, name: 'Tax', cents: 5, previousCents: 0 },
    ])
  })

  test('a project in several systems counts once, in a row of its own, and each system says how much it is', async () => {
    const { owner } = await company()
    const found = await groups(owner, 'by=system')
    assert.deepEqual(rows(found), [
      ['Storefront', 10_000, 9_000],
      ['several', 1_100, 30],
      ['none', 7, 0],
      ['unassigned', 5, 0],
      ['Books', 0, 0],
      ['Payments', 0, 0],
    ])
    assert.equal(sum(found.groups.map(({ cents }: Body) => cents)), found.cents)
    const shared = found.groups.flatMap(({ name, sharedCents }: Body) =>
      sharedCents === 0 ? [] : [[name, sharedCents]],
    )
    assert.deepEqual(shared, [
      ['Storefront', 100],
      ['Books', 1_000],
      ['Payments', 1_100],
    ])
  })

  test('by domain: several systems of one domain are one place', async () => {
    const { owner } = await company()
    assert.deepEqual(rows(await groups(owner, 'by=domain')), [
      ['Sales', 10_000, 9_000],
      ['Money', 1_000, 0],
      ['several', 100, 30],
      ['none', 7, 0],
      ['unassigned', 5, 0],
    ])
  })

  test('by project: each is what its own rollup says', async () => {
    const { owner, checkout, web } = await company()
    const found = await groups(owner, 'by=project')
    assert.equal(found.groups.length, 5)
    for (const { id, cents, previousCents, dailySeries } of found.groups) {
      if (id === null) continue
      const rollup = await read(owner, `/costs?appId=${id}`)
      assert.deepEqual(
        [cents, previousCents, dailySeries],
        [rollup.last30dCents, rollup.prev30dCents, rollup.dailySeries],
      )
    }
    const of = (id: string) => found.groups.find((one: Body) => one.id === id)
    assert.equal(of(web).name, 'Web')
    assert.deepEqual(of(checkout).changes, [
      { kind: 'service', id: null, name: 'EC2', cents: 100, previousCents: 30 },
    ])
  })

  test('any days, compared with as many before, with the month before, or with nothing', async () => {
    const { owner } = await company()
    const month = await groups(owner, 'by=team&from=2026-03-01&compare=month')
    assert.deepEqual(month.previous, { from: '2026-02-01', to: '2026-02-10' })
    assert.equal(month.cents, 11_112)
    const [shop] = month.groups
    assert.deepEqual([shop.cents, shop.previousCents, shop.dailySeries.length], [10_000, 9_000, 10])
    const single = await groups(owner, 'by=team&from=2026-03-07&to=2026-03-07&compare=none')
    assert.deepEqual([rows(single), single.previous], [[['Shop', 10_000, 0]], null])
    assert.deepEqual(single.groups[0].changes, [], 'compared with nothing, nothing has changed')
  })

  test('other currencies are asked for, and never added up', async () => {
    const { owner } = await company()
    const found = await groups(owner, 'by=team&currency=eur')
    assert.deepEqual([found.currency, rows(found)], ['EUR', [['Pay', 400, 0]]])
    assert.deepEqual(found.currencies, { EUR: 400, USD: 11_112 })
  })

  test('an amount over several days counts with the days that are asked about, to the cent', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await named(owner, '/projects', 'Spread')
    await spend(organisation, [{ appId, amountCents: 100, periodStart: day(9), periodEnd: day(6) }])
    const cents = async (ago: number, until: number) =>
      (
        await groups(
          owner,
          `by=project&from=${day(ago).slice(0, 10)}&to=${day(until).slice(0, 10)}&compare=none`,
        )
      ).cents
    assert.equal(await cents(9, 7), 100)
    assert.equal((await cents(9, 9)) + (await cents(8, 8)) + (await cents(7, 7)), 100)
    assert.equal(await cents(6, 0), 0)
  })

  test('thousands of entries without a project, which are read in parts', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    await spend(
      organisation,
      Array.from({ length: 2_300 }, (_, n) => on(n % 50, 1 + (n % 3), { appId: null })),
    )
    const found = await groups(owner, 'by=system')
    const expected = (from: number, until: number) =>
      sum(Array.from({ length: 2_300 }, (_, n) => (n % 50 >= from && n % 50 < until ? 1 + (n % 3) : 0)))
    assert.deepEqual(rows(found), [['unassigned', expected(0, 30), expected(30, 60)]])
  })

  test('a large catalog is answered in parts that add up', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const team = await named(owner, '/teams', 'Big')
    const ids = Array.from({ length: 503 }, (_, n) => `prj_bulk${String(n).padStart(4, '0')}`)
    await insertAll(
      app,
      partitionOf(organisation),
      kinds.project,
      ids.map((id) => ({ id, name: id, ownerTeamId: team, tags: [], archived: false })),
    )
    await spend(organisation, [...ids.map((appId) => on(1, 2, { appId })), on(1, 9, { appId: null })])
    let [cents, projects, answers] = [0, 0, 0]
    for (let after: string | null = ''; after !== null; answers += 1) {
      const part: Body = await groups(owner, `by=team${after ? `&after=${after}` : ''}`)
      cents += part.cents
      projects += sum(part.groups.map((one: Body) => one.projects))
      after = part.next
    }
    assert.deepEqual([cents, projects], [2 * 503 + 9, 503])
    assert.ok(answers >= 2, `${answers} answers`)
  })

  test('nobody else’s costs, neither of another organisation nor of test data', async () => {
    const { organisation } = await company()
    const elsewhere = await app.organisation()
    const nothing = await groups(elsewhere.owner, 'by=team')
    assert.deepEqual([nothing.groups, nothing.cents, nothing.currencies], [[], 0, {}])
    const test = await organisation.person('owner', { mode: 'test' })
    assert.deepEqual((await groups(test, 'by=project')).groups, [])
  })

  test('what makes no sense is refused, with what is allowed', async () => {
    const { owner } = await app.organisation()
    const refused = async (query: string, field: string) =>
      refusedField(await owner.get(`/costs/groups?${query}`), field)
    await refused('', 'by')
    await refused('by=colour', 'by')
    await refused('by=team&from=yesterday', 'from')
    await refused('by=team&from=2026-02-31', 'from')
    await refused('by=team&from=2025-01-01', 'from')
    await refused('by=team&from=2026-03-09&to=2026-03-08', 'from')
    await refused('by=team&to=2026-03-11', 'to')
    await refused('by=team&compare=year', 'compare')
    await refused('by=team&currency=dollars', 'currency')
  })
})
