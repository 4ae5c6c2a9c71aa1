import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, type EntitySummary, kinds, readQueryText, specialOperations } from '@svc/model'
import { tilesOf } from './tiles.ts'

const now = Date.parse('2026-11-16T12:00:00.000Z')
const place = {
  path: '/projects/prj_1',
  mayAddSlo: true,
  nowMs: now,
}

const [example] = specialOperations.getSummaries.success.schema.examples as unknown as readonly [
  { readonly summaries: readonly [EntitySummary] },
]
const [said] = example.summaries
const full = { ...said, id: 'prj_1', projects: { count: 1, isExact: true, ids: ['prj_1'] } } as EntitySummary

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
  for (const summary of [full, empty])
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
  const slo = tileOf(full, 'SLOs')
  assert.deepEqual([slo.value, slo.tone, slo.to], ['1 of 2 at risk', 'warn', '/slos/slo_%E2%80%A6'])
  assert.deepEqual(slo.reasons[0], 'Checkout answers')
  assert.match(slo.reasons[1] ?? '', /99\.92% measured, target at least 99\.9%, 84\.2% of the budget used/)
  assert.match(tileOf(full, 'Readiness').reasons[0] ?? '', /Missing: Is described/)
  assert.equal(tileOf(full, 'Open issues').tone, 'bad')
  assert.equal(tileOf(full, 'Drift').tone, 'warn')
})

test('an old scan without drift is no good news, nor is one of a part of the projects', () => {
  const drift = (scannedAt: string, projects = 1) =>
    tileOf(
      {
        ...full,
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
        ...full,
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
  const some = { ...full, projects: { count: 200, isExact: false, ids: [] } } as EntitySummary
  for (const { reasons } of tilesOf(some, place)) assert.match(reasons.at(-1) ?? '', /^At least/)
})

/** Where the tiles of another entity's page lead, by their labels. */
const linksOf = (more: Partial<EntitySummary>, path: string) =>
  Object.fromEntries(
    tilesOf({ ...full, ...more }, { ...place, path }).map(({ label, to, search }) => [
      label,
      [to, ...Object.values(search ?? {})].join(' '),
    ]),
  )

const manyProjects = { count: 11, isExact: true, ids: [] }
const fewProjects = { count: 2, isExact: true, ids: ['prj_1', 'prj_2'] }
const noSlos = empty.slos

test('the page of a project leads to its own parts', () => {
  assert.deepEqual(linksOf({}, '/projects/prj_1'), {
    SLOs: '/slos/slo_%E2%80%A6',
    'Last deployment': '/projects/prj_1 deployments',
    'Open issues': '/projects/prj_1 issues',
    Readiness: '/projects/prj_1 scorecards',
    'Cost, 30 days': '/projects/prj_1 costs',
    Drift: '/projects/prj_1 drift',
    Errors: '/projects/prj_1 errors',
  })
})

test('the page of an API or a resource leads to what its project has', () => {
  for (const [kind, path] of [
    ['api', '/apis/api_1'],
    ['resource', '/resources/res_1'],
  ] as const) {
    const links = linksOf({ kind, id: 'x', slos: noSlos }, path)
    assert.deepEqual(links, {
      SLOs: '/slos/new prj_1',
      'Last deployment': '/projects/prj_1 deployments',
      'Open issues': '/projects/prj_1 issues',
      Readiness: `${path} scorecards`,
      'Cost, 30 days': '/projects/prj_1 costs',
      Drift: '/projects/prj_1 drift',
      Errors: '/projects/prj_1 errors',
    })
  }
})

test('without a project, an API leads to where one is chosen, and nothing about it is good', () => {
  const api = { ...empty, kind: 'api', id: 'api_1', projects: { count: 0, isExact: true, ids: [] } } as const
  for (const { label, to, reasons, tone } of tilesOf(api, { ...place, path: '/apis/api_1' })) {
    if (label === 'Readiness') continue
    assert.equal(to, '/apis/api_1/edit', label)
    assert.deepEqual([reasons, tone], [['It belongs to no project yet'], 'unknown'], label)
  }
})

test('a team or a system with a few projects leads to lists of what these have', () => {
  for (const [kind, path, narrowed] of [
    ['team', '/teams/t', '/projects owner:t'],
    ['system', '/systems/t', '/projects system:t'],
    ['domain', '/domains/t', '/systems domain:t'],
  ] as const)
    assert.deepEqual(
      linksOf({ kind, id: 't', projects: fewProjects, slos: noSlos, scores: [] }, path),
      {
        SLOs: '/slos project:prj_1,prj_2',
        'Last deployment': '/deployments project:prj_1,prj_2',
        'Open issues': '/issues is:open project:prj_1,prj_2 -severity',
        Readiness: '/scorecards',
        'Cost, 30 days': `${narrowed} cost`,
        Drift: narrowed,
        Errors: narrowed,
      },
      kind,
    )
})

test('with too many projects for a query, or not all of them known, it leads to these projects', () => {
  for (const projects of [manyProjects, { ...fewProjects, isExact: false }, { ...manyProjects, count: 0 }])
    assert.deepEqual(linksOf({ kind: 'team', id: 't', projects, slos: noSlos, scores: [] }, '/teams/t'), {
      SLOs: '/projects owner:t health',
      'Last deployment': '/projects owner:t lastDeployment',
      'Open issues': '/projects owner:t criticalIssues',
      Readiness: '/scorecards',
      'Cost, 30 days': '/projects owner:t cost',
      Drift: '/projects owner:t',
      Errors: '/projects owner:t',
    })
})

test('an average leads to the scores of the projects', () => {
  const average = {
    scores: [],
    projectScores: [{ scorecardId: 'scd_1', name: 'Ready', average: 80, projects: 2 }],
    projects: fewProjects,
    id: 't',
  }
  assert.equal(linksOf({ ...average, kind: 'team' }, '/teams/t').Readiness, '/teams/t scorecards')
  assert.equal(linksOf({ ...average, kind: 'system' }, '/systems/t').Readiness, '/projects system:t score')
})

test('every query that a tile leads to is understood', () => {
  for (const [kind, path] of [
    ['team', '/teams/t'],
    ['system', '/systems/t'],
    ['domain', '/domains/t'],
  ] as const)
    for (const projects of [fewProjects, manyProjects])
      for (const { label, to, search } of tilesOf(
        { ...full, kind, id: 't', projects, slos: noSlos },
        { ...place, path },
      )) {
        const listed = allKinds.find((one) => one.path === to)
        if (!search?.query) continue
        assert.ok(listed, label)
        assert.deepEqual(readQueryText(listed, search.query).faults, [], `${label}: ${search.query}`)
      }
})
