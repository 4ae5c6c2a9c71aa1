import assert from 'node:assert/strict'
import { test } from 'node:test'
import { costFigures } from '../areas/costs/figures.ts'
import { sloFigures } from '../areas/slos/figures.ts'
import { exactly, plainFigures } from '../words/figures.ts'

const slo = { type: 'availability', target: 99.99, unit: '%', window: 'rolling30d' }

test('a measurement is shown with two digits more than its target, and with its unit', () => {
  assert.equal(sloFigures.nearObjective(99.998_123_4, slo), '99.9981%')
  assert.equal(sloFigures.nearObjective(95.660_86, { ...slo, target: 95 }), '95.66%')
  assert.equal(
    sloFigures.nearObjective(907.4, { type: 'throughput', target: 900, unit: 'lines/h' }),
    '907.4 lines/h',
  )
  assert.equal(sloFigures.objective(99.99, slo), 'at least 99.99%')
})

test('a measurement just short of its target is not rounded up to it', () => {
  assert.equal(sloFigures.nearObjective(99.989_999, slo), 'just under 99.99%')
  assert.equal(sloFigures.nearObjective(99.99, slo), '99.99%')
})

test('a target says on which side of it is good, and a ratio is shown as one even where no unit is set', () => {
  assert.equal(sloFigures.objective(99.9, { ...slo, unit: null }), 'at least 99.9%')
  assert.equal(sloFigures.objective(1, { type: 'errorRate', unit: null }), 'at most 1%')
  const custom = { type: 'custom', target: 300, unit: 'ms' }
  assert.equal(sloFigures.objective(300, custom), 'at least 300 ms')
  assert.equal(sloFigures.objective(300, { ...custom, objective: 'atMost' }), 'at most 300 ms')
  // A change in the history has no other fields.
  assert.equal(sloFigures.objective(300, {}), '300')
})

test('budgets, amounts and sizes are shown in their units', () => {
  assert.equal(plainFigures.percent(1.368_421_052_6), '1.4%')
  assert.equal(sloFigures.errorBudget(10.4976, slo), '10.5 min')
  assert.equal(costFigures.cents(4_250, { currency: null }), '$42.50')
  assert.equal(costFigures.cents(-41_250, { currency: 'EUR' }), '-€412.50')
  assert.equal(plainFigures.bytes(0, {}), '0 byte')
  assert.equal(plainFigures.bytes(2_611, {}), '2.6 kB')
  assert.equal(plainFigures.bytes(5_000_000, {}), '5 MB')
})

test('any other number keeps all its digits', () => {
  assert.equal(exactly(100), '100')
  assert.equal(exactly(99.999_999), '99.999999')
})
