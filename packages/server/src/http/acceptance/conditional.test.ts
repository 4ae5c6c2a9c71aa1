import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { changeUser } from '../../services/identity/members.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { type Client, eventually, onEachEngine, useApp } from '../../testing/index.ts'
import { bodyOf, change, insert, make, movableClock, read, refused, remove } from './checks.ts'

async function tagOf(client: Client, path: string): Promise<string> {
  const reply = await client.get(path)
  bodyOf(reply)
  const tag = reply.headers.get('etag') ?? ''
  assert.match(tag, /^(W\/)?"[^"]+"$/, path)
  return tag
}

async function isUnchanged(client: Client, path: string, tag: string): Promise<boolean> {
  const reply = await client.get(path, { 'if-none-match': tag })
  if (reply.status === 304) assert.equal(reply.text, '')
  else bodyOf(reply)
  return reply.status === 304
}

onEachEngine((engine) => {
  const clock = movableClock('2026-03-10T12:00:00.000Z')
  const app = useApp(engine, { now: clock.now })

  /** Compares the tag of each path before and after: each must have changed. */
  async function changes(client: Client, paths: readonly string[], act: () => Promise<unknown>) {
    const tags = await Promise.all(paths.map((path) => tagOf(client, path)))
    for (const [i, path] of paths.entries()) assert.ok(await isUnchanged(client, path, tags[i] ?? ''), path)
    await act()
    for (const [i, path] of paths.entries())
      assert.equal(await isUnchanged(client, path, tags[i] ?? ''), false, `${path} should have changed`)
  }

  test('every GET carries an ETag and answers 304 to it', async () => {
    const organisation = await app.organisation()
    const { owner, ownerId } = organisation
    const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
    const { id: issueId } = await make(owner, '/issues', { appId, title: 'x' })
    await eventually(
      () => read(owner, `/issues/${issueId}`),
      ({ sequenceNumber }) => sequenceNumber !== null,
    )
    const slo = { name: 'x', appId, type: 'custom', target: 1, window: 'rolling7d' }
    const { id: sloId } = await make(owner, '/slos', slo)
    const paths = [
      ...['/projects', `/projects/${appId}`, '/projects?limit=1', '/projects?q=shop', '/teams', '/apis'],
      ...['/resources', '/systems', '/domains', '/dependencies', '/scorecards', '/scores', '/users'],
      ...[`/users/${ownerId}`, '/issues', `/issues/${issueId}`, `/issues/${issueId}/activity`, '/slos'],
      ...[`/slos/${sloId}`, `/slos/${sloId}/snapshots`, '/runbooks', '/oncall/bindings', '/secrets'],
      ...[`/drift?appId=${appId}`, `/drift/snapshots?appId=${appId}`, `/costs?appId=${appId}`],
      ...['/costs/entries', '/me', '/tokens', '/api-keys', '/audit-log', '/identity-providers'],
      ...['/sso/domains', '/sso/settings', '/deployments', '/templates', '/openapi.json'],
    ]
    for (const path of paths) {
      const tag = await tagOf(owner, path)
      const reply = await owner.get(path, { 'if-none-match': tag })
      assert.equal(reply.status, 304, path)
      assert.equal(reply.text, '', path)
      assert.equal(reply.headers.get('etag'), tag, path)
      assert.ok(reply.headers.get('x-request-id'), path)
    }
  })

  test('If-None-Match accepts several tags, weak ones and *; an unknown one does not match', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/projects', { name: 'Shop' })
    for (const path of [`/projects/${id}`, '/projects']) {
      const tag = await tagOf(owner, path)
      const strong = tag.replace('W/', '')
      for (const header of [`"x", ${tag}`, `W/${strong}`, strong, '*', `"a",${tag},"b"`])
        assert.equal((await owner.get(path, { 'if-none-match': header })).status, 304, `${path} ${header}`)
      for (const header of ['"x"', strong.replaceAll('"', ''), '""', `"${strong}`])
        assert.equal((await owner.get(path, { 'if-none-match': header })).status, 200, `${path} ${header}`)
    }
  })

  test('a write changes the tags of the record and of the lists it is in', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/apis', { name: 'a' })
    const lists = ['/apis', '/apis?limit=1', '/apis?q=a', '/audit-log']
    await changes(owner, [...lists, `/apis/${id}`], () => change(owner, `/apis/${id}`, { name: 'ab' }))
    await changes(owner, lists, () => make(owner, '/apis', { name: 'a2' }))
    await changes(owner, ['/apis'], () => remove(owner, `/apis/${id}`))
    const tag = await tagOf(owner, '/apis')
    await make(owner, '/teams', { name: 'x' })
    assert.equal(await isUnchanged(owner, '/apis', tag), true, 'a team is not an API')
  })

  test('what is derived from another record changes with it', async () => {
    const organisation = await app.organisation()
    const { owner, ownerId } = organisation
    const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
    const deploymentId = await insert(app, organisation, kinds.deployment, { appId, status: 'success' })
    await insert(app, organisation, kinds.costEntry, { appId, amountCents: 5 })
    const withName = ['/deployments', `/deployments/${deploymentId}`, '/costs/entries']
    await changes(owner, withName, () => change(owner, `/projects/${appId}`, { name: 'Store' }))
    const { id: teamId } = await make(owner, '/teams', { name: 'x' })
    await changes(owner, ['/users', `/users/${ownerId}`], () =>
      change(owner, `/teams/${teamId}`, { memberUids: [ownerId] }),
    )
  })

  test('what the background and the clock change has a new tag too', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const { id: appId } = await make(owner, '/projects', { name: 'Shop' })
    const slo = { name: 'x', appId, type: 'custom', target: 1, window: 'rolling7d' }
    const { id } = await make(owner, '/slos', slo)
    clock.forward(900_000)
    await runJob({ store: app.store, now: clock.now }, 'slo-calculator')
    await changes(owner, [`/slos/${id}/snapshots`], async () => {
      clock.forward(900_000)
      await runJob({ store: app.store, now: clock.now }, 'slo-calculator')
    })
    const day = '2026-03-10T00:00:00.000Z'
    const cost = { appId, amountCents: 300, currency: 'USD', periodStart: day, periodEnd: day }
    await changes(owner, [`/costs?appId=${appId}`], () => insert(app, organisation, kinds.costEntry, cost))
    await changes(owner, [`/costs?appId=${appId}`], async () => clock.forward(86_400_000))
    const card = { name: 'x', applicableKinds: ['component'], rules: [rule] }
    const { id: cardId } = await make(owner, '/scorecards', card)
    const path = `/scorecards/${cardId}/scores`
    await eventually(
      () => read(owner, path),
      ({ scores }) => scores.length === 1,
    )
    const { id: ownerTeamId } = await make(owner, '/teams', { name: 'x' })
    await changes(owner, [path, '/scores'], async () => {
      await change(owner, `/projects/${appId}`, { ownerTeamId })
      await eventually(
        () => read(owner, path),
        ({ scores }) => scores[0].score === 100,
      )
    })
  })

  test('a change of role changes what a person may see, and so the tags', async () => {
    const organisation = await app.organisation()
    const admin = await organisation.person('admin')
    const secret = { title: 'x', runbookType: 'r', visibilityRoleMin: 'admin' }
    await make(admin, '/runbooks', secret)
    const { email } = (await read(admin, '/me')).user
    await changes(admin, ['/runbooks', '/me'], () =>
      changeUser(app.store, { organisationId: organisation.id, email }, { role: 'viewer' }),
    )
    assert.deepEqual((await read(admin, '/runbooks')).runbooks, [])
  })

  test('PATCH and DELETE honour If-Match', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/apis', { name: 'a' })
    const at = `/apis/${id}`
    const first = await tagOf(owner, at)
    const second = await owner.patch(at, { name: 'b' }, { 'if-match': first })
    bodyOf(second)
    refused(await owner.patch(at, { name: 'c' }, { 'if-match': first }), 412, 'precondition_failed')
    refused(await owner.delete(at, { 'if-match': first }), 412, 'precondition_failed')
    for (const header of ['"x"', '"0"', 'x', '""'])
      refused(await owner.patch(at, { name: 'c' }, { 'if-match': header }), 412, 'precondition_failed')
    assert.equal((await read(owner, at)).name, 'b')
    const now = await tagOf(owner, at)
    assert.equal(second.headers.get('etag'), now, 'the answer to a PATCH carries the new tag')
    bodyOf(await owner.patch(at, { name: 'c' }, { 'if-match': `"x", ${now}` }))
    bodyOf(await owner.patch(at, { name: 'd' }, { 'if-match': '*' }))
    refused(await owner.patch('/apis/api_none', { name: 'c' }, { 'if-match': '*' }), 404, 'not_found')
    bodyOf(await owner.delete(at, { 'if-match': await tagOf(owner, at) }), 204)
  })

  test('of several writers with the same tag, one wins', async () => {
    const { owner } = await app.organisation()
    const { id } = await make(owner, '/apis', { name: 'a' })
    const tag = await tagOf(owner, `/apis/${id}`)
    const replies = await Promise.all(
      [1, 2, 3, 4].map((n) => owner.patch(`/apis/${id}`, { name: `n${n}` }, { 'if-match': tag })),
    )
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 412, 412, 412])
  })
})

const rule = { type: 'has_owner_team', label: 'Owned', weight: 1 }
