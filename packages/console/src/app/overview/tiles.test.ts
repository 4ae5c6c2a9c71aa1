import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EntitySummary, kinds, specialOperations } from '@svc/model'
import { tilesOf } from './tiles.ts'

const now = Date.parse('2026-11-16T12:00:00.000Z')
const place = {
  path: '/projects/prj_1',
  parts: ['slos', 'issues', 'costs', 'drift'],
  mayAddSlo: true,
  nowMs: now,
}

const [example] = specialOperations.getSummaries.success.schema.examples as unknown as readonly [
  { readonly summaries: readonly [EntitySummary] },
]
const [full] = example.summaries

const none = { open: 0, blocker: 0, critical: 0, major: 0, minor: 0 }
const empty = {
  ...full,
  slos: { total: 0, breached: 0, atRisk: 0, unknown: 0, met: 0, worst: null },
  deployments: [],
  issues: none,
  scores: [],
  costs: { ...full.costs, hasEntries: false },
  drift: null,
  errors: null,
} as unknown as EntitySummary

const tileOf = (summary: EntitySummary, label: string) => {
  const tile = tilesOf(summary, place).find((one) => one.label === label)
  assert.ok(tile, label)
  return tile
}

test('every tile has a link and a reason, whatever is known', () => {
  for (const summary of [full as EntitySummary, empty])
    for (const { label, to, reasons, value } of tilesOf(summary, place)) {
      assert.match(to, /^\//, label)
      assert.ok(reasons.length > 0 && reasons.every((one) => /\S/.test(one)), label)
      assert.match(value, /\S/, label)
    }
})

test('where nothing is known, nothing is good, and the next step is named', () => {
  for (const { label, tone, reasons } of tilesOf(empty, place)) {
    assert.notEqual(tone, 'good', label)
    if (label !== 'Open issues') assert.equal(tone, 'unknown', `${label}: ${reasons.join()}`)
  }
  assert.deepEqual(tileOf(empty, 'SLOs').search, { appId: 'prj_1' })
  assert.equal(tileOf(empty, 'SLOs').to, `${kinds.slo.path}/new`)
})

test('what is full says what is wrong and where', () => {
  const slo = tileOf(full as EntitySummary, 'SLOs')
  assert.deepEqual([slo.value, slo.tone, slo.to], ['1 of 2 at risk', 'warn', '/slos/slo_%E2%80%A6'])
  assert.deepEqual(slo.reasons[0], 'Checkout answers')
  assert.match(slo.reasons[1] ?? '', /99\.92% measured, target at least 99\.9%, 84\.2% of the budget used/)
  assert.match(tileOf(full as EntitySummary, 'Readiness').reasons[0] ?? '', /Missing: Is described/)
  assert.equal(tileOf(full as EntitySummary, 'Open issues').tone, 'bad')
  assert.equal(tileOf(full as EntitySummary, 'Drift').tone, 'warn')
})

test('an old scan without drift is no good news, nor is one of a part of the projects', () => {
  const drift = (scannedAt: string, projects = 1) =>
    tileOf(
      {
        ...(full as EntitySummary),
        drift: {
          driftedCount: 0,
          environments: [{ environment: 'production', driftedCount: 0, scannedAt }],
          scannedAt,
          projects,
        },
      },
      'Drift',
    )
  assert.equal(drift('2026-11-16T06:00:00.000Z').tone, 'good')
  assert.equal(drift('2026-10-16T06:00:00.000Z').tone, 'unknown')
  assert.match(drift('2026-10-16T06:00:00.000Z').reasons.join(), /Stale/)
  assert.equal(drift('2026-11-16T06:00:00.000Z', 0).tone, 'unknown')
})

test('errors are not gone because their tracker does not answer', () => {
  const errors = (more: object) =>
    tileOf(
      {
        ...(full as EntitySummary),
        errors: {
          totalOpen: 0,
          totalEvents24h: 0,
          fetchedAt: '2026-11-16T11:55:00.000Z',
          lastFetchError: null,
          projects: 1,
          ...more,
        },
      },
      'Errors',
    )
  assert.equal(errors({}).tone, 'good')
  assert.equal(errors({ lastFetchError: 'It did not answer.' }).tone, 'unknown')
  assert.equal(errors({ fetchedAt: '2026-11-01T00:00:00.000Z' }).tone, 'unknown')
  assert.equal(errors({ totalOpen: null, totalEvents24h: null }).tone, 'unknown')
})

test('an SLO without a status says why, and is not met', () => {
  const slos = {
    total: 1,
    breached: 0,
    atRisk: 0,
    unknown: 1,
    met: 0,
    worst: { ...full?.slos.worst, status: null, statusReason: 'Nothing has been measured.' },
  }
  const tile = tileOf({ ...full, slos } as EntitySummary, 'SLOs')
  assert.deepEqual([tile.value, tile.tone], ['1 of 1 unknown', 'unknown'])
  assert.match(tile.reasons.join(), /Nothing has been measured/)
})

test('figures of a part of the projects are said to be minimums', () => {
  const some = { ...full, projects: { count: 200, isExact: false } } as EntitySummary
  for (const { reasons } of tilesOf(some, place)) assert.match(reasons.at(-1) ?? '', /^At least/)
})
