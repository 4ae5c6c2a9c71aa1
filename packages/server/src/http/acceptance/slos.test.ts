import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, change, make, movableClock, newSlo, read, refusedField } from './checks.ts'

const dayMinutes = 1_440

/** On 15 February 2026: February has 28 days, the first quarter 90. */
const windowMinutes = {
  rolling7d: 7 * dayMinutes,
  rolling30d: 30 * dayMinutes,
  rolling90d: 90 * dayMinutes,
  calendarMonth: 28 * dayMinutes,
  calendarQuarter: 90 * dayMinutes,
} as const

interface Budget {
  readonly total: number | null
  readonly remaining: number | null
  readonly used: number | null
  readonly status: string | null
}

const none: Budget = { total: null, remaining: null, used: null, status: null }

function hasBudget(slo: Body, budget: Budget, about: string): void {
  assert.equal(slo.status, budget.status, `status of ${about}`)
  const pairs = [
    ['errorBudgetTotal', budget.total],
    ['errorBudgetRemaining', budget.remaining],
    ['errorBudgetPercentUsed', budget.used],
  ] as const
  for (const [key, expected] of pairs) {
    const actual = slo[key]
    const isClose =
      expected === null || actual === null ? actual === expected : Math.abs(actual - expected) < 1e-6
    assert.ok(isClose, `${key} of ${about} should be ${expected}, not ${actual}`)
  }
}

onEachEngine((engine) => {
  const clock = movableClock('2026-02-15T10:07:00.000Z')
  const app = useApp(engine, { now: clock.now })

  test('the budget of every type in every window', async () => {
    const { owner } = await app.organisation()
    const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
    clock.set('2026-02-15T10:07:00.000Z')
    for (const [window, minutes] of Object.entries(windowMinutes)) {
      const inMinutes = (percent: number) => (percent / 100) * minutes
      const rows: readonly [string, number, number, Budget][] = [
        ...(['availability', 'latency'] as const).flatMap((type): [string, number, number, Budget][] => [
          [type, 99.9, 99.95, { total: inMinutes(0.1), remaining: inMinutes(0.05), used: 50, status: 'met' }],
          [type, 99, 98, { total: inMinutes(1), remaining: inMinutes(-1), used: 200, status: 'breached' }],
          [type, 99, 100, { total: inMinutes(1), remaining: inMinutes(1), used: 0, status: 'met' }],
        ]),
        ['errorRate', 1, 0.25, { total: inMinutes(1), remaining: inMinutes(0.75), used: 25, status: 'met' }],
        ['errorRate', 2, 3, { total: inMinutes(2), remaining: inMinutes(-1), used: 150, status: 'breached' }],
        ...(['throughput', 'custom'] as const).flatMap((type): [string, number, number, Budget][] => [
          [type, 1_000, 900, { total: 0, remaining: -100, used: 100, status: 'breached' }],
          [type, 1_000, 1_200, { total: 0, remaining: 0, used: 0, status: 'met' }],
          [type, 1_000, 1_000, { total: 0, remaining: 0, used: 0, status: 'met' }],
        ]),
      ]
      const { id } = await newSlo(owner, { appId, window })
      for (const [type, target, currentValue, budget] of rows) {
        const slo = await change(owner, `/slos/${id}`, { type, target, currentValue })
        hasBudget(slo, budget, `${type} ${target} at ${currentValue} in ${window}`)
        assert.deepEqual([slo.type, slo.currentValue], [type, currentValue])
      }
      hasBudget(await read(owner, `/slos/${id}`), rows.at(-1)?.[3] ?? none, `a read in ${window}`)
    }
  })

  test('a calendar window is the current month or quarter', async () => {
    const { owner } = await app.organisation()
    const lengths: readonly [string, string, number][] = [
      ['2024-02-29T23:59:59.000Z', 'calendarMonth', 29],
      ['2026-01-01T00:00:00.000Z', 'calendarMonth', 31],
      ['2026-04-30T23:00:00.000Z', 'calendarMonth', 30],
      ['2024-03-01T00:00:00.000Z', 'calendarQuarter', 91],
      ['2026-06-30T23:00:00.000Z', 'calendarQuarter', 91],
      ['2026-12-31T23:00:00.000Z', 'calendarQuarter', 92],
    ]
    for (const [time, window, days] of lengths) {
      clock.set(time)
      const { id } = await newSlo(owner, { target: 90, window })
      const slo = await change(owner, `/slos/${id}`, { currentValue: 95 })
      assert.equal(slo.errorBudgetTotal, days * 144, `${window} at ${time}`)
    }
  })

  test('a budget of zero is used up by anything', async () => {
    const { owner } = await app.organisation()
    const rows: readonly [string, number, number, number, string][] = [
      ['availability', 100, 100, 0, 'met'],
      ['availability', 100, 99.999, 100, 'breached'],
      ['errorRate', 0, 0, 0, 'met'],
      ['errorRate', 0, 0.01, 100, 'breached'],
      ['custom', 0, 0, 0, 'met'],
    ]
    for (const [type, target, currentValue, used, status] of rows) {
      const { id } = await newSlo(owner, { type, target })
      const slo = await change(owner, `/slos/${id}`, { currentValue })
      assert.deepEqual([slo.errorBudgetPercentUsed, slo.status], [used, status], `${type} ${currentValue}`)
      assert.equal(slo.errorBudgetTotal, 0)
    }
  })

  test('breached from 100 %, atRisk from 80 %, else met', async () => {
    const { owner } = await app.organisation()
    const { id } = await newSlo(owner, { target: 99 })
    const rows = [
      [99.21, 'met'],
      [99.2, 'atRisk'],
      [99.01, 'atRisk'],
      [99, 'breached'],
      [98, 'breached'],
      [100, 'met'],
    ] as const
    for (const [currentValue, status] of rows)
      assert.equal((await change(owner, `/slos/${id}`, { currentValue })).status, status, `${currentValue}`)
    // Fractions that binary numbers cannot represent must not change the outcome.
    const exact: readonly [number, number, string][] = [
      [99.9, 99.92, 'atRisk'],
      [99.95, 99.96, 'atRisk'],
      [99.9, 99.9, 'breached'],
      [99.99, 99.992, 'atRisk'],
    ]
    for (const [target, currentValue, status] of exact) {
      const slo = await change(owner, `/slos/${id}`, { target, currentValue })
      assert.equal(slo.status, status, `${target} at ${currentValue}: ${slo.errorBudgetPercentUsed} % used`)
    }
  })

  test('without a value there is neither budget nor status', async () => {
    const { owner } = await app.organisation()
    const slo = await newSlo(owner, {})
    hasBudget(slo, none, 'a new SLO')
    hasBudget(await change(owner, `/slos/${slo.id}`, { target: 98 }), none, 'a changed target')
    await change(owner, `/slos/${slo.id}`, { currentValue: 99 })
    hasBudget(await change(owner, `/slos/${slo.id}`, { currentValue: null }), none, 'a cleared value')
  })

  test('a change of type, target or window resets the budget at once', async () => {
    const { owner } = await app.organisation()
    clock.set('2026-02-15T10:07:00.000Z')
    const { id } = await newSlo(owner, { target: 99, window: 'rolling30d' })
    const at = `/slos/${id}`
    const of = (minutes: number, used: number, status: string): Budget => ({
      ...{ total: minutes, remaining: minutes * (1 - used / 100), used, status },
    })
    hasBudget(await change(owner, at, { currentValue: 99.5 }), of(432, 50, 'met'), 'value')
    hasBudget(await change(owner, at, { target: 98 }), of(864, 25, 'met'), 'target')
    hasBudget(await change(owner, at, { window: 'rolling7d' }), of(201.6, 25, 'met'), 'window')
    const renamed = await change(owner, at, { name: 'y', unit: '%', dataSource: 'by hand' })
    hasBudget(renamed, of(201.6, 25, 'met'), 'a new name changes nothing')
    assert.deepEqual([renamed.unit, renamed.dataSource], ['%', 'by hand'])
    const same = await change(owner, at, { type: 'availability' })
    assert.equal(same.currentValue, 99.5, 'the same type is not a change')

    const cleared = await change(owner, at, { type: 'errorRate', target: 1 })
    assert.equal(cleared.currentValue, null)
    hasBudget(cleared, none, 'another type')
    const sent = await change(owner, at, { type: 'throughput', target: 200, currentValue: 150 })
    assert.equal(sent.currentValue, 150)
    hasBudget(sent, { total: 0, remaining: -50, used: 100, status: 'breached' }, 'type with a value')
  })

  test('lastUpdatedAt says when the value was last set', async () => {
    const { owner } = await app.organisation()
    const { id, lastUpdatedAt } = await newSlo(owner, {})
    assert.equal(lastUpdatedAt, null)
    clock.set('2026-02-16T08:00:00.000Z')
    const slo = await change(owner, `/slos/${id}`, { currentValue: 99.9 })
    assert.match(slo.lastUpdatedAt, /^2026-02-16T08:00:0/)
  })

  test('managed fields sent back are ignored, a value of another type refused', async () => {
    const { owner } = await app.organisation()
    const { id } = await newSlo(owner, {})
    const sent = { errorBudgetTotal: 5, errorBudgetPercentUsed: 1, status: 'met', lastUpdatedAt: null }
    hasBudget(await change(owner, `/slos/${id}`, sent), none, 'ignored')
    for (const currentValue of ['99', true, {}])
      refusedField(await owner.patch(`/slos/${id}`, { currentValue }), 'currentValue')
  })
})
