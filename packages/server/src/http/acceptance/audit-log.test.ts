import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, onEachEngine, useApp } from '../../testing/index.ts'
import {
  type Body,
  change,
  idsOf,
  make,
  movableClock,
  read,
  refused,
  refusedField,
  remove,
  timestamp,
} from './checks.ts'

onEachEngine((engine) => {
  const clock = movableClock('2026-03-10T12:00:00.000Z')
  const app = useApp(engine, { now: clock.now })

  const rule = { type: 'has_owner_team', label: 'Owned', weight: 1 }

  test('every write to any record is there, with its state before and after', async () => {
    const { owner, ownerId } = await app.organisation()
    const { id: appId } = await make(owner, '/projects', { name: 'x' })
    const { id: teamId } = await make(owner, '/teams', { name: 'x' })
    const { id: apiId } = await make(owner, '/apis', { name: 'x' })
    const { id: otherApi } = await make(owner, '/apis', { name: 'y' })
    const ends = { fromKind: 'api', fromId: apiId, toKind: 'api', toId: otherApi }
    const inputs: readonly [string, string, object, object | null][] = [
      ['project', '/projects', { name: 'a' }, { name: 'b' }],
      ['team', '/teams', { name: 'a' }, { name: 'b' }],
      ['api', '/apis', { name: 'a' }, { tags: ['x'] }],
      ['resource', '/resources', { name: 'a' }, { kind: 'queue' }],
      ['system', '/systems', { name: 'a' }, { description: 'x' }],
      ['domain', '/domains', { name: 'a' }, { name: 'b' }],
      ['dependency', '/dependencies', ends, null],
      ['scorecard', '/scorecards', { name: 'a', applicableKinds: ['api'], rules: [rule] }, { name: 'b' }],
      ['issue', '/issues', { appId, title: 'a' }, { title: 'b' }],
      ['runbook', '/runbooks', { title: 'a', runbookType: 'r' }, { pinned: true }],
      ['slo', '/slos', { name: 'a', appId, type: 'custom', target: 1, window: 'rolling7d' }, { unit: 'x' }],
      [
        'oncall_binding',
        '/oncall/bindings',
        { scope: 'team', targetId: teamId, provider: 'manual' },
        { label: 'x' },
      ],
      ['template', '/templates', { name: 'a' }, { name: 'b' }],
      ['identity_provider', '/identity-providers', { name: 'a', protocol: 'oidc' }, { name: 'b' }],
      ['sso_domain', '/sso/domains', { normalizedDomain: 'a.example' }, { enforcementOverride: 'disabled' }],
    ]
    for (const [kind, path, input, patch] of inputs) {
      const made = await make(owner, path, input)
      const at = `${path}/${made.id}`
      const after = patch === null ? made : await change(owner, at, patch)
      await remove(owner, at)
      const events = (await read(owner, `/audit-log?subjectId=${made.id}`)).auditLog
      const auditLog = events.filter(({ actor }: Body) => actor.type !== 'system')
      const told = auditLog.map(({ type, subject, before, after: now }: Body) => [
        type,
        subject,
        !!before,
        !!now,
      ])
      const subject = { kind, id: made.id }
      assert.deepEqual(
        told,
        [
          [`${kind}.deleted`, subject, true, false],
          ...(patch === null ? [] : [[`${kind}.updated`, subject, true, true]]),
          [`${kind}.created`, subject, false, true],
        ],
        kind,
      )
      const created = auditLog.at(-1)
      assert.equal(created.after.id, made.id)
      assert.equal(created.before, null)
      assert.deepEqual(Object.keys(created).sort(), [
        'actor',
        'after',
        'at',
        'before',
        'id',
        'subject',
        'type',
      ])
      assert.match(created.at, timestamp)
      assert.equal(created.actor.type, 'user')
      assert.equal(created.actor.id, ownerId)
      const [deleted] = auditLog
      assert.equal(deleted.before.updatedAt, after.updatedAt)
    }
  })

  test('tokens, keys and settings are included, without their secrets', async () => {
    const { owner } = await app.organisation()
    const token = await make(owner, '/tokens', { name: 'x' })
    const key = await make(owner, '/api-keys', { name: 'x' })
    await remove(owner, `/tokens/${token.id}`)
    await change(owner, '/sso/settings', { enforcementMode: 'optional' })
    const { text } = await owner.get('/audit-log')
    const types = (await read(owner, '/audit-log')).auditLog.map(({ type }: Body) => type)
    for (const type of ['token.created', 'token.deleted', 'api_key.created', 'sso_settings.updated'])
      assert.ok(types.includes(type), type)
    for (const secret of [token.token, key.key]) assert.ok(!text.includes(secret.slice(13)))
    assert.doesNotMatch(text, /digest/)
  })

  test('filters are exact and combine', async () => {
    const { owner, ownerId, person } = await app.organisation()
    const member = await person('member')
    const memberId = (await read(member, '/me')).user.id
    const one = await make(owner, '/projects', { name: 'a' })
    const two = await make(member, '/projects', { name: 'b' })
    await change(member, `/projects/${one.id}`, { name: 'c' })
    await make(member, '/teams', { name: 'x' })
    const told = async (query: string): Promise<readonly string[]> =>
      (await read(owner, `/audit-log?${query}`)).auditLog.map(
        ({ type, subject }: Body) => `${type} ${subject.id}`,
      )
    assert.deepEqual(await told('subjectKind=project'), [
      `project.updated ${one.id}`,
      `project.created ${two.id}`,
      `project.created ${one.id}`,
    ])
    assert.deepEqual(await told(`subjectKind=project&actorId=${memberId}`), [
      `project.updated ${one.id}`,
      `project.created ${two.id}`,
    ])
    assert.deepEqual(await told(`type=project.created&actorId=${ownerId}`), [`project.created ${one.id}`])
    assert.deepEqual(await told(`subjectId=${two.id}`), [`project.created ${two.id}`])
    assert.deepEqual(await told('type=project.exploded'), [])
    assert.deepEqual(await told('subjectId=none'), [])
    refusedField(await owner.get('/audit-log?since=yesterday'), 'since')
    refusedField(await owner.get('/audit-log?kind=project'), 'kind')
  })

  test('since and until bound the time', async () => {
    const { owner } = await app.organisation()
    const ids = []
    for (const hour of ['08', '10', '12']) {
      clock.set(`2026-06-01T${hour}:00:00.000Z`)
      ids.push((await make(owner, '/projects', { name: 'x' })).id)
    }
    const subjects = async (query: string) =>
      (await read(owner, `/audit-log?subjectKind=project&${query}`)).auditLog.map(
        ({ subject }: Body) => subject.id,
      )
    assert.deepEqual(await subjects('since=2026-06-01T09:00:00Z'), [ids[2], ids[1]])
    assert.deepEqual(await subjects('until=2026-06-01T11:00:00Z'), [ids[1], ids[0]])
    const both = `since=${encodeURIComponent('2026-06-01T11:00:00+02:00')}&until=2026-06-01T11:00:00Z`
    assert.deepEqual(await subjects(both), [ids[1]])
    assert.deepEqual(await subjects('since=2026-06-01T10:30:00Z&until=2026-06-01T11:00:00Z'), [])
  })

  test('newest first, with unique ids, and pages that neither skip nor repeat', async () => {
    const { owner } = await app.organisation()
    clock.set(new Date().toISOString())
    for (let i = 0; i < 5; i += 1) {
      await make(owner, '/projects', { name: `n${i}` })
      await make(owner, '/tokens', { name: `t${i}` })
    }
    for (let i = 0; i < 4; i += 1)
      await make(owner, '/tokens', { name: 'belongs to the organisation, not to a mode' })
    const { auditLog } = await read(owner, '/audit-log')
    const times = auditLog.map(({ at }: Body) => at)
    assert.deepEqual(times, times.toSorted().toReversed())
    assert.equal(new Set(idsOf(auditLog)).size, auditLog.length, 'each event has its own id')
    const seen: Body[] = []
    let cursor = ''
    do {
      const page = await read(owner, `/audit-log?limit=3${cursor}`)
      assert.ok(page.auditLog.length <= 3)
      seen.push(...page.auditLog)
      cursor = page.nextCursor === null ? '' : `&cursor=${encodeURIComponent(page.nextCursor)}`
      await make(owner, '/teams', { name: 'meanwhile' })
    } while (cursor !== '')
    assert.deepEqual(seen, auditLog)
  })

  test('for admins with a personal token; each mode has its own', async () => {
    const { owner, person, key } = await app.organisation()
    for (const client of [await person('member'), await person('viewer'), await key()])
      refused(await client.get('/audit-log'), 403, 'forbidden')
    const tester = await person('admin', { mode: 'test' })
    const { id: live } = await make(owner, '/projects', { name: 'x' })
    const { id: trial } = await make(tester, '/projects', { name: 'x' })
    const subjects = async (client: typeof owner) =>
      (await read(client, '/audit-log?subjectKind=project')).auditLog.map(({ subject }: Body) => subject.id)
    assert.deepEqual(await subjects(owner), [live])
    assert.deepEqual(await subjects(tester), [trial])
  })

  test('a refused write leaves no trace, and the background has its own actor', async () => {
    const { owner } = await app.organisation()
    const { id: appId } = await make(owner, '/projects', { name: 'x' })
    const { id } = await make(owner, '/issues', { appId, title: 'x' })
    await eventually(
      () => read(owner, `/issues/${id}`),
      ({ sequenceNumber }) => sequenceNumber === 1,
    )
    await owner.post('/issues', { appId, title: '' })
    await owner.patch(`/issues/${id}`, { version: 9, title: 'y' })
    await owner.delete('/issues/iss_none')
    const { auditLog } = await read(owner, '/audit-log?subjectKind=issue')
    assert.deepEqual(
      auditLog.map(({ type, actor }: Body) => [type, actor.type]),
      [
        ['issue.numbered', 'system'],
        ['issue.created', 'user'],
      ],
    )
  })

  test('what a deletion removes along with the record is logged as well', async () => {
    const { owner } = await app.organisation()
    const { id: appId } = await make(owner, '/projects', { name: 'x' })
    const { id: apiId } = await make(owner, '/apis', { name: 'x', componentId: appId })
    const { id: issueId } = await make(owner, '/issues', { appId, title: 'x' })
    await remove(owner, `/projects/${appId}`)
    const typesOf = async (id: string) =>
      (await read(owner, `/audit-log?subjectId=${id}`)).auditLog.map(({ type }: Body) => type)
    assert.equal((await typesOf(appId))[0], 'project.deleted')
    assert.equal((await typesOf(apiId))[0], 'api.updated')
    assert.equal((await typesOf(issueId))[0], 'issue.deleted')
  })
})
