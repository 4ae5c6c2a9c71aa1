import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { figureOf } from '../../packages/console/src/catalog/figures.ts'
import { shortTime, utcDay } from '../../packages/console/src/catalog/times.ts'

const slo = { type: 'availability', target: 99.99, unit: '%', window: 'rolling30d' }

test('a measurement has two digits more than its target, and the unit', () => {
  assert.equal(figureOf(kinds.slo.fields.currentValue, 99.998_123_4, slo), '99.9981%')
  assert.equal(figureOf(kinds.slo.fields.currentValue, 95.660_86, { ...slo, target: 95 }), '95.66%')
  assert.equal(
    figureOf(kinds.slo.fields.currentValue, 907.4, { type: 'throughput', target: 900, unit: 'lines/h' }),
    '907.4 lines/h',
  )
  assert.equal(figureOf(kinds.slo.fields.target, 99.99, slo), '99.99%')
})

test('a measurement that misses its target by little is not shown as the target', () => {
  assert.equal(figureOf(kinds.slo.fields.currentValue, 99.989_999, slo), '99.989999%')
  assert.equal(figureOf(kinds.slo.fields.currentValue, 99.99, slo), '99.99%')
})

test('a share is one also where nobody wrote down its unit', () => {
  assert.equal(figureOf(kinds.slo.fields.target, 99.9, { ...slo, unit: null }), '99.9%')
  assert.equal(figureOf(kinds.slo.fields.target, 300, { type: 'custom', target: 300, unit: null }), '300')
})

test('budgets, amounts and sizes are said in their units', () => {
  assert.equal(figureOf(kinds.slo.fields.errorBudgetPercentUsed, 1.368_421_052_6, slo), '1.4%')
  assert.equal(figureOf(kinds.slo.fields.errorBudgetRemaining, 10.4976, slo), '10.5 min')
  assert.equal(figureOf(kinds.costEntry.fields.amountCents, 4_250, { currency: null }), '$42.50')
  assert.equal(figureOf(kinds.costEntry.fields.amountCents, -41_250, { currency: 'EUR' }), '-€412.50')
  assert.equal(figureOf(kinds.secret.fields.fileSize, 0, {}), '0 byte')
  assert.equal(figureOf(kinds.secret.fields.fileSize, 2_611, {}), '2.6 kB')
  assert.equal(figureOf(kinds.secret.fields.fileSize, 5_000_000, {}), '5 MB')
})

test('any other number keeps all its digits', () => {
  assert.equal(figureOf(kinds.identityProvider.fields.priority, 100, {}), '100')
  assert.equal(figureOf(kinds.sloCount.fields.good, 99.999_999, {}), '99.999999')
})

test('times are told in whole words for a week, then by their date', () => {
  const now = Date.parse('2026-11-16T12:00:00.000Z')
  assert.equal(shortTime('2026-11-16T11:56:00.000Z', now), '4 minutes ago')
  assert.equal(shortTime('2026-11-15T17:00:00.000Z', now), '19 hours ago')
  assert.equal(shortTime('2026-11-16T19:00:00.000Z', now), 'in 7 hours')
  assert.equal(shortTime('2026-11-02T12:00:00.000Z', now), 'Nov 2, 2026')
})

test('a period begins on the day of UTC that it was reported for', () => {
  assert.equal(utcDay('2026-11-15T00:00:00.000Z'), 'Nov 15, 2026')
})
