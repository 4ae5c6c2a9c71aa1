import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { SloObjective } from '@svc/model'
import { errorBudget, type SloTerms, type SloType } from './budget.ts'
import type { SloWindow } from './window.ts'

const at = new Date('2026-02-14T12:00:00.000Z')

type Row = readonly [
  SloType,
  target: number,
  SloWindow,
  current: number,
  total: number,
  remaining: number,
  used: number,
  objective?: SloObjective,
]

const rows: readonly Row[] = [
  ['availability', 99.9, 'rolling7d', 100, 10.08, 10.08, 0],
  ['availability', 99.9, 'rolling30d', 99.95, 43.2, 21.6, 50],
  ['availability', 99.9, 'rolling30d', 99.9, 43.2, 0, 100],
  ['availability', 99.9, 'rolling30d', 99.8, 43.2, -43.2, 200],
  ['availability', 99.9, 'rolling90d', 99.98, 129.6, 103.68, 20],
  ['availability', 99.95, 'rolling30d', 100, 21.6, 21.6, 0],
  ['availability', 99.99, 'rolling30d', 100, 4.32, 4.32, 0],
  ['availability', 99, 'calendarMonth', 99.5, 403.2, 201.6, 50],
  ['availability', 99, 'calendarQuarter', 100, 1296, 1296, 0],
  ['availability', 100, 'rolling30d', 100, 0, 0, 0],
  ['availability', 100, 'rolling30d', 99.9, 0, -43.2, 100],
  ['availability', 0, 'rolling7d', 50, 10_080, 5040, 50],
  ['availability', 99.9, 'rolling30d', 101, 43.2, 43.2, 0],
  ['availability', 120, 'rolling30d', 100, 0, 0, 0],
  ['latency', 99, 'rolling30d', 99.25, 432, 108, 75],
  ['errorRate', 0.1, 'rolling30d', 0.03, 43.2, 30.24, 30],
  ['errorRate', 0.3, 'rolling30d', 0.1 + 0.2, 129.6, 0, 100],
  ['errorRate', 0.1, 'rolling30d', -1, 43.2, 43.2, 0],
  ['errorRate', 0, 'rolling30d', 0, 0, 0, 0],
  ['errorRate', 0, 'rolling30d', 0.5, 0, -216, 100],
  ['throughput', 1000, 'rolling30d', 1200, 0, 0, 0],
  ['throughput', 1000, 'rolling30d', 1000, 0, 0, 0],
  ['throughput', 1000, 'rolling30d', 500, 0, -500, 100],
  ['throughput', 0, 'rolling30d', 0, 0, 0, 0],
  ['custom', 95, 'calendarMonth', 93.7, 0, -1.3, 100],
  ['custom', 0.3, 'calendarMonth', 0.1 + 0.2, 0, 0, 0],
  ['custom', -5, 'calendarMonth', -10, 0, -5, 100],
  ['custom', 200, 'rolling7d', 250, 0, -50, 100, 'atMost'],
  ['custom', 200, 'rolling7d', 180, 0, 0, 0, 'atMost'],
  ['throughput', 200, 'rolling7d', 200, 0, 0, 0, 'atMost'],
]

for (const [type, target, window, current, total, remaining, used, objective] of rows) {
  test(`${type} ${objective ? `${objective} ` : ''}${target} over ${window} at ${current} has used ${used} %`, () => {
    assert.deepEqual(errorBudget({ type, target, window, objective: objective ?? null }, current, at), {
      errorBudgetTotal: total,
      errorBudgetRemaining: remaining,
      errorBudgetPercentUsed: used,
    })
  })
}

const types = fc.constantFrom<SloType>('availability', 'latency', 'errorRate', 'throughput', 'custom')
const windows = fc.constantFrom<SloWindow>(
  'rolling7d',
  'rolling30d',
  'rolling90d',
  'calendarMonth',
  'calendarQuarter',
)
const percent = fc.integer({ min: 0, max: 100_000_000 }).map((millionths) => millionths / 1_000_000)
const terms = fc.record<SloTerms>({ type: types, target: percent, window: windows })
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true })
const anyTerms = fc.record<SloTerms>({ type: types, target: anyNumber, window: windows })

test('every finite input gives finite numbers, no -0, and at least 0 % used', () => {
  fc.assert(
    fc.property(anyTerms, anyNumber, (terms, current) => {
      const budget = errorBudget(terms, current, at)
      for (const value of Object.values(budget)) assert.ok(Number.isFinite(value) && !Object.is(value, -0))
      assert.ok(budget.errorBudgetPercentUsed >= 0)
      assert.ok(budget.errorBudgetRemaining <= budget.errorBudgetTotal)
    }),
    { numRuns: 2000 },
  )
})

test('a figure in its own unit is never within its budget on the wrong side of its target', () => {
  const ownTypes = fc.constantFrom<SloType>('throughput', 'custom')
  const objectives = fc.constantFrom<SloObjective>('atLeast', 'atMost')
  fc.assert(
    fc.property(ownTypes, objectives, percent, percent, (type, objective, target, current) => {
      const budget = errorBudget({ type, objective, target, window: 'rolling30d' }, current, at)
      const isMissed = objective === 'atLeast' ? current < target : current > target
      assert.equal(budget.errorBudgetPercentUsed, isMissed ? 100 : 0)
      assert.equal(budget.errorBudgetTotal, 0)
    }),
    { numRuns: 2000 },
  )
})

test('where something is allowed, 100 % is used exactly when nothing remains', () => {
  fc.assert(
    fc.property(anyTerms, anyNumber, (terms, current) => {
      const budget = errorBudget(terms, current, at)
      fc.pre(budget.errorBudgetTotal > 0)
      assert.equal(budget.errorBudgetPercentUsed >= 100, budget.errorBudgetRemaining <= 0)
    }),
    { numRuns: 2000 },
  )
})

test('meeting the target exactly uses 100 % of a percentage budget', () => {
  const percentTypes = fc.constantFrom<SloType>('availability', 'latency', 'errorRate')
  fc.assert(
    fc.property(percentTypes, percent, windows, (type, target, window) => {
      const budget = errorBudget({ type, target, window }, target, at)
      fc.pre(budget.errorBudgetTotal > 0)
      assert.equal(budget.errorBudgetPercentUsed, 100)
      assert.equal(budget.errorBudgetRemaining, 0)
    }),
  )
})

test('a perfect value uses nothing and leaves everything', () => {
  fc.assert(
    fc.property(terms, (terms) => {
      const perfect = {
        availability: 100,
        latency: 100,
        errorRate: 0,
        throughput: terms.target,
        custom: terms.target,
      }
      const budget = errorBudget(terms, perfect[terms.type], at)
      assert.equal(budget.errorBudgetPercentUsed, 0)
      assert.equal(budget.errorBudgetRemaining, budget.errorBudgetTotal)
    }),
  )
})

test('a worse value never uses less or leaves more', () => {
  fc.assert(
    fc.property(terms, percent, percent, (terms, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      const [better, worse] = terms.type === 'errorRate' ? [low, high] : [high, low]
      const before = errorBudget(terms, better, at)
      const after = errorBudget(terms, worse, at)
      assert.ok(after.errorBudgetPercentUsed >= before.errorBudgetPercentUsed)
      assert.ok(after.errorBudgetRemaining <= before.errorBudgetRemaining)
    }),
    { numRuns: 2000 },
  )
})
