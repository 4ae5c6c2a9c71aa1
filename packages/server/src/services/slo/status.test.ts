import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type SloState, type SloStatus, sloStatus } from './status.ts'
import type { SloWindow } from './window.ts'

const quiet: SloState = {
  currentValue: 99.95,
  errorBudgetPercentUsed: 50,
  burnRate6h: null,
  window: 'rolling30d',
  at: new Date('2026-08-14T12:00:00.000Z'),
}

const rows: readonly [name: string, Partial<SloState>, SloStatus | null][] = [
  ['no value', { currentValue: null }, null],
  ['no budget', { errorBudgetPercentUsed: null }, null],
  ['nothing used', { errorBudgetPercentUsed: 0 }, 'met'],
  ['below the warning', { errorBudgetPercentUsed: 79.999 }, 'met'],
  ['at the warning', { errorBudgetPercentUsed: 80 }, 'atRisk'],
  ['almost spent', { errorBudgetPercentUsed: 99.999 }, 'atRisk'],
  ['spent', { errorBudgetPercentUsed: 100 }, 'breached'],
  ['overspent', { errorBudgetPercentUsed: 250, burnRate6h: 0 }, 'breached'],
  ['half left, too slow to be gone in 3 days', { burnRate6h: 4.9 }, 'met'],
  ['half left, gone in 3 days', { burnRate6h: 5 }, 'atRisk'],
  ['a week has fewer days for the same burn', { window: 'rolling7d', burnRate6h: 1.2 }, 'atRisk'],
  ['a quarter has more', { window: 'rolling90d', burnRate6h: 14.9 }, 'met'],
  [
    'the month ends first',
    { window: 'calendarMonth', burnRate6h: 10, at: new Date('2026-08-31T00:00:00.000Z') },
    'met',
  ],
  [
    'the budget ends before the month',
    { window: 'calendarMonth', burnRate6h: 16, at: new Date('2026-08-31T00:00:00.000Z') },
    'atRisk',
  ],
  ['an absurd burn', { burnRate6h: Number.MAX_VALUE }, 'atRisk'],
]

for (const [name, changes, status] of rows) {
  test(`status is ${status}: ${name}`, () => assert.equal(sloStatus({ ...quiet, ...changes }), status))
}

test('using or burning more never improves the status', () => {
  const badness = { met: 0, atRisk: 1, breached: 2 }
  const amount = fc.double({ min: 0, max: 200, noNaN: true })
  const window = fc.constantFrom<SloWindow>('rolling7d', 'rolling30d', 'calendarMonth', 'calendarQuarter')
  const rank = (changes: Partial<SloState>) => badness[sloStatus({ ...quiet, ...changes }) ?? 'met']
  fc.assert(
    fc.property(window, amount, amount, amount, (window, used, burn, more) => {
      const before = rank({ window, errorBudgetPercentUsed: used, burnRate6h: burn })
      assert.ok(rank({ window, errorBudgetPercentUsed: used + more, burnRate6h: burn }) >= before)
      assert.ok(rank({ window, errorBudgetPercentUsed: used, burnRate6h: burn + more }) >= before)
    }),
  )
})
