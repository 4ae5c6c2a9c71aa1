import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clockBetweenJobs, onEachEngine, useApp } from '@svc/server/testing'
import { olderNode } from './testing/run-program.ts'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'

const machineNode = olderNode()
const older = machineNode === undefined ? {} : { node: machineNode }

interface Made {
  readonly organisationId: string
  readonly userId: string
  readonly token: string
}

interface Listed {
  readonly id: string
  readonly name: string
  readonly email?: string
  readonly scopes: readonly string[]
  readonly mode: string
  readonly prefix: string
  readonly lastFour: string
  readonly expiresAt: string | null
}

const createOrg = (dir: string, name = 'Acme'): Promise<Made> =>
  jsonOf(['org', 'create', '--name', name, '--owner-email', 'ada@example.com', '--data-dir', dir])

test('an organisation is created and listed', async (t) => {
  const dir = await scratchDir(t)
  const made = await createOrg(dir)
  assert.deepEqual(Object.keys(made).sort(), ['organisationId', 'token', 'userId'])
  assert.match(made.token, /^svc_pat_live_[0-9a-f]{48}$/)
  const env = { SVC_DATA_DIR: dir }
  assert.deepEqual(await jsonOf(['org', 'list'], { ...older, env }), [
    { id: made.organisationId, name: 'Acme' },
  ])
  assert.match((await runSvc(['org', 'list'], { env })).out, new RegExp(`${made.organisationId} +Acme`))
})

test('members are added, change roles and are deactivated, but never the last owner', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  const { organisationId, userId: ownerId } = await createOrg(env.SVC_DATA_DIR)
  const grace = ['--email', 'grace@example.com']
  const add = ['user', 'add', '--org', organisationId, ...grace, '--role', 'viewer', '--name', 'Grace Hopper']
  const { userId } = await jsonOf<{ userId: string }>(add, { env })
  assert.match(userId, /^usr_/)
  assert.deepEqual(await jsonOf(['user', 'set-role', ...grace, '--role', 'admin'], { env }), {
    userId,
    role: 'admin',
  })
  assert.deepEqual(await jsonOf(['user', 'deactivate', ...grace], { env }), { userId, isActive: false })
  assert.deepEqual(await jsonOf(['user', 'list'], { env }), [
    { id: userId, email: 'grace@example.com', displayName: 'Grace Hopper', role: 'admin', isActive: false },
    { id: ownerId, email: 'ada@example.com', displayName: 'ada', role: 'owner', isActive: true },
  ])
  const refused = await runSvc(['user', 'deactivate', '--email', 'ada@example.com'], { env })
  assert.equal(refused.code, 1)
  assert.equal(refused.err, 'ada@example.com is the only active owner. Make someone else an owner first.\n')
  assert.equal((await runSvc(add, { env })).err, `grace@example.com is already a member: ${userId}.\n`)
})

test('a token is created, listed without its secret, and revoked', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  await createOrg(env.SVC_DATA_DIR)
  const create = ['token', 'create', '--email', 'ada@example.com', '--mode', 'test', '--name', 'laptop']
  const { out } = await runSvc([...create, '--scopes', 'read,write', '--expires', '90d'], { ...older, env })
  assert.match(out, /^\{"token":"svc_pat_test_[0-9a-f]{48}"\}\n$/, 'a program gets JSON by default')
  const list = await jsonOf<readonly Listed[]>(['token', 'list'], { env })
  const laptop = list.find(({ name }) => name === 'laptop')
  assert.ok(laptop)
  assert.equal(laptop.email, 'ada@example.com')
  assert.deepEqual(laptop.scopes, ['read', 'write'])
  assert.equal(laptop.prefix + laptop.lastFour, `svc_pat_test_${JSON.parse(out).token.slice(-4)}`)
  const days = (Date.parse(String(laptop.expiresAt)) - Date.now()) / 86_400_000
  assert.ok(days > 89.9 && days <= 90)
  assert.ok(!JSON.stringify(list).includes('digest'))

  assert.equal((await runSvc(['token', 'revoke', laptop.id], { env })).out, `Revoked ${laptop.id}.\n`)
  const again = await runSvc(['token', 'revoke', laptop.id], { env })
  assert.equal(again.code, 1)
  assert.match(again.err, /^There is no personal access token tok_\S+ in org_\S+\.\n$/)
  assert.match(
    (await runSvc(['token', 'list'], { env })).out,
    /^ID +NAME +OWNER .*\ntok_\S+ +first token +ada@example.com /,
  )
})

test('an API key is created, listed and revoked', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  const { organisationId } = await createOrg(env.SVC_DATA_DIR)
  assert.match((await runSvc(['key', 'list'], { env })).out, /^There is no API key yet/)
  const create = ['key', 'create', '--org', organisationId, '--mode', 'live', '--scopes', 'read,ingest']
  const { key } = await jsonOf<{ key: string }>(create, { env })
  assert.match(key, /^svc_key_live_[0-9a-f]{48}$/)
  const [listed] = await jsonOf<readonly Listed[]>(['key', 'list'], { env })
  assert.equal(listed?.lastFour, key.slice(-4))
  assert.deepEqual(await jsonOf(['key', 'revoke', listed?.id ?? ''], { env }), { revoked: listed?.id })
  assert.match((await runSvc(['key', '--help'], { env })).out, /revoke +Revoke an API key: /)
  assert.deepEqual(await jsonOf(['key', 'list'], { env }), [])
})

test('a link to choose a password is created for an active member', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  const { organisationId, userId } = await createOrg(env.SVC_DATA_DIR)
  const link = ['user', 'link', '--org', organisationId, '--email', 'ada@example.com']
  const made = await jsonOf<Record<string, string>>([...link, '--endpoint', 'https://svc.example.com/'], {
    env,
  })
  assert.match(made.link ?? '', /^https:\/\/svc\.example\.com\/join#svc_link_[0-9a-f]{48}$/)
  assert.equal(made.userId, userId)
  assert.ok(Date.parse(made.expiresAt ?? '') > Date.now())
  assert.match((await jsonOf<typeof made>(link, { env })).link ?? '', /^http:\/\/localhost:8080\/join#/)
  const moved = { ...env, SVC_PORT: '9090' }
  assert.match(
    (await jsonOf<typeof made>(link, { env: moved })).link ?? '',
    /^http:\/\/localhost:9090\/join#/,
  )
  const unknown = await runSvc(['user', 'link', '--email', 'x@example.com'], { env })
  assert.equal(unknown.err, 'No member has the e-mail address x@example.com.\n')
  const grace = ['--email', 'grace@example.com']
  await runSvc(['user', 'add', ...grace, '--role', 'viewer'], { env })
  await runSvc(['user', 'deactivate', ...grace], { env })
  const refused = await runSvc(['user', 'link', ...grace], { env })
  assert.equal(refused.err, 'grace@example.com is deactivated. Activate them first.\n')
  assert.equal((await runSvc([...link, '--endpoint', 'svc'], { env })).code, 2)
})

test('with several organisations one must be named', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  const first = await createOrg(env.SVC_DATA_DIR)
  const second = await createOrg(env.SVC_DATA_DIR, 'Beta')
  const { code, err } = await runSvc(['user', 'list'], { env })
  assert.equal(code, 2)
  assert.equal(
    err,
    `There are several organisations, so --org is needed: ${first.organisationId} (Acme), ${second.organisationId} (Beta).\n`,
  )
  assert.equal((await jsonOf<unknown[]>(['user', 'list', '--org', second.organisationId], { env })).length, 1)
  const unknown = await runSvc(['user', 'list', '--org', 'org_x'], { env })
  assert.match(unknown.err, /^There is no organisation org_x\. Existing organisations: .*Acme.*Beta/)
})

test('no database is created in a mistyped directory', async (t) => {
  const env = { SVC_DATA_DIR: await scratchDir(t) }
  const { code, err } = await runSvc(['user', 'list'], { env })
  assert.equal(code, 1)
  assert.match(err, /^There is no database in \S+ yet: create one with "svc serve"/)
})

onEachEngine((engine) => {
  const app = useApp(engine, { now: clockBetweenJobs() })

  test('deactivating a member lists what they still have, which can be handed over', async () => {
    const { id: organisationId, owner, user } = await app.organisation()
    const [grace, ada] = [await user('member'), await user('member')]
    const { dataDir, databaseUrl } = app.location
    const place = databaseUrl ? ['--database-url', databaseUrl] : ['--data-dir', dataDir]
    const run = (...args: readonly string[]) => runSvc(['user', ...args, '--org', organisationId, ...place])
    const { body: team } = await owner.post('/teams', {
      name: 'x',
      leadUid: grace.id,
      memberUids: [grace.id],
    })
    const { body: project } = await owner.post('/projects', { name: 'Shop' })
    await owner.post('/issues', { appId: project.id, title: 'x', assignedToUid: grace.id })

    const out = await run('deactivate', '--email', grace.email)
    assert.equal(out.code, 0, out.err)
    const still = '1 team by leadUid, 1 team by memberUids, 1 issue by assignedToUid'
    assert.ok(out.err.startsWith(`They still have ${still} in live mode: "svc user hand-over `), out.err)

    const people = ['--email', grace.email, '--to', ada.email]
    const trial = await run('hand-over', ...people, '--dry-run')
    assert.deepEqual([trial.code, trial.out], [0, `Would move ${still}; 0 left.\n`])
    assert.equal((await owner.get(`/teams/${team.id}`)).body.leadUid, grace.id)
    const issues = await run('hand-over', ...people, '--kind', 'issue', '--json')
    assert.deepEqual([issues.code, JSON.parse(issues.out).moved], [0, 1], issues.err)
    assert.equal((await run('hand-over', ...people)).code, 0)
    assert.equal((await owner.get(`/teams/${team.id}`)).body.leadUid, ada.id)

    const back = await run('hand-over', '--email', ada.email, '--to', grace.email)
    assert.equal(back.code, 1)
    assert.match(back.err, /who is deactivated/)
    assert.equal((await run('hand-over', ...people, '--kind', 'project')).code, 2)
    assert.match(
      (await run('hand-over', '--email', 'nobody@example.com', '--to', ada.email)).err,
      /^No member has/,
    )
  })
})
