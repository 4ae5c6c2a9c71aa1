import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CostRollup } from '@svc/model'
import { type CostEntry, rollUpCosts, rollupReaches } from './rollup.ts'

const now = new Date('2026-08-14T12:00:00.000Z')

const empty: CostRollup = {
  appId: 'prj_1',
  mtdCents: 0,
  last30dCents: 0,
  prev30dCents: 0,
  byCategory: {},
  byService: {},
  topServices: [],
  dailySeries: new Array(30).fill(0),
  periodStart: '2026-07-16T00:00:00.000Z',
  periodEnd: '2026-08-15T00:00:00.000Z',
  otherCurrencies: {},
}

function entry(changes: Partial<CostEntry>): CostEntry {
  return {
    category: 'compute',
    service: 'vm',
    amountCents: 100,
    currency: 'USD',
    periodStart: '2026-08-14T00:00:00.000Z',
    periodEnd: null,
    createdAt: '2026-08-14T09:00:00.000Z',
    ...changes,
  }
}

function rollUp(...entries: readonly Partial<CostEntry>[]): CostRollup {
  return rollUpCosts('prj_1', entries.map(entry), now)
}

test('nothing adds up to nothing', () => assert.deepEqual(rollUp(), empty))

test('an entry of today is in every figure but the previous 30 days', () => {
  assert.deepEqual(rollUp({}), {
    ...empty,
    mtdCents: 100,
    last30dCents: 100,
    byCategory: { compute: 100 },
    byService: { vm: 100 },
    topServices: [{ service: 'vm', cents: 100 }],
    dailySeries: [...new Array(29).fill(0), 100],
  })
})

const edges: readonly [day: string, counts: { mtd: boolean; last30: boolean; prev30: boolean }][] = [
  ['2026-08-15', { mtd: false, last30: false, prev30: false }],
  ['2026-08-14', { mtd: true, last30: true, prev30: false }],
  ['2026-08-01', { mtd: true, last30: true, prev30: false }],
  ['2026-07-31', { mtd: false, last30: true, prev30: false }],
  ['2026-07-16', { mtd: false, last30: true, prev30: false }],
  ['2026-07-15', { mtd: false, last30: false, prev30: true }],
  ['2026-06-16', { mtd: false, last30: false, prev30: true }],
  ['2026-06-15', { mtd: false, last30: false, prev30: false }],
]

for (const [day, { mtd, last30, prev30 }] of edges) {
  test(`an entry of ${day} counts where it should`, () => {
    const { mtdCents, last30dCents, prev30dCents } = rollUp({ periodStart: `${day}T23:59:59.999Z` })
    assert.deepEqual([mtdCents > 0, last30dCents > 0, prev30dCents > 0], [mtd, last30, prev30])
  })
}

test('the month to date may be longer than 30 days', () => {
  const lastOfMonth = new Date('2026-08-31T23:59:59.999Z')
  const rollup = rollUpCosts('prj_1', [entry({ periodStart: '2026-08-01T00:00:00.000Z' })], lastOfMonth)
  assert.equal(rollup.mtdCents, 100)
  assert.equal(rollup.prev30dCents, 100)
  assert.equal(rollup.last30dCents, 0)
})

test('a month that is not over counts only up to today', () => {
  const rollup = rollUp({
    amountCents: 3100,
    periodStart: '2026-08-01T00:00:00.000Z',
    periodEnd: '2026-09-01T00:00:00.000Z',
  })
  assert.equal(rollup.mtdCents, 1400)
  assert.equal(rollup.byService.vm, 1400)
})

test('the five most expensive services come first, equal ones by name', () => {
  const services = { f: 10, e: 30, d: 20, c: 20, b: 20, a: 5, credit: -50 }
  const entries = Object.entries(services).map(([service, amountCents]) => ({ service, amountCents }))
  const { topServices, byService } = rollUp(...entries)
  assert.deepEqual(
    topServices.map(({ service, cents }) => `${service} ${cents}`),
    ['e 30', 'b 20', 'c 20', 'd 20', 'f 10'],
  )
  assert.equal(byService.credit, -50)
})

test('what has no name is counted under one', () => {
  const rollup = rollUp({ category: null, service: null }, { category: '', service: '  ' })
  assert.deepEqual(rollup.byCategory, { uncategorised: 200 })
  assert.deepEqual(rollup.byService, { unknown: 200 })
})

test('other currencies are kept apart, a missing one is USD', () => {
  const rollup = rollUp(
    { currency: 'EUR', amountCents: 7 },
    { currency: 'eur', amountCents: 5 },
    { currency: 'CHF', amountCents: 3, periodStart: '2026-07-01T00:00:00.000Z' },
    { currency: null },
    { currency: 'usd' },
  )
  assert.deepEqual(rollup.otherCurrencies, { EUR: 12 })
  assert.equal(rollup.last30dCents, 200)
  assert.deepEqual(rollup.byService, { vm: 200 })
})

test('names of object internals are ordinary names', () => {
  const { byService, topServices } = rollUp(
    { service: '__proto__' },
    { service: 'constructor', amountCents: 5 },
  )
  assert.equal(JSON.stringify(byService), '{"__proto__":100,"constructor":5}')
  assert.deepEqual(topServices[0], { service: '__proto__', cents: 100 })
  assert.equal(Object.getPrototypeOf(byService), Object.prototype)
})

test('an entry without any date counts nowhere', () => {
  assert.deepEqual(rollUp({ periodStart: null, periodEnd: null, createdAt: null }), empty)
})

test('a thousand periods of 400,000 years are summed up without visiting each of their days', () => {
  const long = entry({
    amountCents: 400_000_000,
    periodStart: '-200000-01-01T00:00:00.000Z',
    periodEnd: '+200000-01-01T00:00:00.000Z',
  })
  const { dailySeries } = rollUpCosts('prj_1', new Array(1000).fill(long), now)
  assert.ok(dailySeries.every((cents) => cents === 2000 || cents === 3000))
})

test('a rollup reaches from the start of the day 59 days ago to the end of today', () => {
  const { from, until } = rollupReaches(now)
  assert.equal(from.toISOString(), '2026-06-16T00:00:00.000Z')
  assert.equal(until.getTime() - from.getTime(), 60 * 86_400_000)
})
