import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { partitionsOf } from '../../store/partition-id.ts'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import {
  type Body,
  change,
  idsOf,
  insert,
  insertAll,
  make,
  notFound,
  partitionOf,
  read,
  refused,
  refusedField,
  remove,
  timestamp,
} from './checks.ts'

const newProject = async (owner: Client, name = 'Shop'): Promise<string> =>
  (await make(owner, '/projects', { name })).id

onEachEngine((engine) => {
  const app = useApp(engine)

  const mapping = {
    ...{ mappingId: 'map_1', environment: 'staging', variable: 'DB_URL', kind: 'changed' },
    ...{ expectedFingerprint: `sha256:${'1'.repeat(64)}`, actualFingerprint: `sha256:${'2'.repeat(64)}` },
  }
  const scan = (appId: string, scannedAt: string, more: object = {}) => ({
    ...{
      externalId: null,
      appId,
      scannedAt,
      source: 'ci',
      environments: ['staging'],
      mappingsTotal: 4,
      driftedCount: 1,
      mappings: [mapping],
    },
    ...more,
  })

  test('drift: the latest scan with what drifted, or null', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await newProject(owner)
    assert.deepEqual(await read(owner, `/drift?appId=${appId}`), { drift: null })
    const times = ['2026-02-03T00:00:00.000Z', '2026-02-05T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
    const ids = await insertAll(
      app,
      partitionOf(organisation),
      kinds.driftSnapshot,
      times.map((scannedAt) => scan(appId, scannedAt)),
    )
    const { drift } = await read(owner, `/drift?appId=${appId}`)
    const scannedAt = '2026-02-05T00:00:00.000Z'
    assert.deepEqual(drift, {
      id: ids[1],
      ...scan(appId, scannedAt),
      scans: [{ environment: 'staging', snapshotId: ids[1], scannedAt, driftedCount: 1 }],
    })
    const { snapshots } = await read(owner, `/drift/snapshots?appId=${appId}`)
    assert.deepEqual(
      snapshots.map(({ scannedAt }: Body) => scannedAt),
      times.toSorted().toReversed(),
    )
    assert.deepEqual(await read(owner, `/drift/snapshots/${ids[0]}`), {
      id: ids[0],
      ...scan(appId, times[0] ?? ''),
    })
    assert.deepEqual((await read(owner, `/drift/snapshots?appId=${await newProject(owner)}`)).snapshots, [])
  })

  test('drift: snapshots by scan time, 100 unless a limit says otherwise', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const appId = await newProject(owner)
    const at = (n: number) => new Date(Date.UTC(2026, 0, 1, n)).toISOString()
    const hours = Array.from({ length: 105 }, (_, n) => (n * 37) % 105)
    await insertAll(
      app,
      partitionOf(organisation),
      kinds.driftSnapshot,
      hours.map((n) => scan(appId, at(n), { mappings: [], driftedCount: 0 })),
    )
    const times = hours.map(at).toSorted().toReversed()
    const listed = async (query: string): Promise<readonly string[]> =>
      (await read(owner, `/drift/snapshots?appId=${appId}${query}`)).snapshots.map(
        (one: Body) => one.scannedAt,
      )
    assert.deepEqual(await listed(''), times.slice(0, 100))
    assert.deepEqual(await listed('&limit=2'), times.slice(0, 2))
    assert.deepEqual(await listed('&limit=1000'), times)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await read(owner, `/drift/snapshots?appId=${appId}&limit=40${cursor}`)
      seen.push(...page.snapshots.map((one: Body) => one.scannedAt))
      cursor = page.nextCursor === null ? '' : `&cursor=${encodeURIComponent(page.nextCursor)}`
    } while (cursor !== '')
    assert.deepEqual(seen, times)
  })

  test('drift: needs an appId of this organisation and mode', async () => {
    const { owner, person } = await app.organisation()
    const appId = await newProject(owner)
    const tester = await person('admin', { mode: 'test' })
    for (const path of ['/drift', '/drift/snapshots']) {
      refusedField(await owner.get(path), 'appId')
      refusedField(await owner.get(`${path}?appId=prj_none`), 'appId', 'prj_none')
      refusedField(await tester.get(`${path}?appId=${appId}`), 'appId', appId)
    }
    for (const limit of ['0', '1001'])
      refusedField(await owner.get(`/drift/snapshots?appId=${appId}&limit=${limit}`), 'limit')
    notFound(await owner.get('/drift/snapshots/dft_none'))
  })

  test('secrets: metadata for admins only, sorted by name regardless of case, never a value', async () => {
    const organisation = await app.organisation()
    const { owner, person, key } = organisation
    const appId = await newProject(owner)
    const item = (name: string, more: object = {}) => ({
      name,
      type: 'text',
      uses: [],
      deploymentOnly: false,
      ...more,
    })
    const items = [
      item('beta', { appId }),
      item('Alpha', { type: 'file', fileName: 'a.pem', fileSize: 42 }),
      item('älter'),
      item('ALPHA 2', { keyword: 'k', maskedPreview: 'sk_l…', category: 'payments', deploymentOnly: true }),
      item('gamma', { type: 'file', appId }),
    ]
    await insertAll(app, partitionOf(organisation), kinds.secret, items)
    const names = async (query = '') =>
      (await read(owner, `/secrets${query}`)).secrets.map(({ name }: Body) => name)
    assert.deepEqual(await names(), ['Alpha', 'ALPHA 2', 'beta', 'gamma', 'älter'])
    assert.deepEqual(await names('?type=file'), ['Alpha', 'gamma'])
    assert.deepEqual(await names(`?appId=${appId}`), ['beta', 'gamma'])
    assert.deepEqual(await names(`?appId=${appId}&type=text`), ['beta'])
    assert.deepEqual(await names('?appId=prj_none'), [])
    const first = await read(owner, '/secrets?limit=2')
    const rest = await read(owner, `/secrets?limit=9&cursor=${encodeURIComponent(first.nextCursor)}`)
    assert.deepEqual(
      [...first.secrets, ...rest.secrets].map(({ name }) => name),
      await names(),
    )
    const { id, createdAt, ...secret } = first.secrets[1]
    assert.match(createdAt, timestamp)
    assert.deepEqual(secret, {
      ...{
        name: 'ALPHA 2',
        type: 'text',
        category: 'payments',
        keyword: 'k',
        uses: [],
        deploymentOnly: true,
      },
      ...{ maskedPreview: 'sk_l…', fileName: null, fileSize: null, appId: null, updatedAt: null },
    })
    assert.equal((await read(owner, `/secrets/${id}`)).name, 'ALPHA 2')
    notFound(await owner.get('/secrets/sec_none'))
    for (const client of [await person('member'), await person('viewer'), await key()]) {
      refused(await client.get('/secrets'), 403, 'forbidden')
      refused(await client.get(`/secrets/${id}`), 403, 'forbidden')
    }
  })

  test('users: every member with the teams they are in', async () => {
    const { owner, ownerId, user, person } = await app.organisation()
    const { id: memberId, email } = await user('member')
    const first = await make(owner, '/teams', { name: 'a', memberUids: [memberId, ownerId] })
    const second = await make(owner, '/teams', { name: 'b', memberUids: [memberId] })
    const { users } = await read(owner, '/users')
    assert.equal(users.length, 2)
    const { createdAt, updatedAt, teamIds, ...member } = await read(owner, `/users/${memberId}`)
    assert.match(createdAt, timestamp)
    assert.match(updatedAt, timestamp)
    assert.deepEqual(teamIds.toSorted(), [first.id, second.id])
    const { avatarBgColor, avatarFontColor, ...others } = member
    assert.deepEqual(others, {
      ...{ id: memberId, email, displayName: 'member', role: 'member', isActive: true, avatarKey: 'M' },
      contacts: [],
      lastLoginAt: null,
    })
    for (const colour of [avatarBgColor, avatarFontColor]) assert.match(colour, /^#[0-9a-f]{6}$/)
    assert.deepEqual(users.find(({ id }: Body) => id === ownerId).teamIds, [first.id], 'in the list as alone')
    const tester = await person('admin', { mode: 'test' })
    assert.deepEqual((await read(tester, `/users/${memberId}`)).teamIds, [], 'teams are those of the mode')
    await change(owner, `/teams/${first.id}`, { memberUids: [] })
    await remove(owner, `/teams/${second.id}`)
    assert.deepEqual((await read(owner, `/users/${memberId}`)).teamIds, [])
    notFound(await owner.get('/users/usr_none'))
  })

  test('members have initials on a colour, the same wherever they are read', async () => {
    const organisation = await app.organisation()
    const { owner, ownerId } = organisation
    const chosen = { avatarKey: 'X', avatarBgColor: '#000000', avatarFontColor: '#fafafa' }
    const given = { email: 'x@example.com', isActive: true, ...chosen }
    const [id = ''] = await insertAll(app, partitionsOf(organisation.id).home, kinds.user, [given])
    const { users } = await read(owner, '/users')
    const avatarIn = ({ avatarKey, avatarBgColor, avatarFontColor }: Body) => ({
      ...{ avatarKey, avatarBgColor, avatarFontColor },
    })
    for (const user of users)
      assert.deepEqual(avatarIn(await read(owner, `/users/${user.id}`)), avatarIn(user))
    const byId = (uid: string) => avatarIn(users.find((user: Body) => user.id === uid))
    assert.deepEqual(byId(id), chosen)
    const drawn = byId(ownerId)
    assert.match(drawn.avatarKey, /^\S{1,4}$/u)
    assert.match(drawn.avatarBgColor, /^#[0-9a-f]{6}$/)
    assert.equal(drawn.avatarFontColor, '#ffffff')
  })

  test('deployments: read as automation reported them, newest first, with filters', async () => {
    const organisation = await app.organisation()
    const { owner, ownerId } = organisation
    const [shop, other] = [await newProject(owner), await newProject(owner, 'Other')]
    const reported = {
      ...{ appId: shop, platform: 'ios', targetId: 'play:internal', targetDisplayName: 'Internal' },
      ...{ buildVersion: '1.4.2', versionCode: '142', status: 'testsFailed', statusMessage: 'ran' },
      ...{ errorMessage: 'two failed', githubRunId: '9', githubRunUrl: 'https://x.example/9' },
      ...{ triggeredByUid: ownerId, triggeredByName: 'Ada', releaseId: 'r', releaseVersion: '1.4' },
      ...{ snapshotId: null, startedAt: '2026-01-01T00:00:00.000Z', completedAt: null, externalId: null },
    }
    const first = await insert(app, organisation, kinds.deployment, reported)
    const second = await insert(app, organisation, kinds.deployment, {
      appId: other,
      platform: 'web',
      status: 'success',
    })
    const third = await insert(app, organisation, kinds.deployment, {
      appId: shop,
      platform: 'ios',
      status: 'success',
    })
    const { createdAt, ...deployment } = await read(owner, `/deployments/${first}`)
    assert.match(createdAt, timestamp)
    assert.deepEqual(deployment, { ...reported, id: first, appName: 'Shop' })
    const idsIn = async (query: string) => idsOf((await read(owner, `/deployments${query}`)).deployments)
    assert.deepEqual(await idsIn(''), [third, second, first])
    assert.deepEqual(await idsIn(`?appId=${shop}`), [third, first])
    assert.deepEqual(await idsIn('?status=success'), [third, second])
    assert.deepEqual(await idsIn('?platform=ios&status=success'), [third])
    for (const key of ['status', 'platform']) refusedField(await owner.get(`/deployments?${key}=no`), key)
    notFound(await owner.get('/deployments/dpl_none'))
    await change(owner, `/projects/${shop}`, { name: 'Store' })
    assert.equal((await read(owner, `/deployments/${first}`)).appName, 'Store')
  })

  test('templates: with their repository and questions', async () => {
    const { owner, key } = await app.organisation()
    const fields = {
      ...{ name: 'Node service', description: 'x', tags: ['node'], targetEntityKind: 'component' },
      templateRepo: { owner: 'acme', repo: 'node-service' },
    }
    const question = { key: 'team', label: 'Which team?', type: 'team' }
    const options = { ...question, key: 'region', type: 'enum', required: true, options: ['eu', 'us'] }
    const made = await make(owner, '/templates', { ...fields, parameters: [question, options] })
    const none = { required: false, default: null, helpText: null, options: null }
    assert.deepEqual(made.parameters, [
      { ...none, ...question },
      { ...none, ...options },
    ])
    for (const [field, value] of Object.entries(fields)) assert.deepEqual(made[field], value, field)
    const machine = await key({ scopes: ['read'] })
    assert.deepEqual(await read(machine, `/templates/${made.id}`), made)
    assert.deepEqual((await read(machine, '/templates')).templates, [made])
    const partly = await change(owner, `/templates/${made.id}`, { templateRepo: { owner: 'acme' } })
    assert.deepEqual(partly.templateRepo, { owner: 'acme', repo: null })
    refusedField(await owner.post('/templates', { targetEntityKind: 'team' }), 'targetEntityKind')
    refusedField(
      await owner.post('/templates', { parameters: [{ key: 'x', label: 'x', type: 'file' }] }),
      'type',
    )
    notFound(await owner.get('/templates/tpl_none'))
  })
})
