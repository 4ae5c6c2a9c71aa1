import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsInWords, countsOf, leftInWords, reviewOf, trendOf, whyOf } from './review.ts'
import type { Slo } from './words.ts'

const slo = (fields: Partial<Slo>): Slo =>
  ({
    id: 'slo_1',
    name: 'Answers',
    appId: 'prj_1',
    type: 'availability',
    target: 99.9,
    objective: 'atLeast',
    unit: '%',
    window: 'rolling30d',
    currentValue: 99.95,
    status: 'met',
    measuredAt: '2026-11-19T12:00:00.000Z',
    freshnessMinutes: null,
    errorBudgetTotal: 43.2,
    errorBudgetRemaining: 21.6,
    errorBudgetPercentUsed: 50,
    dataSource: null,
    dataSourceError: null,
    ...fields,
  }) as Slo

test('teams and their SLOs are listed worst first, and unknown comes before met', () => {
  const slos = [
    slo({ id: 'a', appId: 'p1' }),
    slo({ id: 'b', appId: 'p1', status: null }),
    slo({ id: 'c', appId: 'p2', status: 'atRisk', errorBudgetPercentUsed: 85 }),
    slo({ id: 'd', appId: 'p2', status: 'breached', errorBudgetPercentUsed: 120 }),
    slo({ id: 'e', appId: 'p2', status: 'breached', errorBudgetPercentUsed: 300 }),
    slo({ id: 'f', appId: 'p3' }),
  ]
  const teams = reviewOf(
    slos,
    new Map([
      ['p1', 'pay'],
      ['p2', 'shop'],
      ['p3', null],
    ]),
  )
  assert.deepEqual(
    teams.map(({ teamId, slos: own }) => [teamId, own.map(({ id }) => id)]),
    [
      ['shop', ['e', 'd', 'c']],
      ['pay', ['b', 'a']],
      [null, ['f']],
    ],
  )
  assert.equal(countsInWords(countsOf(slos)), '2 breached, 1 at risk, 1 unknown, 2 met')
})

test('the team with the worst SLO is first, however many the others have', () => {
  const breached = (id: string, appId: string, errorBudgetPercentUsed: number | null) =>
    slo({ id, appId, status: 'breached', errorBudgetPercentUsed })
  const atRisk = (id: string, errorBudgetPercentUsed: number) =>
    slo({ id, appId: 'p1', status: 'atRisk', errorBudgetPercentUsed })
  const order = reviewOf(
    [
      breached('a', 'p1', 110),
      breached('b', 'p1', 105),
      atRisk('c', 50),
      breached('d', 'p2', 900),
      breached('e', 'p3', 110),
      slo({ id: 'f', appId: 'p4', status: null, errorBudgetPercentUsed: null }),
      slo({ id: 'g', appId: 'p5', status: 'atRisk', errorBudgetPercentUsed: 50 }),
    ],
    new Map(['p1', 'p2', 'p3', 'p4', 'p5'].map((appId) => [appId, `team of ${appId}`])),
  ).map(({ teamId }) => teamId)
  assert.deepEqual(
    order,
    ['p2', 'p1', 'p3', 'p5', 'p4'].map((appId) => `team of ${appId}`),
  )
})

test('each says why, and what is unknown what to do', () => {
  assert.match(whyOf(slo({})), /^99\.95% measured, target at least 99\.9%: 50% of its budget used\.$/)
  assert.match(whyOf(slo({ status: 'atRisk' })), /burning so fast/)
  const breached = slo({
    status: 'breached',
    currentValue: 99.8,
    errorBudgetRemaining: -43.2,
    errorBudgetPercentUsed: 200,
  })
  assert.match(whyOf(breached), /more than its budget of 43\.2 min is used/)
  assert.equal(leftInWords(breached), '43.2 min over')
  assert.equal(leftInWords(slo({})), '50% left, 21.6 min')
  const unmeasured = slo({ status: null, currentValue: null, measuredAt: null })
  assert.match(whyOf(unmeasured), /Nothing has been measured yet\. Report measurements to \/ingest/)
  const stale = slo({
    status: null,
    freshnessMinutes: 60,
    measuredAt: '2026-01-01T00:00:00.000Z',
    dataSource: 'Grafana',
  })
  assert.match(whyOf(stale), /it counted for 1 h 0 min, .* Check that Grafana still reports/)
  assert.equal(leftInWords(slo({ type: 'custom', status: 'met' })), '')
})

test('a trend is said only where one is known', () => {
  assert.equal(trendOf({ burnRate6h: null, burnRate3d: null }), 'trend not known yet')
  assert.equal(trendOf({ burnRate6h: 3.21, burnRate3d: 1 }), 'burning at 3.2×')
  assert.equal(trendOf({ burnRate6h: 0.3, burnRate3d: 1 }), 'burning slowly, 0.3×')
  assert.equal(trendOf({ burnRate6h: 0, burnRate3d: 0.8 }), 'stopped burning, 0.8× over 3 days')
  assert.equal(trendOf({ burnRate6h: 0.001, burnRate3d: 1 }), 'burning slowly, under 0.1×')
  assert.equal(trendOf({ burnRate6h: 0, burnRate3d: 0 }), 'nothing burned in 3 days')
})
