import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allOperations, isLiveOnly as isShared, kindOf, type Operation } from '@svc/model'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import { issueToken } from '../../services/identity/issue-credentials.ts'
import {
  addressOf,
  type BrowserTab,
  browserTab,
  type Client,
  onEachEngine,
  requiredQueryOf,
  useApp,
} from '../../testing/index.ts'

const password = 'a long walk by the river'
const inTest = { 'x-svc-mode': 'test' }

const writes = allOperations.filter(({ method }) => method !== 'GET')
const name = ({ method, path }: Operation): string => `${method} ${path}`

test('the suite covers everything that both modes share', () => {
  const shared = new Set(writes.filter(isShared).map((one) => kindOf(one)?.name ?? one.path))
  assert.deepEqual([...shared].sort(), [
    '/exports/archive',
    ...['group_mapping', 'identity_provider', 'scim_token', 'sso_domain', 'sso_settings'],
    ...['user', 'workload_trust'],
  ])
})

onEachEngine((engine) => {
  const app = useApp(engine)
  let token: Client
  let tab: BrowserTab
  let guestId: string

  before(async () => {
    const ownerEmail = 'owner@test-mode.example'
    const made = await createOrganisation(app.store, { name: 'New', ownerEmail })
    assert.ok(made)
    tab = browserTab(app.url)
    await tab.send('POST', '/auth/links/use', { link: made.setupLink, password })
    const issued = await issueToken(app.store, {
      organisationId: made.organisationId,
      email: ownerEmail,
      mode: 'test',
      scopes: ['read', 'write', 'admin'],
      name: 'test',
      expiresAt: null,
    })
    token = app.client(issued.token)
    const guest = { email: 'guest@test-mode.example', role: 'member' }
    guestId = (await tab.send('POST', '/auth/members', guest)).body.user.id
  })

  for (const operation of writes.filter(isShared)) {
    test(`${name(operation)}: refused in test mode, by a token and by a session`, async () => {
      const path = addressOf(operation.path, 'some_id')
      const body = operation.bodyExample ?? {}
      for (const { status, body: answer } of [
        await token.send(operation.method, path, body),
        await tab.send(operation.method, `/v1${path}`, body, inTest),
      ]) {
        assert.equal(status, 403)
        assert.equal(answer.code, 'forbidden')
        assert.match(answer.message, /only in live mode/)
      }
      const live = await tab.send(operation.method, `/v1${path}`, body)
      assert.notEqual(live.status, 403)
    })
  }

  test('everything else remains possible in test mode', async () => {
    for (const operation of writes.filter((one) => !isShared(one))) {
      const query = requiredQueryOf(operation, 'prj_x')
      const path = `${addressOf(operation.path, 'some_id')}${query && `?${query}`}`
      const { status } = await token.send(operation.method, path, {})
      assert.notEqual(status, 403, name(operation))
    }
    const made = await token.send('POST', '/tokens', { name: 'mine' })
    assert.deepEqual([made.status, made.body.mode], [201, 'test'])
    const key = await tab.send('POST', '/v1/api-keys', { name: 'ci' }, inTest)
    assert.deepEqual([key.status, key.body.mode], [201, 'test'])
  })

  test('what is shared can be read in test mode', async () => {
    for (const operation of allOperations.filter((one) => one.method === 'GET' && isShared(one))) {
      const { status } = await token.get(addressOf(operation.path, guestId))
      assert.ok([200, 404].includes(status), `${name(operation)} ${status}`)
    }
    assert.equal((await tab.send('GET', '/auth/session', undefined, inTest)).status, 200)
  })

  test('in test mode the console changes neither members nor the organisation’s name', async () => {
    const before = (await tab.send('GET', '/v1/users')).body
    for (const [method, path, body] of [
      ['POST', '/auth/members', { email: 'x@test-mode.example', role: 'member' }],
      ['POST', `/auth/members/${guestId}/link`, undefined],
      ['PATCH', `/auth/members/${guestId}`, { role: 'admin' }],
      ['PATCH', '/auth/organisation', { name: 'Renamed' }],
      ['PATCH', '/auth/profile', { displayName: 'Renamed' }],
    ] as const) {
      const answer = await tab.send(method, path, body, inTest)
      assert.equal(answer.status, 403, `${method} ${path}`)
      assert.match(answer.body.message, /switch to live mode/)
    }
    assert.deepEqual((await tab.send('GET', '/v1/users')).body, before)
    assert.equal((await tab.send('GET', '/auth/session')).body.organisation.name, 'New')
  })
})
