import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type BurnRates, type BurnSnapshot, burnRates } from './burn.ts'
import type { SloWindow } from './window.ts'

const at = new Date('2026-08-14T12:00:00.000Z')

interface Row {
  readonly name: string
  readonly used: number | null
  readonly snapshots: readonly (readonly [takenAt: string, used: number | null])[]
  readonly window?: SloWindow
  readonly at?: string
  readonly rates: readonly [oneHour: number | null, sixHours: number | null]
}

const rows: readonly Row[] = [
  { name: 'nothing to compare with', used: 10, snapshots: [], rates: [null, null] },
  { name: 'no value now', used: null, snapshots: [['2026-08-14T06:00:00.000Z', 1]], rates: [null, null] },
  { name: 'no value then', used: 5, snapshots: [['2026-08-14T06:00:00.000Z', null]], rates: [null, null] },
  { name: 'too young', used: 5, snapshots: [['2026-08-14T11:15:00.000Z', 1]], rates: [null, null] },
  {
    name: 'exactly one hour old',
    used: 7,
    snapshots: [['2026-08-14T11:00:00.000Z', 5]],
    rates: [14.4, null],
  },
  {
    name: 'the page threshold of a 30 day window',
    used: 10,
    snapshots: [
      ['2026-08-14T06:00:00.000Z', 5],
      ['2026-08-14T11:00:00.000Z', 8],
      ['2026-08-14T11:45:00.000Z', 9.5],
    ],
    rates: [14.4, 6],
  },
  {
    name: 'a shorter window spends a larger share in the same time',
    used: 7,
    snapshots: [['2026-08-14T11:00:00.000Z', 5]],
    window: 'rolling7d',
    rates: [3.36, null],
  },
  { name: 'a recovered budget', used: 5, snapshots: [['2026-08-14T06:00:00.000Z', 9]], rates: [0, 0] },
  {
    name: 'a gap counts the time that really passed',
    used: 15,
    snapshots: [['2026-08-13T12:00:00.000Z', 5]],
    rates: [3, 3],
  },
  {
    name: 'a date that cannot be read and one still to come',
    used: 7,
    snapshots: [
      ['yesterday', 1],
      ['2026-08-14T11:00:00.000Z', 5],
      ['2026-08-15T00:00:00.000Z', 9],
    ],
    rates: [14.4, null],
  },
  {
    name: 'a snapshot of the period before',
    used: 2,
    snapshots: [
      ['2026-07-31T22:00:00.000Z', 50],
      ['2026-08-01T03:00:00.000Z', 1],
    ],
    window: 'calendarMonth',
    at: '2026-08-01T04:00:00.000Z',
    rates: [7.44, null],
  },
  {
    name: 'an absurd spend',
    used: Number.MAX_VALUE,
    snapshots: [['2026-08-14T06:00:00.000Z', 0]],
    rates: [Number.MAX_VALUE, Number.MAX_VALUE],
  },
]

for (const row of rows) {
  test(`burn rates: ${row.name}`, () => {
    const now = { at: row.at ? new Date(row.at) : at, errorBudgetPercentUsed: row.used }
    const snapshots = row.snapshots.map(([takenAt, errorBudgetPercentUsed]) => ({
      takenAt,
      errorBudgetPercentUsed,
    }))
    const expected: BurnRates = { burnRate1h: row.rates[0], burnRate6h: row.rates[1], burnRate3d: null }
    assert.deepEqual(burnRates(snapshots, now, row.window ?? 'rolling30d'), expected)
    assert.deepEqual(burnRates(snapshots.toReversed(), now, row.window ?? 'rolling30d'), expected)
  })
}

test('a budget spent evenly over the window has burn rate 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 24, max: 720 }), (hours) => {
      const snapshots: BurnSnapshot[] = Array.from({ length: hours * 4 }, (_, quarter) => ({
        takenAt: new Date(at.getTime() - (hours - quarter / 4) * 3_600_000).toISOString(),
        errorBudgetPercentUsed: (quarter / 4 / 720) * 100,
      }))
      const now = { at, errorBudgetPercentUsed: (hours / 720) * 100 }
      const evenly: BurnRates = { burnRate1h: 1, burnRate6h: 1, burnRate3d: hours < 72 ? null : 1 }
      assert.deepEqual(burnRates(snapshots, now, 'rolling30d'), evenly)
    }),
    { numRuns: 20 },
  )
})
