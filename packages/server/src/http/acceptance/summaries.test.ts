import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { eventually, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, bodyOf, insert, insertAll, make, partitionOf, read, refusedField } from './checks.ts'

const digest = (digit: string): string => `sha256:${digit.repeat(64)}`

onEachEngine((engine) => {
  const app = useApp(engine)

  const newScene = async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const sum = async (...of: string[]): Promise<readonly Body[]> =>
      (await read(owner, `/summaries?of=${of.join(',')}`)).summaries
    const project = async (fields: object = {}) => make(owner, '/projects', { name: 'Shop', ...fields })
    const slo = (appId: string, fields: object) =>
      make(owner, '/slos', {
        name: 'Up',
        appId,
        type: 'availability',
        target: 99,
        window: 'rolling30d',
        ...fields,
      })
    return { organisation, owner, sum, project, slo }
  }

  test('of an entity about which nothing is known, it says that nothing is known', async () => {
    const { sum, project } = await newScene()
    const { id } = await project()
    const [summary] = await sum(`component:${id}`)
    assert.deepEqual(summary, {
      kind: 'component',
      id,
      name: 'Shop',
      projects: { count: 1, isExact: true, ids: [id] },
      slos: { total: 0, breached: 0, atRisk: 0, unknown: 0, met: 0, worst: null },
      deployments: [],
      issues: { open: 0, blocker: 0, critical: 0, major: 0, minor: 0 },
      scores: [],
      projectScores: [],
      costs: {
        last30dCents: 0,
        prev30dCents: 0,
        dailySeries: new Array(30).fill(0),
        hasEntries: false,
        otherCurrencies: {},
        projects: 0,
      },
      drift: null,
      errors: null,
      onCall: null,
      hasOnCall: false,
      runbooks: 0,
    })
  })

  test('SLOs are counted, and the worst is named with what was measured', async () => {
    const { sum, project, slo } = await newScene()
    const { id } = await project()
    await slo(id, { currentValue: 99.9 })
    const [met] = await sum(`component:${id}`)
    assert.deepEqual([met?.slos.worst.name, met?.slos.met], ['Up', 1])
    await slo(id, { name: 'Silent' })
    const [unknown] = await sum(`component:${id}`)
    assert.deepEqual([unknown?.slos.worst.name, unknown?.slos.worst.status], ['Silent', null])
    assert.match(
      unknown?.slos.worst.statusReason,
      /\S/,
      'an unknown one says why, and comes before a good one',
    )
    await slo(id, { name: 'Broken', currentValue: 90 })
    const [summary] = await sum(`component:${id}`)
    const { worst, ...counts } = summary?.slos ?? {}
    assert.deepEqual(counts, { total: 3, breached: 1, atRisk: 0, unknown: 1, met: 1 })
    assert.deepEqual([worst.name, worst.target, worst.currentValue], ['Broken', 99, 90])
  })

  test('the last deployment to each environment, whatever came of it', async () => {
    const { owner, sum, project } = await newScene()
    const { id: appId } = await project()
    const report = (targetDisplayName: string, buildVersion: string, status: string) =>
      owner.post('/ingest/v1/deployments', {
        appId,
        status,
        targetDisplayName,
        buildVersion,
        platform: 'backend',
      })
    for (const [target, version, status] of [
      ['production', '1', 'success'],
      ['staging', '2', 'success'],
      ['production', '2', 'failed'],
    ] as const)
      bodyOf(await report(target, version, status))
    const [summary] = await sum(`component:${appId}`)
    assert.deepEqual(
      summary?.deployments.map((one: Body) => [one.environment, one.version, one.status, one.appId]),
      [
        ['production', '2', 'failed', appId],
        ['staging', '2', 'success', appId],
      ],
    )
  })

  test('open issues by severity, costs, errors and drift', async () => {
    const { organisation, owner, sum, project } = await newScene()
    const { id: appId } = await project()
    for (const [severity, status] of [
      ['blocker', 'newBug'],
      ['critical', 'inProgress'],
      ['minor', 'triaged'],
      ['critical', 'fixed'],
    ])
      await make(owner, '/issues', { appId, title: 'x', severity, status })
    const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
    const period = { periodStart: `${day}T00:00:00Z`, periodEnd: `${day}T00:00:00Z` }
    bodyOf(await owner.post('/ingest/v1/costs', { appId, amountCents: 700, ...period }))
    bodyOf(await owner.post('/ingest/v1/costs', { appId, amountCents: 5, currency: 'EUR', ...period }))
    await insert(app, organisation, kinds.errorTracker, {
      appId,
      provider: 'sentry',
      projectRef: 'a/b',
      updatedAt: new Date().toISOString(),
      snapshot: {
        provider: 'sentry',
        totalOpen: 4,
        totalEvents24h: null,
        fetchedAt: '2026-11-01T00:00:00.000Z',
        lastFetchError: 'It did not answer.',
        issues: [],
      },
    })
    const differs = {
      mappingId: 'm',
      environment: 'staging',
      variable: 'URL',
      kind: 'changed',
      expectedFingerprint: digest('1'),
      actualFingerprint: digest('2'),
    }
    const scan = (scannedAt: string, environments: readonly string[], mappings: readonly object[]) =>
      owner.post('/ingest/v1/drift', { appId, scannedAt, environments, mappingsTotal: 9, mappings })
    bodyOf(await scan('2026-11-01T06:00:00.000Z', ['production', 'staging'], [differs]))
    bodyOf(await scan('2026-11-02T06:00:00.000Z', ['production'], []))
    const [summary] = await sum(`component:${appId}`)
    assert.deepEqual(summary?.issues, { open: 3, blocker: 1, critical: 1, major: 0, minor: 1 })
    const { dailySeries, ...costs } = summary?.costs ?? {}
    assert.deepEqual(costs, {
      last30dCents: 700,
      prev30dCents: 0,
      hasEntries: true,
      otherCurrencies: { EUR: 5 },
      projects: 1,
    })
    assert.equal(dailySeries[27], 700)
    assert.deepEqual(summary?.errors, {
      totalOpen: 4,
      totalEvents24h: null,
      fetchedAt: '2026-11-01T00:00:00.000Z',
      lastFetchError: 'It did not answer.',
      projects: 1,
    })
    assert.deepEqual(summary?.drift, {
      driftedCount: 1,
      environments: [
        { environment: 'production', driftedCount: 0, scannedAt: '2026-11-02T06:00:00.000Z' },
        { environment: 'staging', driftedCount: 1, scannedAt: '2026-11-01T06:00:00.000Z' },
      ],
      scannedAt: '2026-11-02T06:00:00.000Z',
      projects: 1,
    })
    const latest = (await read(owner, `/drift?appId=${appId}`)).drift
    assert.equal(latest.driftedCount, 1, 'as the report on drift says')
  })

  test('scores name the rules that fail, and those of projects are averaged for their team', async () => {
    const { owner, sum, project } = await newScene()
    const team = await make(owner, '/teams', { name: 'Payments' })
    const shop = await project({ description: 'Sells.' })
    await project({ name: 'Bank', description: 'Pays.', ownerTeamId: team.id })
    await project({ name: 'Box', ownerTeamId: team.id })
    const card = await make(owner, '/scorecards', {
      name: 'Ready',
      applicableKinds: ['component'],
      rules: [
        { type: 'has_description', label: 'Is described', weight: 1 },
        { type: 'has_owner_team', label: 'Has an owner', weight: 1 },
      ],
    })
    const [own, group] = await eventually(
      () => sum(`component:${shop.id}`, `team:${team.id}`),
      ([one, several]) => one?.scores.length === 1 && several?.projectScores[0]?.projects === 2,
    )
    assert.deepEqual(own?.scores, [
      { scorecardId: card.id, name: 'Ready', score: 50, tier: 'bronze', failed: ['Has an owner'] },
    ])
    assert.deepEqual(group?.scores, [])
    assert.deepEqual(group?.projectScores, [
      { scorecardId: card.id, name: 'Ready', average: 75, projects: 2 },
    ])
  })

  test('teams, systems and domains add up the projects that are in use', async () => {
    const { organisation, owner, sum, project, slo } = await newScene()
    const team = await make(owner, '/teams', { name: 'Payments' })
    const [shop, bank] = [
      await project({ ownerTeamId: team.id }),
      await project({ name: 'Bank', ownerTeamId: team.id }),
    ]
    await project({ name: 'Old', ownerTeamId: team.id, archived: true })
    await project({ name: 'Gone', ownerTeamId: team.id, lifecycle: 'retired' })
    await slo(shop.id, { currentValue: 99.9 })
    await slo(bank.id, { name: 'Broken', currentValue: 90 })
    const domain = await make(owner, '/domains', { name: 'Money' })
    const system = await make(owner, '/systems', {
      name: 'Banking',
      domainId: domain.id,
      ownerTeamId: team.id,
      componentIds: [bank.id],
    })
    const bindings = [
      { scope: 'team', targetId: team.id, provider: 'manual', currentlyOnCallUserName: 'Ada' },
    ]
    await insertAll(app, partitionOf(organisation), kinds.oncallBinding, bindings)
    const found = await sum(`team:${team.id}`, `domain:${domain.id}`, `system:${system.id}`)
    assert.deepEqual(
      found.map(({ kind, projects, slos, onCall }) => [kind, projects.count, slos.total, onCall?.userName]),
      [
        ['team', 2, 2, 'Ada'],
        ['domain', 1, 1, undefined],
        ['system', 1, 1, 'Ada'],
      ],
    )
    for (const { slos } of found) assert.equal(slos.worst.name, 'Broken')
    assert.deepEqual(
      found.map(({ projects }) => projects.isExact),
      [true, true, true],
    )
    assert.deepEqual(
      found.map(({ projects }) => projects.ids.toSorted()),
      [[shop.id, bank.id].toSorted(), [bank.id], [bank.id]],
      'it names those that it adds up, and no others',
    )
  })

  test('as many projects are named as a term of a query may name', async () => {
    const { organisation, owner, sum } = await newScene()
    const [few, more] = [
      await make(owner, '/teams', { name: 'Few' }),
      await make(owner, '/teams', { name: 'More' }),
    ]
    const owned = (ownerTeamId: string, count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: `p${n}`, ownerTeamId, tags: [] }))
    await insertAll(app, partitionOf(organisation), kinds.project, [
      ...owned(few.id, 10),
      ...owned(more.id, 11),
    ])
    const [ten, eleven] = await sum(`team:${few.id}`, `team:${more.id}`)
    assert.deepEqual([ten?.projects.ids.length, eleven?.projects.ids.length], [10, 0])
    const query = encodeURIComponent(`is:open project:${ten?.projects.ids.join(',')}`)
    bodyOf(await owner.get(`/issues?query=${query}`))
  })

  test('a team with very many projects says that its figures are minimums', async () => {
    const { organisation, owner, sum } = await newScene()
    const team = await make(owner, '/teams', { name: 'Everything' })
    const many = Array.from({ length: 203 }, (_, n) => ({ name: `p${n}`, ownerTeamId: team.id, tags: [] }))
    await insertAll(app, partitionOf(organisation), kinds.project, many)
    const [summary] = await sum(`team:${team.id}`)
    assert.deepEqual(summary?.projects, { count: 200, isExact: false, ids: [] })
  })

  test('nobody is on call once the shift is over', async () => {
    const { organisation, sum, project } = await newScene()
    const { id } = await project()
    const binding = (currentShiftEndsAt: string, provider: string) => ({
      scope: 'component',
      targetId: id,
      provider,
      currentlyOnCallUserName: provider,
      currentShiftEndsAt,
    })
    const partition = partitionOf(organisation)
    await insertAll(app, partition, kinds.oncallBinding, [binding('2020-01-01T00:00:00.000Z', 'manual')])
    const [over] = await sum(`component:${id}`)
    assert.deepEqual([over?.onCall, over?.hasOnCall], [null, true])
    await insertAll(app, partition, kinds.oncallBinding, [binding('2090-01-01T00:00:00.000Z', 'opsgenie')])
    const [now] = await sum(`component:${id}`)
    assert.deepEqual([now?.onCall.userName, now?.onCall.until], ['opsgenie', '2090-01-01T00:00:00.000Z'])
  })

  test('runbooks are counted as far as the caller may see them', async () => {
    const { organisation, owner, sum, project } = await newScene()
    const { id } = await project()
    const runbook = (visibilityRoleMin: string) =>
      make(owner, '/runbooks', {
        title: 'x',
        runbookType: 'incident_response',
        linkedAppIds: [id],
        visibilityRoleMin,
      })
    await runbook('viewer')
    await runbook('admin')
    const [mine] = await sum(`component:${id}`)
    assert.equal(mine?.runbooks, 2)
    const member = await organisation.person('member')
    const [theirs] = (await read(member, `/summaries?of=component:${id}`)).summaries
    assert.equal(theirs.runbooks, 1)
  })

  test('what does not exist here is left out, what is no entity is refused', async () => {
    const { organisation, owner, sum, project } = await newScene()
    const { id } = await project()
    const other = await newScene()
    const theirs = await other.project()
    assert.deepEqual(await sum(`component:${theirs.id}`, 'team:team_none'), [])
    assert.equal((await sum(`component:${id}`, 'api:api_none', `component:${id}`)).length, 1)
    const testMode = await organisation.person('owner', { mode: 'test' })
    assert.deepEqual((await read(testMode, `/summaries?of=component:${id}`)).summaries, [])
    refusedField(await owner.get('/summaries'), 'of')
    refusedField(await owner.get('/summaries?of=project:x'), 'of')
    refusedField(await owner.get('/summaries?of=component:'), 'of')
    const many = Array.from({ length: 51 }, (_, n) => `api:a${n}`).join(',')
    refusedField(await owner.get(`/summaries?of=${many}`), 'of')
  })

  test('it is answered with 304 until something changes', async () => {
    const { owner, project } = await newScene()
    const { id: appId } = await project()
    const path = `/summaries?of=component:${appId}`
    const etag = (await owner.get(path)).headers.get('etag') ?? ''
    const again = () => owner.get(path, { 'if-none-match': etag })
    assert.equal((await again()).status, 304)
    await make(owner, '/issues', { appId, title: 'x' })
    assert.equal((await again()).status, 200)
  })
})
