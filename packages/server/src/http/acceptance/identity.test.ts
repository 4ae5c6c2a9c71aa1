import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueToken } from '../../services/identity/issue-credentials.ts'
import { changeUser } from '../../services/identity/members.ts'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import {
  type Body,
  change,
  idsOf,
  make,
  movableClock,
  notFound,
  read,
  refused,
  refusedField,
  unauthenticated,
} from './checks.ts'

onEachEngine((engine) => {
  const clock = movableClock(new Date().toISOString())
  const app = useApp(engine, { now: clock.now })

  test('me: a personal token shows its user, an API key shows itself', async () => {
    const organisation = await app.organisation()
    const own = await read(organisation.owner, '/me')
    assert.equal(own.organisation.id, organisation.id)
    assert.equal(own.organisation.name, 'Test')
    assert.equal(own.partition, 'live')
    assert.equal(own.user.id, organisation.ownerId)
    assert.equal(own.user.role, 'owner')
    assert.match(own.user.email, /^owner\d+@test\.example$/)
    assert.equal(own.key, null)
    assert.deepEqual(own.scopes.toSorted(), ['admin', 'read', 'write'])

    const key = await read(await organisation.key({ mode: 'test', scopes: ['write'] }), '/me')
    assert.equal(key.organisation.id, organisation.id)
    assert.equal(key.partition, 'test')
    assert.equal(key.user, null)
    assert.match(key.key.id, /^key_/)
    assert.deepEqual(key.scopes.toSorted(), ['read', 'write'])
  })

  test('the effective scopes are the granted ones that the role allows', async () => {
    const { person } = await app.organisation()
    const scopesOf = async (client: Client) => (await read(client, '/me')).scopes.toSorted()
    assert.deepEqual(await scopesOf(await person('viewer')), ['read'])
    assert.deepEqual(await scopesOf(await person('member')), ['read', 'write'])
    assert.deepEqual(await scopesOf(await person('admin')), ['admin', 'read', 'write'])
    assert.deepEqual(await scopesOf(await person('owner', { scopes: ['admin'] })), ['admin', 'read', 'write'])
    assert.deepEqual(await scopesOf(await person('owner', { scopes: ['read'] })), ['read'])
  })

  test('GET needs read, POST and PATCH need write, DELETE needs admin on a personal token', async () => {
    const { owner, person, key } = await app.organisation()
    const { id } = await make(owner, '/projects', { name: 'Shop' })
    const path = `/projects/${id}`
    const rows: readonly [Client, number, number, number][] = [
      [await key({ scopes: ['ingest'] }), 403, 403, 403],
      [await key({ scopes: ['read'] }), 200, 403, 403],
      [await key({ scopes: ['read', 'write', 'ingest'] }), 200, 200, 403],
      [await person('viewer'), 200, 403, 403],
      [await person('member'), 200, 200, 403],
      [await person('admin', { scopes: ['read'] }), 200, 403, 403],
      [await person('admin', { scopes: ['write'] }), 200, 200, 403],
      [await person('admin', { scopes: ['admin'] }), 200, 200, 204],
    ]
    for (const [client, reads, writes, deletes] of rows) {
      assert.equal((await client.get(path)).status, reads)
      assert.equal((await client.get('/projects')).status, reads)
      assert.equal((await client.patch(path, { name: 'Shop' })).status, writes)
      assert.equal((await client.post('/teams', { name: 'T' })).status, writes === 200 ? 201 : 403)
      assert.equal((await client.delete(path)).status, deletes)
    }
    refused(await (await person('member')).delete('/teams/team_none'), 403, 'forbidden')
  })

  test('a demoted user loses scopes at once, a deactivated one is refused and may be reactivated', async () => {
    const organisation = await app.organisation()
    const admin = await organisation.person('admin')
    const { email } = (await read(admin, '/me')).user
    const who = { organisationId: organisation.id, email }
    const { id } = await make(admin, '/teams', { name: 'Payments' })

    await changeUser(app.store, who, { role: 'member' })
    refused(await admin.delete(`/teams/${id}`), 403, 'forbidden')
    assert.equal((await admin.patch(`/teams/${id}`, { color: 'red' })).status, 200)
    await changeUser(app.store, who, { role: 'viewer' })
    refused(await admin.patch(`/teams/${id}`, { color: 'blue' }), 403, 'forbidden')
    assert.equal((await admin.get(`/teams/${id}`)).status, 200)

    await changeUser(app.store, who, { isActive: false })
    unauthenticated(await admin.get(`/teams/${id}`))
    const users = (await read(organisation.owner, '/users')).users
    assert.equal(users.find((user: Body) => user.email === email).isActive, false)
    await changeUser(app.store, who, { isActive: true })
    unauthenticated(await admin.get(`/teams/${id}`))
    const term = { mode: 'live', scopes: ['read'], name: 'new', expiresAt: null } as const
    const { token } = await issueToken(app.store, { ...who, ...term })
    assert.equal((await app.client(token).get(`/teams/${id}`)).status, 200)
  })

  test('anything but a valid credential is 401 with WWW-Authenticate', async () => {
    const { owner, ownerToken } = await app.organisation()
    const unknown = `svc_pat_live_${'0'.repeat(48)}`
    const otherMode = ownerToken.replace('_live_', '_test_')
    const broken = [undefined, '', 'x', unknown, otherMode, ownerToken.slice(0, -1), `${ownerToken}0`]
    for (const token of [...broken, ownerToken.toUpperCase(), ownerToken.replace('pat', 'key')]) {
      unauthenticated(await app.client(token).get('/me'))
    }
    for (const authorization of ['', 'Bearer', `Basic ${ownerToken}`, ownerToken]) {
      unauthenticated(await app.client().get('/projects', { authorization }))
    }
    const lower = await app.client().get('/me', { authorization: `bearer ${ownerToken}` })
    assert.equal(lower.status, 200, 'the scheme is case-insensitive')
    assert.equal((await owner.get('/me')).status, 200)
  })

  test('every endpoint but the description requires a credential', async () => {
    const nobody = app.client()
    const reads = [
      ...['/me', '/tokens', '/api-keys', '/projects', '/teams', '/apis', '/resources', '/systems'],
      ...['/domains', '/dependencies', '/scorecards', '/users', '/issues', '/slos', '/runbooks'],
      ...['/oncall/bindings', '/drift?appId=x', '/drift/snapshots?appId=x', '/costs?appId=x'],
      ...['/costs/entries', '/secrets', '/audit-log', '/scores', '/identity-providers', '/sso/domains'],
      ...['/sso/settings', '/deployments', '/templates', '/projects/x', '/apis/x/spec', '/slos/x/snapshots'],
      ...['/issues/x/activity', '/scorecards/x/scores', '/secrets/x', '/users/x', '/drift/snapshots/x'],
    ]
    for (const path of reads) unauthenticated(await nobody.get(path))
    unauthenticated(await nobody.post('/projects', { name: 'x' }))
    unauthenticated(await nobody.post('/projects', 'not json'))
    unauthenticated(await nobody.patch('/projects/x', {}))
    unauthenticated(await nobody.delete('/projects/x'))
    unauthenticated(await nobody.post('/oncall/bindings/x/refresh'))
    assert.equal((await nobody.get('/openapi.json')).status, 200)
  })

  test('live and test data are separate, members are the same', async () => {
    const { owner, person } = await app.organisation()
    const tester = await person('admin', { mode: 'test' })
    const live = await make(owner, '/projects', { name: 'Live' })
    const trial = await make(tester, '/projects', { name: 'Trial' })
    assert.deepEqual((await read(owner, '/projects')).projects, [live])
    assert.deepEqual((await read(tester, '/projects')).projects, [trial])
    notFound(await tester.get(`/projects/${live.id}`))
    notFound(await tester.patch(`/projects/${live.id}`, { name: 'x' }))
    notFound(await tester.delete(`/projects/${live.id}`))
    refusedField(await tester.post('/apis', { name: 'x', componentId: live.id }), 'componentId', live.id)
    assert.deepEqual(idsOf((await read(owner, '/users')).users), idsOf((await read(tester, '/users')).users))
    assert.equal((await change(owner, `/projects/${live.id}`, { name: 'Shop' })).name, 'Shop')
  })

  test('another organisation sees and reaches nothing', async () => {
    const [ours, theirs] = [await app.organisation(), await app.organisation()]
    const project = await make(ours.owner, '/projects', { name: 'Ours' })
    assert.deepEqual((await read(theirs.owner, '/projects')).projects, [])
    for (const reply of [
      await theirs.owner.get(`/projects/${project.id}`),
      await theirs.owner.patch(`/projects/${project.id}`, { name: 'x' }),
      await theirs.owner.delete(`/projects/${project.id}`),
      await theirs.owner.get(`/users/${ours.ownerId}`),
    ])
      notFound(reply)
    const issue = { appId: project.id, title: 'x' }
    refusedField(await theirs.owner.post('/issues', issue), 'appId', project.id)
  })
})
