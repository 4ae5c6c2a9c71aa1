import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { saveLogin } from '@svc/client/logins'
import { kinds } from '@svc/model'
import { type TestOrganisation, useApp } from '@svc/server/testing'
import { type ObjectValue, unknown } from '../protocol/value.ts'
import type { Answer } from './testing/proxy.ts'
import { complaintsOf, newHost, newScene } from './testing/scene.ts'

/** How far the server's clock is ahead. */
let aheadMs = 0
const app = useApp('sqlite', { now: () => new Date(Date.now() + aheadMs) })
const token = `svc_pat_live_${'a'.repeat(40)}`
const elsewhere = 'Check endpoint (or SVC_ENDPOINT), and that svc is running there.'

/** What configuring says, as a person reads it: where, what, and what to do. */
async function saidOf(
  t: TestContext,
  config: ObjectValue,
  env: NodeJS.ProcessEnv = {},
): Promise<readonly unknown[]> {
  const { driver } = await newHost(t, { env })
  const found = await complaintsOf(driver.configure(config))
  return found.map(({ path = [], summary, detail }) => [path.join('.'), summary, detail])
}

/** Some other server, that answers everything alike. */
async function answering(t: TestContext, { status, headers = {}, body = '' }: Answer): Promise<string> {
  const server = http.createServer((_, response) => response.writeHead(status, headers).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html; charset=utf-8' }

/** A folder in which nobody has signed in. */
async function newHome(t: TestContext): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'svc-home-'))
  t.after(() => rm(home, { recursive: true, force: true }))
  return home
}

test('whoever has signed in on this machine needs no token', async (t) => {
  const organisation = await app.organisation()
  const env = { HOME: await newHome(t), PATH: '' }
  await saveLogin(app.url, env, {
    accessToken: organisation.ownerToken,
    refreshToken: 'none',
    expiresAt: Date.now() + 3_600_000,
  })
  const { driver } = await newHost(t, { env })
  await driver.configure({ endpoint: app.url })
  await saveLogin(app.url, env, { accessToken: token, refreshToken: 'none', expiresAt: 0 })
  const [[place, summary, detail] = []] = (await saidOf(t, { endpoint: app.url }, env)) as string[][]
  assert.deepEqual([place, summary], ['token', 'Your sign-in has ended'])
  assert.match(String(detail), /run svc login/)
})

test('no token', async (t) => {
  const HOME = await newHome(t)
  const expected = [
    [
      'token',
      'No token',
      'Sign in with "svc login", or set the environment variable SVC_API_TOKEN, or token in the provider block, to a personal access token. "svc token create" creates one. In a pipeline, set SVC_ID_TOKEN instead.',
    ],
  ]
  assert.deepEqual(await saidOf(t, { endpoint: app.url }, { HOME }), expected)
  assert.deepEqual(await saidOf(t, { endpoint: app.url, token: ' ' }, { HOME, SVC_API_TOKEN: '' }), expected)
})

test('a malformed token is neither sent nor shown', async (t) => {
  const about = (name: string) => [
    [
      'token',
      'Invalid token',
      `${name} is not an svc token: these begin with svc_pat_live_, svc_pat_test_, svc_key_live_ or svc_key_test_.`,
    ],
  ]
  for (const wrong of [
    'geheim',
    'ghp_1234',
    'Bearer svc_pat_live_a',
    'svc_pat_live_',
    'svc_pat_live_ä',
    'svc_pat_live_a b',
  ]) {
    assert.deepEqual(await saidOf(t, { endpoint: app.url, token: wrong }), about('token'), wrong)
    assert.deepEqual(await saidOf(t, {}, { SVC_API_TOKEN: wrong }), about('SVC_API_TOKEN'), wrong)
  }
})

test('an unknown token', async (t) => {
  assert.deepEqual(await saidOf(t, { endpoint: app.url, token }), [
    [
      'token',
      'The token was rejected',
      `${app.url} does not accept this token: it is unknown, expired or revoked. Create a new one and set it as SVC_API_TOKEN, or as token in the provider block.`,
    ],
  ])
})

test('a token that has expired', async (t) => {
  const { owner } = await app.organisation()
  const hourMs = 3_600_000
  const expiresAt = new Date(Date.now() + hourMs).toISOString()
  const { body } = await owner.post('/tokens', { name: 'short', expiresAt })
  const { driver } = await newHost(t)
  await driver.configure({ endpoint: app.url, token: body.token })
  aheadMs = 2 * hourMs
  t.after(() => {
    aheadMs = 0
  })
  const [found] = await saidOf(t, { endpoint: app.url, token: body.token })
  assert.equal((found as readonly string[])[1], 'The token was rejected')
})

test('a key that may not read', async (t) => {
  const { token } = await (await app.organisation()).key({ scopes: ['ingest'] })
  assert.deepEqual(await saidOf(t, { endpoint: app.url, token: token ?? '' }), [
    [
      'token',
      'The token has no read access',
      'This needs the scope read. The credential has: ingest. Use a token with at least the scope read.',
    ],
  ])
})

const addresses = {
  'must be a URL such as https://svc.example.com.': [
    'svc.example.com',
    'localhost:8080',
    'ftp://a.example',
    token,
  ],
  'must not contain a user name or a password: use the token instead.': [
    'https://ada:geheim@svc.example.com',
  ],
  'must be a URL such as https://svc.example.com, without ? and #.': [
    'https://a.example/?x=1',
    'https://a.example#x',
  ],
}

for (const [sentence, wrong] of Object.entries(addresses)) {
  test(`an endpoint ${sentence}`, async (t) => {
    for (const endpoint of wrong) {
      assert.deepEqual(await saidOf(t, { endpoint, token }), [
        ['endpoint', 'Invalid endpoint', `endpoint ${sentence}`],
      ])
      assert.deepEqual(await saidOf(t, { token }, { SVC_ENDPOINT: endpoint }), [
        ['endpoint', 'Invalid endpoint', `SVC_ENDPOINT ${sentence}`],
      ])
    }
  })
}

test('nothing listens at the endpoint', async (t) => {
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = http.createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => resolve(port))
  })
  const endpoint = `http://127.0.0.1:${await promise}`
  assert.deepEqual(await saidOf(t, { endpoint, token }), [
    [
      'endpoint',
      'svc cannot be reached',
      `${endpoint} cannot be reached: connection refused (ECONNREFUSED). ${elsewhere}`,
    ],
  ])
})

test('another server answers, with a page', async (t) => {
  const endpoint = await answering(t, { status: 200, headers: html, body: '<h1>Welcome!</h1>' })
  assert.deepEqual(await saidOf(t, { endpoint, token }), [
    [
      'endpoint',
      'This is not svc',
      `GET ${endpoint}/v1/me returned an unexpected response: 200 OK, text/html, “Welcome!”. Is the endpoint right?`,
    ],
  ])
})

test('another server answers, with JSON', async (t) => {
  const missing = await answering(t, { status: 404, headers: json, body: '{"error":"no route"}' })
  assert.deepEqual(await saidOf(t, { endpoint: missing, token }), [
    [
      'endpoint',
      'This is not svc',
      `GET ${missing}/v1/me returned an unexpected response: 404 Not Found, application/json, “{"error":"no route"}”. Is the endpoint right?`,
    ],
  ])
  for (const body of ['{}', '{"organisation":null,"partition":"live"}', '{"organisation":"acme"}']) {
    const endpoint = await answering(t, { status: 200, headers: json, body })
    assert.deepEqual(await saidOf(t, { endpoint, token }), [
      ['endpoint', 'This is not svc', `${endpoint} responds, but not like svc. ${elsewhere}`],
    ])
  }
})

test('svc of another version, or under another path', async (t) => {
  assert.deepEqual(await saidOf(t, { endpoint: `${app.url}/catalog`, token }), [
    [
      'endpoint',
      'No svc API version 1 found',
      `${app.url}/catalog responds, but has no /v1/me: it is not svc, or a version that this provider does not support. Check endpoint, or use a provider for that version.`,
    ],
  ])
})

test('an endpoint that redirects is not followed', async (t) => {
  const location = 'https://svc.example.com/v1/me'
  const endpoint = await answering(t, { status: 301, headers: { location } })
  assert.deepEqual(await saidOf(t, { endpoint, token }), [
    [
      'endpoint',
      'svc is not at this endpoint',
      `GET ${endpoint}/v1/me redirects to ${location}; this is not followed because the token would be sent along. Is the endpoint right?`,
    ],
  ])
})

test('svc is down behind a gateway', async (t) => {
  const endpoint = await answering(t, { status: 503, headers: html, body: 'Service Unavailable' })
  const [[place, summary] = []] = (await saidOf(t, { endpoint, token })) as readonly (readonly string[])[]
  assert.deepEqual([place, summary], ['endpoint', 'svc cannot be reached'])
})

const endings = ['', '/', '/v1', '/v1/']

test('a slash or the version at the end of the endpoint make no difference', async (t) => {
  const organisation = await app.organisation()
  for (const ending of endings) {
    const { driver } = await newHost(t)
    assert.deepEqual(
      await driver.configure({ endpoint: app.url + ending, token: organisation.ownerToken }),
      [],
    )
    assert.equal((await driver.read('svc_user', { id: organisation.ownerId })).id, organisation.ownerId)
  }
})

test('the provider block takes precedence over the environment', async (t) => {
  const [one, other] = [await app.organisation(), await app.organisation()]
  const env = { SVC_ENDPOINT: app.url, SVC_API_TOKEN: ` ${one.ownerToken}\n` }
  const whoIs = async (config: ObjectValue): Promise<unknown> => {
    const { driver } = await newHost(t, { env })
    await driver.configure(config)
    return (await driver.read('svc_users', {})).users
  }
  const idsOf = (users: unknown): readonly string[] =>
    (users as readonly { id: string }[]).map(({ id }) => id)
  assert.deepEqual(idsOf(await whoIs({})), [one.ownerId])
  assert.deepEqual(idsOf(await whoIs({ token: other.ownerToken })), [other.ownerId])
  assert.deepEqual(await saidOf(t, { endpoint: 'nowhere' }, env), [
    ['endpoint', 'Invalid endpoint', 'endpoint must be a URL such as https://svc.example.com.'],
  ])
})

test('validating works without a token, and finds what is written wrong', async (t) => {
  const { driver, provider } = await newHost(t, { env: { SVC_ENDPOINT: 'nowhere' } })
  const validated = async (config: ObjectValue) =>
    (await provider.validate?.({ endpoint: null, token: null, ...config }))?.map(({ detail }) => detail)
  assert.deepEqual(await validated({}), [])
  assert.deepEqual(await validated({ endpoint: unknown, token: unknown }), [])
  assert.deepEqual(await validated({ endpoint: 'svc.example.com' }), [
    'endpoint must be a URL such as https://svc.example.com.',
  ])
  await driver.validate({ type: 'svc_team', config: { name: 'Payments' } })
  const [found] = await complaintsOf(driver.validate({ type: 'svc_team', config: { name: '' } }))
  assert.equal(found?.detail, 'name must not be empty.')
})

test('while the endpoint or the token are not known, creates are planned and nothing is read', async (t) => {
  const organisation = await app.organisation()
  const settings = { endpoint: app.url, token: organisation.ownerToken }
  for (const open of [
    { ...settings, token: unknown },
    { ...settings, endpoint: unknown },
  ]) {
    const { driver } = await newHost(t)
    assert.deepEqual(await driver.configure(open), [])
    assert.equal((await driver.plan({ type: 'svc_team', config: { name: 'Payments' } })).action, 'create')
    const detail =
      'The endpoint or the token of the provider is only known after apply, so nothing can be read yet. Create what they depend on first, with -target, or set SVC_ENDPOINT and SVC_API_TOKEN.'
    const [found] = await complaintsOf(driver.import('svc_team', 'team_1'))
    assert.deepEqual([found?.summary, found?.detail], ['Could not import the team team_1', detail])
    const [reading] = await complaintsOf(driver.read('svc_teams', {}))
    assert.deepEqual([reading?.summary, reading?.detail], ['Could not list the teams', detail])

    assert.deepEqual(await driver.configure(settings), [])
    assert.ok(await driver.apply({ type: 'svc_team', config: { name: 'Payments' } }))
    assert.deepEqual(await driver.configure(open), [])
    const [again] = await complaintsOf(driver.refresh())
    assert.equal(again?.detail, detail)
  }
})

/** A state that was made with one token, read with another. */
async function readWith(t: TestContext, made: TestOrganisation, token: string, mode?: 'test') {
  const scene = await newScene(t, app, { organisation: made, ...(mode && { mode }) })
  const before = await scene.driver.apply({ type: 'svc_team', config: { name: 'Payments' } })
  assert.deepEqual(await scene.driver.configure({ endpoint: app.url, token }), [])
  const commands = [scene.driver.refresh(), scene.driver.destroy('svc_team')]
  const found = (await Promise.all(commands.map(complaintsOf))).flat()
  // Hosts can be told to delete without looking first.
  const [stored] = scene.driver.states.values()
  found.push(...((await scene.host.provider.resources.svc_team?.delete(before ?? {}, stored?.private)) ?? []))
  assert.equal(found.length, 3)
  assert.deepEqual(scene.driver.state('svc_team'), before)
  assert.deepEqual(
    new Set(found.map(({ summary }) => summary)),
    new Set(['The token does not match the state']),
  )
  return [...new Set(found.map(({ detail }) => detail))]
}

test('a test token and a state of live data', async (t) => {
  const organisation = await app.organisation()
  const { token } = await organisation.person('owner', { mode: 'test' })
  assert.deepEqual(await readWith(t, organisation, token ?? ''), [
    'The state contains live data, but the token is a test token, which cannot see it. Use a live token, or another state (such as a workspace) for test data.',
  ])
})

test('a live token and a state of test data', async (t) => {
  const organisation = await app.organisation()
  assert.deepEqual(await readWith(t, organisation, organisation.ownerToken, 'test'), [
    'The state contains test data, but the token is a live token, which cannot see it. Use a test token, or another state (such as a workspace) for live data.',
  ])
})

test('a token of another organisation', async (t) => {
  const [made, other] = [await app.organisation(), await app.organisation()]
  assert.deepEqual(await readWith(t, made, other.ownerToken), [
    `The state contains objects of another organisation (${made.id}) than the token's, Test (${other.id}). Use a token of that organisation, or another state.`,
  ])
})

test('a state without a recorded origin is read as it is', async (t) => {
  const scene = await newScene(t, app)
  const { id } = await scene.make(kinds.team)
  await scene.driver.import('svc_team', String(id))
  const [[address, stored] = []] = [...scene.driver.states]
  assert.ok(address && stored)
  for (const bytes of ['', 'no JSON']) {
    scene.driver.states.set(address, { ...stored, private: Buffer.from(bytes) })
    await scene.begin()
    await scene.driver.refresh()
    assert.equal(scene.driver.state('svc_team')?.id, id, bytes)
  }
})
