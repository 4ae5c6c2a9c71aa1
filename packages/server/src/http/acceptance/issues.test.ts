import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../main.ts'
import { openStore } from '../../store/open.ts'
import { type Client, clientOf, eventually, onEachEngine, useApp } from '../../testing/index.ts'
import {
  type Body,
  bodyOf,
  change,
  idsOf,
  make,
  notFound,
  read,
  refused,
  remove,
  timestamp,
} from './checks.ts'

const groups = {
  newBug: 'backlog',
  triaged: 'backlog',
  inProgress: 'active',
  blocked: 'active',
  fixed: 'done',
  verified: 'done',
  wontFix: 'closed',
  duplicate: 'closed',
} as const

type Status = keyof typeof groups

/** A walk that makes every transition from one status to another, and stays in each once. */
const everyMove = (all: readonly Status[]): readonly Status[] =>
  all.flatMap((from, i) => [from, from, ...all.slice(i + 1).flatMap((to) => [to, from])])

const newProject = async (owner: Client): Promise<string> =>
  (await make(owner, '/projects', { name: 'Shop' })).id

/** All issues once each has its number. */
const numbered = (owner: Client, count: number): Promise<readonly Body[]> =>
  eventually(
    async () => (await read(owner, '/issues')).issues,
    (issues) =>
      issues.length === count && issues.every(({ sequenceNumber }: Body) => sequenceNumber !== null),
  )

const oneTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1)

onEachEngine((engine) => {
  const app = useApp(engine)

  test('each status has its group; any status may follow any', async () => {
    const { owner } = await app.organisation()
    const appId = await newProject(owner)
    for (const [status, group] of Object.entries(groups)) {
      assert.equal((await make(owner, '/issues', { appId, title: 'x', status })).statusGroup, group)
    }
    const { id } = await make(owner, '/issues', { appId, title: 'x' })
    let known = { status: 'newBug', version: 1 }
    for (const status of everyMove(Object.keys(groups) as Status[])) {
      const { version, ...issue } = await change(owner, `/issues/${id}`, { status })
      assert.equal(issue.statusGroup, groups[status])
      assert.equal(version, known.version + (status === known.status ? 0 : 1), `${known.status} to ${status}`)
      known = { status, version }
    }
    const sent = await change(owner, `/issues/${id}`, { status: 'fixed', statusGroup: 'closed' })
    assert.equal(sent.statusGroup, 'done', 'the server sets the group')
  })

  test('numbers are assigned soon: 1, 2, 3, … in the order of creation', async () => {
    const { owner } = await app.organisation()
    const appId = await newProject(owner)
    const first = await make(owner, '/issues', { appId, title: 'x' })
    assert.equal(first.sequenceNumber, null)
    const [issue] = await numbered(owner, 1)
    assert.equal(issue.sequenceNumber, 1)
    assert.equal(issue.version, 1, 'assigning a number is not an update')
    assert.equal(issue.updatedAt, first.updatedAt)
    for (const title of ['y', 'z']) await make(owner, '/issues', { appId, title })
    assert.deepEqual(
      (await numbered(owner, 3)).map(({ sequenceNumber }) => sequenceNumber),
      [3, 2, 1],
    )
  })

  test('created at once by two processes, they are numbered without a gap or a repeat', async (t) => {
    const { owner, person } = await app.organisation()
    const appId = await newProject(owner)
    const store = await openStore(app.location)
    const options = { host: '127.0.0.1', port: 0, rateLimit: 'off', fetchAllow: [], log: () => {} }
    const other = await startServer({ store, ...options })
    t.after(async () => {
      await other.close()
      await store.close()
    })
    const clients = [owner, clientOf(other.url, owner.token)] as const
    await Promise.all(
      oneTo(20).map((n) => (clients[n % 2] ?? owner).post('/issues', { appId, title: `issue ${n}` })),
    )
    const issues = await numbered(owner, 20)
    const numbers = issues.map(({ sequenceNumber }) => sequenceNumber)
    assert.deepEqual(
      numbers.toSorted((a, b) => a - b),
      oneTo(20),
    )
    await remove(owner, `/issues/${issues[0].id}`)
    const next = await make(owner, '/issues', { appId, title: 'after' })
    const last = await eventually(
      () => read(owner, `/issues/${next.id}`),
      ({ sequenceNumber }) => sequenceNumber !== null,
    )
    assert.equal(last.sequenceNumber, 21, 'the number of a deleted issue is not reused')

    const tester = await person('admin', { mode: 'test' })
    await make(tester, '/issues', { appId: await newProject(tester), title: 'x' })
    const [trial] = await numbered(tester, 1)
    assert.equal(trial.sequenceNumber, 1, 'test data is numbered separately')
  })

  test('each change of status, assignee, severity or type is a separate event', async () => {
    const { owner, ownerId, user } = await app.organisation()
    const { id: memberId } = await user('member')
    const appId = await newProject(owner)
    const { id } = await make(owner, '/issues', { appId, title: 'x' })
    const changes = { status: 'triaged', assignedToUid: memberId, severity: 'major', issueType: 'task' }
    await change(owner, `/issues/${id}`, changes)
    await numbered(owner, 1)

    const { displayName } = (await read(owner, '/me')).user
    const { activity } = await read(owner, `/issues/${id}/activity`)
    const expected: readonly [string, object, object][] = [
      ['issue.status_changed', { status: 'newBug' }, { status: 'triaged' }],
      ['issue.assignee_changed', { assignedToUid: null }, { assignedToUid: memberId }],
      ['issue.priority_changed', { severity: 'minor' }, { severity: 'major' }],
      ['issue.type_changed', { issueType: 'bug' }, { issueType: 'task' }],
    ]
    for (const [type, before, after] of expected) {
      const found = activity.filter((event: Body) => event.type === type)
      assert.equal(found.length, 1, type)
      const { id: eventId, at, ...event } = found[0]
      assert.match(eventId, /^evt_/)
      assert.match(at, timestamp)
      assert.deepEqual(event, {
        type,
        actor: { type: 'user', id: ownerId, name: displayName },
        subject: { kind: 'issue', id },
        before,
        after,
      })
    }
    assert.equal(new Set(idsOf(activity)).size, activity.length, 'each event has its own id')
    const { auditLog } = await read(owner, `/audit-log?subjectId=${id}`)
    const byPeople = auditLog.filter((event: Body) => event.type !== 'issue.numbered')
    assert.deepEqual(byPeople, activity, 'the audit log has the same events, and the numbering')
    assert.equal(auditLog.length, activity.length + 1)
    const types = auditLog.map(({ type }: Body) => type)
    assert.ok(types.includes('issue.created') && types.includes('issue.updated'))
  })

  test('only what changed is in the event', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/issues', { appId: await newProject(owner), title: 'x' })
    await numbered(owner, 1)
    const typesAfter = async (input: object) => {
      const before = new Set(idsOf((await read(owner, `/issues/${id}/activity`)).activity))
      await change(owner, `/issues/${id}`, input)
      const { activity } = await read(owner, `/issues/${id}/activity`)
      return activity
        .filter((event: Body) => !before.has(event.id))
        .map(({ type }: Body) => type)
        .toSorted()
    }
    assert.deepEqual(await typesAfter({ title: 'y' }), ['issue.updated'])
    assert.deepEqual(await typesAfter({ title: 'y', status: 'newBug' }), [])
    assert.deepEqual(await typesAfter({ severity: 'blocker' }), ['issue.priority_changed', 'issue.updated'])
    const both = ['issue.status_changed', 'issue.type_changed', 'issue.updated']
    assert.deepEqual(await typesAfter({ status: 'fixed', issueType: 'feature', title: 'z' }), both)
  })

  test('a key acts under its own name', async () => {
    const { owner, key } = await app.organisation()
    const machine = await key()
    const { id } = await make(owner, '/issues', { appId: await newProject(owner), title: 'x' })
    await change(machine, `/issues/${id}`, { status: 'blocked' })
    const { activity } = await read(machine, `/issues/${id}/activity`)
    const moved = activity.find(({ type }: Body) => type === 'issue.status_changed')
    const me = await read(machine, '/me')
    assert.deepEqual(moved.actor, { type: 'key', id: me.key.id, name: me.key.name })
  })

  test('the activity is newest first, paged, and that of one issue only', async () => {
    const { owner } = await app.organisation()
    const appId = await newProject(owner)
    const { id } = await make(owner, '/issues', { appId, title: 'x' })
    await make(owner, '/issues', { appId, title: 'other' })
    await numbered(owner, 2)
    for (const status of ['triaged', 'inProgress', 'fixed']) await change(owner, `/issues/${id}`, { status })
    const { activity } = await read(owner, `/issues/${id}/activity`)
    const times = activity.map(({ at }: Body) => at)
    assert.deepEqual(times, times.toSorted().toReversed())
    const moves = activity.filter(({ type }: Body) => type === 'issue.status_changed')
    assert.deepEqual(
      moves.map(({ after }: Body) => after.status),
      ['fixed', 'inProgress', 'triaged'],
    )
    assert.ok(activity.every(({ subject }: Body) => subject.id === id))
    const page = await read(owner, `/issues/${id}/activity?limit=2`)
    assert.deepEqual(page.activity, activity.slice(0, 2))
    const next = await read(
      owner,
      `/issues/${id}/activity?limit=2&cursor=${encodeURIComponent(page.nextCursor)}`,
    )
    assert.deepEqual(next.activity, activity.slice(2, 4))
    notFound(await owner.get('/issues/iss_none/activity'))
  })

  test('a PATCH with the version it read is refused when another came first', async () => {
    const { owner } = await app.organisation()
    const { id, version } = await make(owner, '/issues', { appId: await newProject(owner), title: 'x' })
    const at = `/issues/${id}`
    assert.equal((await change(owner, at, { title: 'y', version })).version, version + 1)
    refused(await owner.patch(at, { title: 'z', version }), 409, 'version_conflict')
    refused(await owner.patch(at, { title: 'z', version: version + 5 }), 409, 'version_conflict')
    assert.equal((await read(owner, at)).title, 'y')
    bodyOf(await owner.patch(at, { title: 'z' }))
    const replies = await Promise.all(
      oneTo(5).map((n) => owner.patch(at, { title: `n${n}`, version: version + 2 })),
    )
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409])
  })

  test('concurrent updates all count', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/issues', { appId: await newProject(owner), title: 'x' })
    await Promise.all(oneTo(10).map((n) => owner.patch(`/issues/${id}`, { title: `n${n}` })))
    assert.equal((await read(owner, `/issues/${id}`)).version, 11)
  })

  test('an issue may move to another project, and keeps all its fields', async () => {
    const { owner, ownerId } = await app.organisation()
    const [appId, other] = [await newProject(owner), await newProject(owner)]
    const fields = {
      ...{ appId, title: 'x', description: 'long', severity: 'critical', status: 'inProgress' },
      ...{ issueType: 'enhancement', assignedToUid: ownerId, labels: ['b', 'a'], estimateMinutes: 90 },
      ...{ dueDate: '2026-12-24T18:00:00.000Z', startDate: '2026-12-01T08:00:00.000Z' },
    }
    const made = await make(owner, '/issues', fields)
    for (const [key, value] of Object.entries(fields)) assert.deepEqual(made[key], value, key)
    assert.equal((await change(owner, `/issues/${made.id}`, { appId: other })).appId, other)
  })
})
