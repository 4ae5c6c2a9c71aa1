import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, change, make, read, refusedField } from './checks.ts'

const rule = { type: 'has_owner_team', label: 'Owned', weight: 1 }
const lifecycles = ['experimental', 'production', 'deprecated', 'retired']

async function setUp(owner: Client) {
  const project = await make(owner, '/projects', { name: 'Shop' })
  const team = await make(owner, '/teams', { name: 'Payments' })
  const slo = { name: 'x', appId: project.id, type: 'availability', target: 99, window: 'rolling7d' }
  /** For each path, a body that is accepted. */
  const inputs: Readonly<Record<string, object>> = {
    '/projects': { name: 'x' },
    '/teams': { name: 'x' },
    '/apis': { name: 'x' },
    '/resources': { name: 'x' },
    '/systems': { name: 'x' },
    '/domains': { name: 'x' },
    '/scorecards': { name: 'x', applicableKinds: ['api'], rules: [rule] },
    '/issues': { appId: project.id, title: 'x' },
    '/runbooks': { title: 'x', runbookType: 'rollback' },
    '/slos': slo,
    '/oncall/bindings': { scope: 'team', targetId: team.id, provider: 'manual' },
  }
  return { project, team, inputs, slo }
}

onEachEngine((engine) => {
  const app = useApp(engine)

  test('PATCH: absent stays, null clears, an array replaces the whole array', async () => {
    const { owner } = await app.organisation()
    const api = await make(owner, '/apis', { name: 'Orders', description: 'old', tags: ['a', 'b'] })
    const at = `/apis/${api.id}`
    assert.deepEqual((await change(owner, at, { lifecycle: 'production' })).tags, ['a', 'b'])
    const cleared = await change(owner, at, { description: null, tags: ['c'] })
    assert.equal(cleared.description, null)
    assert.deepEqual(cleared.tags, ['c'])
    assert.equal(cleared.name, 'Orders')
    assert.equal(cleared.lifecycle, 'production')
    assert.deepEqual((await change(owner, at, { tags: [] })).tags, [])
    for (const key of ['name', 'tags', 'kind', 'lifecycle'])
      refusedField(await owner.patch(at, { [key]: null }), key)
  })

  test('read-only fields in a body are ignored, on create too', async () => {
    const { owner } = await app.organisation()
    const { project } = await setUp(owner)
    const past = '2020-01-01T00:00:00.000Z'
    const fixed = { id: 'mine', createdAt: past, updatedAt: past }
    const api = await make(owner, '/apis', { name: 'x', ...fixed })
    assert.notEqual(api.id, 'mine')
    assert.notEqual(api.createdAt, past)
    const issue = { appId: project.id, title: 'x', sequenceNumber: 77, statusGroup: 'closed', version: 9 }
    const made = await make(owner, '/issues', { ...issue, githubIssueNumber: 5 })
    assert.deepEqual(
      [made.sequenceNumber, made.statusGroup, made.version, made.githubIssueNumber],
      [null, 'backlog', 1, null],
    )
    const runbook = { title: 'x', runbookType: 'r', generatedByAi: true }
    assert.equal((await make(owner, '/runbooks', runbook)).generatedByAi, false)
    const slo = { name: 'x', appId: project.id, type: 'custom', target: 5, window: 'rolling7d' }
    const managed = { status: 'breached', errorBudgetTotal: 1, errorBudgetPercentUsed: 120 }
    const madeSlo = await make(owner, '/slos', { ...slo, ...managed })
    assert.deepEqual([madeSlo.status, madeSlo.errorBudgetTotal], [null, null])
  })

  test('a field that the record does not have is 400 and named, whatever the kind', async () => {
    const { owner } = await app.organisation()
    const { inputs } = await setUp(owner)
    for (const [path, input] of Object.entries(inputs)) {
      refusedField(await owner.post(path, { ...input, wings: 2 }), 'wings')
      const { id } = await make(owner, path, input)
      refusedField(await owner.patch(`${path}/${id}`, { wings: 2 }), 'wings')
    }
    refusedField(await owner.post('/projects', { name: 'x', kind: 'rest' }), 'kind')
    refusedField(await owner.post('/domains', { name: 'x', lifecycle: 'production' }), 'lifecycle')
  })

  test('required fields must be there and not blank', async () => {
    const { owner } = await app.organisation()
    const { inputs } = await setUp(owner)
    const needed: Readonly<Record<string, readonly string[]>> = {
      ...Object.fromEntries(Object.keys(inputs).map((path) => [path, ['name']])),
      '/scorecards': ['name', 'applicableKinds', 'rules'],
      '/issues': ['appId', 'title'],
      '/runbooks': ['title', 'runbookType'],
      '/slos': ['name', 'appId', 'type', 'target', 'window'],
      '/oncall/bindings': ['scope', 'targetId', 'provider'],
    }
    for (const [path, keys] of Object.entries(needed)) {
      for (const key of keys) {
        const { [key]: _, ...without } = inputs[path] as Record<string, unknown>
        refusedField(await owner.post(path, without), key)
        refusedField(await owner.post(path, { ...without, [key]: null }), key)
        if (key !== 'name' && key !== 'title') continue
        for (const blank of ['', '   ', '\t\n'])
          refusedField(await owner.post(path, { ...without, [key]: blank }), key)
        const { id } = await make(owner, path, inputs[path] ?? {})
        refusedField(await owner.patch(`${path}/${id}`, { [key]: ' ' }), key)
      }
    }
  })

  test('a referenced record must exist: else 400 with the field and the value', async () => {
    const { owner } = await app.organisation()
    const { project, inputs } = await setUp(owner)
    const lone: readonly [string, string][] = [
      ['/projects', 'ownerTeamId'],
      ['/teams', 'leadUid'],
      ['/apis', 'componentId'],
      ['/apis', 'ownerTeamId'],
      ['/resources', 'componentId'],
      ['/resources', 'ownerTeamId'],
      ['/systems', 'ownerTeamId'],
      ['/systems', 'domainId'],
      ['/domains', 'ownerTeamId'],
      ['/scorecards', 'scopeTeamId'],
      ['/scorecards', 'scopeSystemId'],
      ['/scorecards', 'scopeDomainId'],
      ['/issues', 'appId'],
      ['/issues', 'assignedToUid'],
      ['/slos', 'appId'],
      ['/oncall/bindings', 'targetId'],
    ]
    for (const [path, key] of lone) {
      refusedField(await owner.post(path, { ...inputs[path], [key]: 'none_1' }), key, 'none_1')
      // A record of another kind counts as missing.
      const wrong = key === 'appId' || key === 'componentId' ? 'usr_1' : project.id
      refusedField(await owner.post(path, { ...inputs[path], [key]: wrong }), key, wrong)
    }
    const several: readonly [string, string][] = [
      ['/teams', 'memberUids'],
      ['/systems', 'componentIds'],
      ['/systems', 'apiIds'],
      ['/systems', 'resourceIds'],
      ['/runbooks', 'linkedAppIds'],
    ]
    for (const [path, key] of several) {
      const { id } = await make(owner, path, inputs[path] ?? {})
      refusedField(await owner.patch(`${path}/${id}`, { [key]: ['none_1'] }), key, 'none_1')
    }
    const mixed = { name: 'x', componentIds: [project.id, 'none_2'] }
    refusedField(await owner.post('/systems', mixed), 'componentIds', 'none_2')
  })

  test('references to members and catalog records are stored and shown', async () => {
    const { owner, ownerId, user } = await app.organisation()
    const { id: memberId } = await user('viewer')
    const { project } = await setUp(owner)
    const team = await make(owner, '/teams', { name: 'x', leadUid: ownerId, memberUids: [memberId, ownerId] })
    assert.deepEqual(team.memberUids, [memberId, ownerId], 'in the order given')
    const api = await make(owner, '/apis', { name: 'x', componentId: project.id, ownerTeamId: team.id })
    const resource = await make(owner, '/resources', { name: 'x', componentId: project.id })
    const domain = await make(owner, '/domains', { name: 'x', ownerTeamId: team.id })
    const members = { componentIds: [project.id], apiIds: [api.id], resourceIds: [resource.id] }
    const system = await make(owner, '/systems', { name: 'x', domainId: domain.id, ...members })
    assert.deepEqual(await read(owner, `/systems/${system.id}`), system)
    assert.equal(system.domainId, domain.id)
    const issue = { appId: project.id, title: 'x', assignedToUid: memberId }
    assert.equal((await make(owner, '/issues', issue)).assignedToUid, memberId)
  })

  test('another order of an array is a change, with a new ETag and an event', async () => {
    const { owner, ownerId, user } = await app.organisation()
    const { id: memberId } = await user('member')
    const { id } = await make(owner, '/teams', { name: 'x', memberUids: [ownerId, memberId] })
    const before = await owner.get(`/teams/${id}`)
    const { updatedAt } = await change(owner, `/teams/${id}`, { memberUids: [memberId, ownerId] })
    const after = await owner.get(`/teams/${id}`)
    assert.deepEqual(after.body.memberUids, [memberId, ownerId])
    assert.ok(updatedAt >= before.body.updatedAt)
    assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
    const { auditLog } = await read(owner, `/audit-log?subjectId=${id}&type=team.updated`)
    assert.deepEqual(
      auditLog.map((event: Body) => [event.before.memberUids, event.after.memberUids]),
      [[before.body.memberUids, after.body.memberUids]],
    )
    await change(owner, `/teams/${id}`, { memberUids: [memberId, ownerId] })
    assert.equal((await read(owner, `/audit-log?subjectId=${id}&type=team.updated`)).auditLog.length, 1)
  })

  test('values of another type are refused, not converted', async () => {
    const { owner } = await app.organisation()
    const { project } = await setUp(owner)
    const wrong: readonly [string, string, unknown][] = [
      ['/projects', 'name', 5],
      ['/projects', 'archived', 'true'],
      ['/projects', 'description', {}],
      ['/apis', 'tags', 'a'],
      ['/apis', 'tags', [1]],
      ['/apis', 'kind', 'soap'],
      ['/apis', 'lifecycle', 'Production'],
      ['/resources', 'kind', 'vm'],
      ['/resources', 'provider', 'oracle'],
      ['/systems', 'lifecycle', 'old'],
      ['/systems', 'apiIds', {}],
      ['/issues', 'severity', 'high'],
      ['/issues', 'status', 'open'],
      ['/issues', 'issueType', 'story'],
      ['/issues', 'estimateMinutes', 1.5],
      ['/issues', 'dueDate', 'soon'],
      ['/issues', 'dueDate', '2026-13-01T00:00:00Z'],
      ['/runbooks', 'pinned', 1],
      ['/runbooks', 'visibilityRoleMin', 'guest'],
      ['/slos', 'type', 'uptime'],
      ['/slos', 'window', 'rolling1d'],
      ['/slos', 'target', '99'],
      ['/oncall/bindings', 'scope', 'api'],
      ['/oncall/bindings', 'provider', 'email'],
    ]
    const { inputs } = await setUp(owner)
    for (const [path, key, value] of wrong)
      refusedField(await owner.post(path, { ...inputs[path], [key]: value }), key)
    const { id } = await make(owner, '/issues', { appId: project.id, title: 'x' })
    refusedField(await owner.patch(`/issues/${id}`, { status: 'open' }), 'status')
  })

  test('every value of every enum is accepted', async () => {
    const { owner } = await app.organisation()
    const { inputs } = await setUp(owner)
    const kinds = 'database queue bucket cache secret_store topic function load_balancer cdn other'
    const providers = 'aws gcp azure firebase cloudflare vercel supabase planetscale neon other'
    const values: readonly [string, string, readonly string[]][] = [
      ['/apis', 'kind', ['rest', 'graphql', 'grpc', 'asyncapi', 'openapi', 'other']],
      ['/apis', 'lifecycle', lifecycles],
      ['/resources', 'kind', kinds.split(' ')],
      ['/resources', 'provider', providers.split(' ')],
      ['/resources', 'lifecycle', lifecycles],
      ['/systems', 'lifecycle', lifecycles],
      ['/issues', 'severity', ['minor', 'major', 'critical', 'blocker']],
      ['/issues', 'issueType', ['bug', 'enhancement', 'feature', 'task']],
      ['/slos', 'type', ['availability', 'latency', 'errorRate', 'throughput', 'custom']],
      ['/slos', 'window', 'rolling7d rolling30d rolling90d calendarMonth calendarQuarter'.split(' ')],
      ['/runbooks', 'visibilityRoleMin', ['viewer', 'member', 'admin', 'owner']],
    ]
    for (const [path, key, allowed] of values) {
      for (const value of allowed) {
        assert.equal((await make(owner, path, { ...inputs[path], [key]: value }))[key], value)
      }
    }
  })

  test('times are stored in UTC with milliseconds, whatever the offset sent', async () => {
    const { owner } = await app.organisation()
    const { inputs } = await setUp(owner)
    const dates = { dueDate: '2026-05-01T12:00:00+02:00', startDate: '2026-04-30T23:59:59.5Z' }
    const issue = await make(owner, '/issues', { ...inputs['/issues'], ...dates })
    assert.equal(issue.dueDate, '2026-05-01T10:00:00.000Z')
    assert.equal(issue.startDate, '2026-04-30T23:59:59.500Z')
    const at = `/issues/${issue.id}`
    assert.equal((await change(owner, at, { dueDate: '2026-05-01T10:00:00Z' })).version, issue.version)
    assert.equal((await change(owner, at, { dueDate: null })).dueDate, null)
  })

  test('an SLO keeps its appId; a percentage target lies between 0 and 100', async () => {
    const { owner } = await app.organisation()
    const { project, slo } = await setUp(owner)
    const other = await make(owner, '/projects', { name: 'Other' })
    const { id } = await make(owner, '/slos', slo)
    refusedField(await owner.patch(`/slos/${id}`, { appId: other.id }), 'appId')
    assert.equal((await change(owner, `/slos/${id}`, { appId: project.id, name: 'y' })).name, 'y')
    for (const type of ['availability', 'errorRate']) {
      for (const target of [0, 100]) await make(owner, '/slos', { ...slo, type, target })
      for (const target of [-0.1, 100.1])
        refusedField(await owner.post('/slos', { ...slo, type, target }), 'target')
    }
    for (const type of ['throughput', 'custom']) {
      assert.equal((await make(owner, '/slos', { ...slo, type, target: 5_000 })).target, 5_000)
    }
    const many = await make(owner, '/slos', { ...slo, type: 'throughput', target: 5_000 })
    refusedField(await owner.patch(`/slos/${many.id}`, { type: 'availability' }), 'target')
  })
})
