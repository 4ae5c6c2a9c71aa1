import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, type Kind, listKeyOf } from '@svc/model'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import { type Body, change, make, read, timestamp } from './checks.ts'

interface Shape {
  readonly path: string
  readonly prefix: string
  /** The minimum that a create must send. */
  readonly least: object
  /** The whole record that results, except id and times. */
  readonly record: object
}

const tiers = [
  { name: 'bronze', minScore: 50 },
  { name: 'silver', minScore: 75 },
  { name: 'gold', minScore: 100 },
]
const rule = { type: 'has_owner_team', label: 'Owned', weight: 3 }

/** From the specification's field tables and the defaults of decisions, section 5. */
const shapesFor = (appId: string, teamId: string): readonly Shape[] => [
  {
    path: '/projects',
    prefix: 'prj',
    least: { name: 'x' },
    record: {
      ...{ name: 'x', description: null, githubUrl: null, repoUrl: null, vcsConnectionId: null },
      ...{ ownerTeamId: null, lifecycle: null, type: null, tier: null, archived: false, tags: [] },
    },
  },
  {
    path: '/teams',
    prefix: 'team',
    least: { name: 'x' },
    record: {
      ...{
        name: 'x',
        description: null,
        color: null,
        slackChannel: null,
        channelUrl: null,
        leadUid: null,
        leadIsActive: null,
        memberUids: [],
      },
    },
  },
  {
    path: '/apis',
    prefix: 'api',
    least: { name: 'x' },
    record: {
      ...{ name: 'x', description: null, componentId: null, ownerTeamId: null, kind: 'rest' },
      ...{ lifecycle: 'experimental', specUrl: null, tags: [] },
    },
  },
  {
    path: '/resources',
    prefix: 'res',
    least: { name: 'x' },
    record: {
      ...{ name: 'x', description: null, componentId: null, ownerTeamId: null, kind: 'other' },
      ...{ provider: 'other', lifecycle: 'experimental', consoleUrl: null, externalId: null, tags: [] },
    },
  },
  {
    path: '/systems',
    prefix: 'sys',
    least: { name: 'x' },
    record: {
      ...{ name: 'x', description: null, ownerTeamId: null, domainId: null, lifecycle: 'experimental' },
      ...{ componentIds: [], apiIds: [], resourceIds: [], tags: [] },
    },
  },
  {
    path: '/domains',
    prefix: 'dom',
    least: { name: 'x' },
    record: { name: 'x', description: null, ownerTeamId: null, tags: [] },
  },
  {
    path: '/scorecards',
    prefix: 'scd',
    least: { name: 'x', applicableKinds: ['api'], rules: [rule] },
    record: {
      ...{ name: 'x', description: null, applicableKinds: ['api'] },
      rules: [{ id: '', description: null, params: {}, ...rule }],
      ...{ tiers, tags: [], scopeTeamId: null, scopeTags: [], scopeSystemId: null, scopeDomainId: null },
    },
  },
  {
    path: '/issues',
    prefix: 'iss',
    least: { appId, title: 'x' },
    record: {
      ...{ sequenceNumber: null, appId, title: 'x', description: '', severity: 'minor', status: 'newBug' },
      ...{ statusGroup: 'backlog', issueType: 'bug', assignedToUid: null, labels: [], dueDate: null },
      ...{ startDate: null, estimateMinutes: null, githubIssueNumber: null, githubIssueUrl: null },
      ...{ jiraIssueKey: null, jiraIssueUrl: null, version: 1 },
    },
  },
  {
    path: '/runbooks',
    prefix: 'rbk',
    least: { title: 'x', runbookType: 'rollback' },
    record: {
      ...{ title: 'x', bodyMd: '', runbookType: 'rollback', linkedAppIds: [], linkedIncidentSeverities: [] },
      ...{ tags: [], pinned: false, visibilityRoleMin: 'viewer', generatedByAi: false },
    },
  },
  {
    path: '/slos',
    prefix: 'slo',
    least: { name: 'x', appId, type: 'availability', target: 99.9, window: 'rolling30d' },
    record: {
      ...{ name: 'x', appId, type: 'availability', target: 99.9, unit: null, window: 'rolling30d' },
      ...{ currentValue: null, errorBudgetTotal: null, errorBudgetRemaining: null },
      ...{ errorBudgetPercentUsed: null, status: null, dataSource: null, dataSourceError: null },
      ...{ objective: 'atLeast', freshnessMinutes: 1440, measuredAt: null },
      ...{ statusReason: 'no measurement yet', dataSourceReadAt: null, lastUpdatedAt: null },
    },
  },
  {
    path: '/oncall/bindings',
    prefix: 'ocb',
    least: { scope: 'team', targetId: teamId, provider: 'manual' },
    record: {
      ...{ scope: 'team', targetId: teamId, provider: 'manual', scheduleId: null, label: null },
      ...{ currentlyOnCallUserName: null, currentlyOnCallUserEmail: null, currentlyOnCallUserUid: null },
      ...{ currentShiftStartsAt: null, currentShiftEndsAt: null, lastFetchedAt: null, lastFetchError: null },
      ...{ serviceId: null, manual: null, lastAttemptAt: null },
    },
  },
  {
    path: '/templates',
    prefix: 'tpl',
    least: { name: 'x' },
    record: {
      ...{ name: 'x', description: null, tags: [], templateRepo: { owner: null, repo: null } },
      ...{ targetEntityKind: null, parameters: [] },
    },
  },
]

async function shapesIn(owner: Client): Promise<readonly Shape[]> {
  const project = await make(owner, '/projects', { name: 'Shop' })
  const team = await make(owner, '/teams', { name: 'Payments' })
  return shapesFor(project.id, team.id)
}

const kindAt = (path: string): Kind => {
  const kind = allKinds.find((one) => one.path === path)
  assert.ok(kind, path)
  return kind
}

onEachEngine((engine) => {
  const app = useApp(engine)

  test('the minimum body creates a whole record, every field present', async () => {
    const { owner } = await app.organisation()
    for (const { path, prefix, least, record } of await shapesIn(owner)) {
      const { id, createdAt, updatedAt, ...made }: Body = await make(owner, path, least)
      assert.match(id, /^[a-z]+_[0-9a-z]+$/, path)
      assert.equal(id.split('_')[0], prefix)
      for (const time of [createdAt, updatedAt]) assert.match(time, timestamp)
      assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
      if (made.rules) made.rules[0].id = ''
      assert.deepEqual(made, record, path)
    }
  })

  test('what is created is what is read, alone and in its list', async () => {
    const { owner } = await app.organisation()
    for (const { path, least } of await shapesIn(owner)) {
      const made = await make(owner, path, least)
      const once = await read(owner, `${path}/${made.id}`)
      // Only the number of an issue is added later.
      assert.deepEqual({ ...once, sequenceNumber: null }, { ...made, sequenceNumber: null })
      const listed = await read(owner, path)
      assert.deepEqual(Object.keys(listed), [listKeyOf(kindAt(path))])
      const [newest] = Object.values(listed).flat() as readonly Body[]
      assert.equal(newest.id, made.id)
      assert.deepEqual(Object.keys(newest).sort(), Object.keys(made).sort())
    }
  })

  test('an edge has no updatedAt and its type defaults to depends_on', async () => {
    const { owner } = await app.organisation()
    const [from, to] = [await make(owner, '/apis', { name: 'a' }), await make(owner, '/apis', { name: 'b' })]
    const ends = { fromKind: 'api', fromId: from.id, toKind: 'api', toId: to.id }
    const { id, createdAt, ...edge } = await make(owner, '/dependencies', ends)
    assert.match(id, /^edge_/)
    assert.match(createdAt, timestamp)
    assert.deepEqual(edge, { ...ends, type: 'depends_on', criticality: 'hard', description: null })
  })

  test('each list is an object with one member, named after the last part of its path', async () => {
    const { owner } = await app.organisation()
    const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
    const slo = { name: 'x', appId, type: 'custom', target: 1, window: 'rolling7d' }
    const [{ id: sloId }, { id: issueId }] = [
      await make(owner, '/slos', slo),
      await make(owner, '/issues', { appId, title: 'x' }),
    ]
    const card = { name: 'x', applicableKinds: ['domain'], rules: [rule] }
    const { id: cardId } = await make(owner, '/scorecards', card)
    const keys: readonly [string, string][] = [
      ['/projects', 'projects'],
      ['/teams', 'teams'],
      ['/apis', 'apis'],
      ['/resources', 'resources'],
      ['/systems', 'systems'],
      ['/domains', 'domains'],
      ['/dependencies', 'dependencies'],
      ['/scorecards', 'scorecards'],
      [`/scorecards/${cardId}/scores`, 'scores'],
      ['/scores?entityKind=api&entityId=x', 'scores'],
      ['/users', 'users'],
      ['/issues', 'issues'],
      [`/issues/${issueId}/activity`, 'activity'],
      ['/audit-log', 'auditLog'],
      ['/slos', 'slos'],
      [`/slos/${sloId}/snapshots`, 'snapshots'],
      ['/runbooks', 'runbooks'],
      ['/oncall/bindings', 'bindings'],
      [`/drift/snapshots?appId=${appId}`, 'snapshots'],
      ['/costs/entries', 'entries'],
      ['/secrets', 'secrets'],
      ['/tokens', 'tokens'],
      ['/api-keys', 'apiKeys'],
      ['/identity-providers', 'providers'],
      ['/sso/domains', 'domains'],
      ['/deployments', 'deployments'],
      ['/templates', 'templates'],
    ]
    for (const [path, key] of keys) {
      const { nextCursor: _, ...list } = await read(owner, path)
      assert.deepEqual(Object.keys(list), [key], path)
      assert.ok(Array.isArray(list[key]), path)
      const page = await read(owner, `${path}${path.includes('?') ? '&' : '?'}limit=1`)
      assert.deepEqual(Object.keys(page).sort(), [key, 'nextCursor'].sort(), path)
    }
    assert.deepEqual(await read(owner, `/drift?appId=${appId}`), { drift: null })
  })

  test('ids sort by creation and are not predictable', async () => {
    const { owner } = await app.organisation()
    const ids: string[] = []
    for (let i = 0; i < 20; i += 1) ids.push((await make(owner, '/teams', { name: 'x' })).id)
    assert.deepEqual(ids.toSorted(), ids)
    assert.equal(new Set(ids.map((id) => id.slice(-10))).size, 20)
  })

  test('updatedAt changes with a change and only then, for every kind', async () => {
    const { owner } = await app.organisation()
    for (const { path, least } of await shapesIn(owner)) {
      const made = await make(owner, path, least)
      const at = `${path}/${made.id}`
      const before = await read(owner, at)
      const same = await change(owner, at, least)
      assert.equal(same.updatedAt, before.updatedAt, path)
      assert.equal(same.version, before.version, path)
      assert.equal((await change(owner, at, {})).updatedAt, before.updatedAt, path)
      const key = path === '/oncall/bindings' ? 'label' : 'title' in least ? 'title' : 'name'
      const after = await change(owner, at, { [key]: 'changed' })
      assert.equal(after[key], 'changed')
      assert.ok(after.updatedAt > before.updatedAt, path)
      assert.equal(after.createdAt, before.createdAt, path)
    }
  })

  test('a client can send back what it read, and nothing changes', async () => {
    const { owner } = await app.organisation()
    for (const { path, least } of await shapesIn(owner)) {
      const { id } = await make(owner, path, least)
      const before = await read(owner, `${path}/${id}`)
      const { sequenceNumber: _, ...after } = await change(owner, `${path}/${id}`, before)
      const { sequenceNumber: __, ...expected } = before
      assert.deepEqual(after, expected, path)
    }
  })
})
