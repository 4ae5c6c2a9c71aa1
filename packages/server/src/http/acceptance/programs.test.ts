import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import {
  type BrowserTab,
  browserTab,
  eventually,
  onEachEngine,
  serverOn,
  useApp,
} from '../../testing/index.ts'
import { oauthProgram, pkce } from '../../testing/oauth-program.ts'
import { rowsIn } from '../../testing/tables.ts'

const password = 'a long walk by the river'
const minute = 60_000
const day = 24 * 60 * minute
let count = 0

onEachEngine((engine) => {
  let at = Date.now()
  const now = () => new Date(at)
  const app = useApp(engine, { now })
  const program = oauthProgram(() => app.url)

  /** The links of a first start are of today. */
  const timeReturns = (t: TestContext) => {
    const before = at
    t.after(() => {
      at = before
    })
  }

  async function owner() {
    const email = `owner-${++count}@programs.example`
    const made = await createOrganisation(app.store, { name: 'Programs', ownerEmail: email })
    assert.ok(made)
    const tab = browserTab(app.url)
    const entered = await tab.send('POST', '/auth/links/use', { link: made.setupLink, password })
    assert.equal(entered.status, 200)
    return { ...made, email, tab }
  }

  async function member(by: BrowserTab, role: string) {
    const email = `member-${++count}@programs.example`
    const { link, user } = (await by.send('POST', '/auth/members', { email, role })).body
    const tab = browserTab(app.url)
    assert.equal((await tab.send('POST', '/auth/links/use', { link, password })).status, 200)
    return { email, id: user.id as string, tab }
  }

  /** A program that a person lets in by its code. */
  async function signedIn(tab: BrowserTab, fields = {}, decision = {}) {
    const asked = (await program.ask(fields)).body
    const approved = await tab.send('POST', '/auth/device', {
      userCode: asked.user_code,
      decision: 'approve',
      ...decision,
    })
    assert.equal(approved.status, 200, approved.text)
    const given = await program.poll(asked.device_code)
    assert.equal(given.status, 200)
    return { ...given.body, asked } as {
      readonly access_token: string
      readonly refresh_token: string
      readonly scope: string
      readonly expires_in: number
      readonly asked: Readonly<Record<string, string>>
    }
  }

  const me = (token: string, url = app.url) =>
    fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
  const statusOf = async (token: string, url?: string) => (await me(token, url)).status

  const eventsOf = async (tab: BrowserTab, type: string) =>
    (await tab.send('GET', '/v1/audit-log?limit=100')).body.auditLog.filter(
      (event: { type: string }) => event.type === type,
    ) ?? []

  test('a device gets tokens of the person who enters its code, and only then', async () => {
    const { tab, userId } = await owner()
    const asked = await program.ask()
    assert.equal(asked.status, 200)
    assert.equal(asked.headers.get('cache-control'), 'no-store')
    const { user_code: code, device_code: device, ...rest } = asked.body
    assert.match(code, /^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/)
    assert.match(device, /^svc_odc_[\w-]{43}$/)
    assert.equal(rest.expires_in, 600)
    assert.equal(rest.interval, 5)
    assert.ok(rest.verification_uri.endsWith('/device'))
    assert.ok(rest.verification_uri_complete.endsWith(`/device?user_code=${code}`))
    assert.deepEqual((await program.poll(device)).body.error, 'authorization_pending')
    const read = await tab.send('POST', '/auth/device/read', {
      userCode: code.toLowerCase().replace('-', ' '),
    })
    assert.equal(read.status, 200)
    assert.equal(read.body.client.name, 'the svc command')
    assert.deepEqual(read.body.scopes, ['read', 'write', 'admin'])
    assert.equal(read.body.address, '127.0.0.1')
    const approved = await tab.send('POST', '/auth/device', { userCode: code, decision: 'approve' })
    assert.equal(approved.status, 200)
    const { status, body } = await program.poll(device)
    assert.equal(status, 200)
    assert.match(body.access_token, /^svc_oat_live_[0-9a-f]{48}$/)
    assert.equal(body.token_type, 'Bearer')
    assert.equal(body.expires_in, 900)
    assert.equal(body.scope, 'read write admin')
    const described = await (await me(body.access_token)).json()
    assert.equal((described as { user: { id: string } }).user.id, userId)
    at += 15 * minute
    assert.equal(await statusOf(body.access_token), 401, 'after 15 minutes')
  })

  test('a program that asks too often waits longer each time; a refused or forgotten one is told so', async () => {
    const { tab } = await owner()
    const { device_code: device, user_code: code } = (await program.ask()).body
    const error = async () => {
      const { status, body } = await program.poll(device)
      assert.equal(status, 400)
      return body.error
    }
    assert.equal(await error(), 'authorization_pending')
    assert.equal(await error(), 'slow_down')
    at += 6_000
    assert.equal(await error(), 'slow_down', '5 seconds are no longer enough')
    at += 15_000
    assert.equal(await error(), 'authorization_pending')
    await tab.send('POST', '/auth/device', { userCode: code, decision: 'deny' })
    assert.equal(await error(), 'access_denied')
    assert.equal((await eventsOf(tab, 'user.program_refused')).length, 1)
    const late = (await program.ask()).body
    at += 600_000
    assert.equal((await program.poll(late.device_code)).body.error, 'expired_token')
    const entered = await tab.send('POST', '/auth/device', { userCode: late.user_code, decision: 'approve' })
    assert.equal(entered.status, 404)
  })

  test('D1: a code is decided once, works for its client only, and used twice ends what came of it', async () => {
    const { tab } = await owner()
    const { access_token: token, refresh_token: refresh, asked } = await signedIn(tab)
    assert.equal(await statusOf(token), 200)
    const other = await oauthProgram(() => app.url, 'other').poll(asked.device_code ?? '')
    assert.deepEqual([other.status, other.body.error], [400, 'invalid_client'])
    assert.equal(await statusOf(token), 200)
    const again = await tab.send('POST', '/auth/device', { userCode: asked.user_code, decision: 'approve' })
    assert.equal(again.status, 404)
    const twice = await program.poll(asked.device_code ?? '')
    assert.deepEqual([twice.status, twice.body.error], [400, 'invalid_grant'])
    assert.equal(await statusOf(token), 401)
    assert.equal((await program.refresh(refresh)).body.error, 'invalid_grant')
    assert.equal((await eventsOf(tab, 'user.program_reuse_detected')).length, 1)
  })

  test('D1: guessing codes is stopped within 40 tries, and a code of one’s own gives nothing back', async () => {
    const { tab } = await owner()
    const own = (await program.ask()).body.user_code
    const statuses: number[] = []
    for (let i = 0; i < 40 && !statuses.includes(429); i += 1) {
      await tab.send('POST', '/auth/device/read', { userCode: own })
      const guessed = await tab.send('POST', '/auth/device', { userCode: 'BBBB-BBBB', decision: 'approve' })
      statuses.push(guessed.status)
    }
    assert.equal(statuses.at(-1), 429)
    const right = await tab.send('POST', '/auth/device', { userCode: own, decision: 'approve' })
    assert.equal(right.status, 429)
    assert.ok(Number(right.headers.get('retry-after')) > 0)
  })

  test('D1: nobody grants more than they have, and a role that shrinks shrinks what was granted', async () => {
    const { tab } = await owner()
    const { tab: viewer } = await member(tab, 'viewer')
    assert.equal((await signedIn(viewer)).scope, 'read')
    const { tab: admin, id } = await member(tab, 'admin')
    const { access_token: token, refresh_token: refresh } = await signedIn(admin)
    const scopes = async () => ((await (await me(token)).json()) as { scopes: string[] }).scopes
    assert.deepEqual(await scopes(), ['read', 'write', 'admin'])
    await tab.send('PATCH', `/auth/members/${id}`, { role: 'viewer' })
    assert.deepEqual(await scopes(), ['read'])
    assert.equal((await program.refresh(refresh)).body.scope, 'read')
    assert.equal((await signedIn(tab, { scope: 'read' }, { scopes: ['read', 'admin'] })).scope, 'read')
    assert.equal((await program.ask({ scope: 'read owner' })).body.error, 'invalid_scope')
  })

  test('the person chooses live or test data, and which of the scopes', async () => {
    const { tab } = await owner()
    const wanted = await signedIn(tab, { mode: 'test' })
    assert.match(wanted.access_token, /^svc_oat_test_/)
    const chosen = await signedIn(tab, { mode: 'live' }, { mode: 'test', scopes: ['read'] })
    assert.match(chosen.access_token, /^svc_oat_test_/)
    assert.equal(chosen.scope, 'read')
    const described = (await (await me(chosen.access_token)).json()) as { partition: string }
    assert.equal(described.partition, 'test')
    assert.equal((await program.ask({ mode: 'prod' })).body.error, 'invalid_request')
  })

  test('a decision needs a session, our own page, a recent sign-in and every factor that is asked for', async () => {
    const { tab } = await owner()
    const code = (await program.ask()).body.user_code
    const body = { userCode: code, decision: 'approve' }
    assert.equal((await browserTab(app.url).send('POST', '/auth/device', body)).status, 401)
    const foreign = await tab.send('POST', '/auth/device', body, { origin: 'https://evil.example' })
    assert.equal(foreign.status, 403)
    const framed = await tab.send('POST', '/auth/device', body, { 'sec-fetch-site': 'cross-site' })
    assert.equal(framed.status, 403)
    const { access_token: token } = await signedIn(tab)
    const asToken = await fetch(`${app.url}/auth/device`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: app.url },
      body: JSON.stringify(body),
    })
    assert.equal(asToken.status, 401, 'a program lets no other program in')
    at += 15 * minute + 1
    const late = (await program.ask()).body.user_code
    const stale = await tab.send('POST', '/auth/device', { userCode: late, decision: 'approve' })
    assert.deepEqual([stale.status, stale.body.code], [403, 'reauthentication_required'])
    await tab.send('POST', '/auth/reauthenticate', { password })
    const { tab: other } = await member(tab, 'member')
    await tab.send('PATCH', '/v1/sso/settings', { secondFactor: 'all' })
    const enrolling = await other.send('POST', '/auth/device', { userCode: late, decision: 'approve' })
    assert.equal(enrolling.status, 403)
    assert.equal((await program.ask()).status, 200)
  })

  test('refresh: each token is used once, for 30 days, and a second use ends all of them', async (t) => {
    timeReturns(t)
    const idle = await signedIn((await owner()).tab)
    const { tab } = await owner()
    const first = await signedIn(tab)
    at += 29 * day
    const second = (await program.refresh(first.refresh_token)).body
    assert.equal(await statusOf(second.access_token), 200)
    const narrow = (await program.refresh(second.refresh_token, { scope: 'read' })).body
    assert.equal(narrow.scope, 'read')
    assert.equal(
      (await program.refresh(narrow.refresh_token, { scope: 'nothing' })).body.error,
      'invalid_scope',
    )
    const reused = await program.refresh(first.refresh_token)
    assert.deepEqual([reused.status, reused.body.error], [400, 'invalid_grant'])
    assert.equal(await statusOf(second.access_token), 401)
    assert.equal((await program.refresh(narrow.refresh_token)).body.error, 'invalid_grant')
    at += day
    assert.equal((await program.refresh(idle.refresh_token)).body.error, 'invalid_grant')
  })

  test('a program that comes back all the time has to ask again after 90 days', async (t) => {
    timeReturns(t)
    const { tab } = await owner()
    let { refresh_token: refresh } = await signedIn(tab)
    for (let i = 0; i < 4; i += 1) {
      at += 20 * day
      refresh = (await program.refresh(refresh)).body.refresh_token
      assert.ok(refresh)
    }
    at += 10 * day
    assert.equal((await program.refresh(refresh)).body.error, 'invalid_grant')
  })

  test('of two refreshes at the same moment one wins, and both families end', async () => {
    const { tab } = await owner()
    const { refresh_token: refresh } = await signedIn(tab)
    const both = await Promise.all([program.refresh(refresh), program.refresh(refresh)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 400])
    const winner = both.find(({ status }) => status === 200)
    assert.equal((await program.refresh(winner?.body.refresh_token)).status, 400)
  })

  const authorizationOf = (challenge: string, more: Readonly<Record<string, string>> = {}) => ({
    client_id: 'svc-cli',
    redirect_uri: 'http://127.0.0.1:51234/callback',
    response_type: 'code',
    state: 'a state',
    scope: 'read write',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  })
  const authorize = (query: Readonly<Record<string, string>>) =>
    fetch(`${app.url}/oauth/authorize?${new URLSearchParams(query)}`, { redirect: 'manual' })
  const exchange = (code: string, verifier: string, uri = 'http://127.0.0.1:51234/callback') =>
    program.token({ grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: uri })

  async function codeFor(tab: BrowserTab, challenge: string, more: Readonly<Record<string, string>> = {}) {
    const decided = await tab.send('POST', '/auth/authorize', {
      ...authorizationOf(challenge, more),
      decision: 'approve',
    })
    assert.equal(decided.status, 200, decided.text)
    return new URL(decided.body.redirectTo)
  }

  test('a program at a loopback address gets a code that only it can exchange, once', async () => {
    const { tab } = await owner()
    const { verifier, challenge } = pkce()
    const back = await codeFor(tab, challenge)
    assert.equal(back.origin + back.pathname, 'http://127.0.0.1:51234/callback')
    assert.equal(back.searchParams.get('state'), 'a state')
    assert.match(back.searchParams.get('iss') ?? '', /^http:\/\/localhost/)
    const code = back.searchParams.get('code') ?? ''
    const stolen = await exchange(code, pkce().verifier)
    assert.deepEqual([stolen.status, stolen.body.error], [400, 'invalid_grant'])
    const elsewhere = await exchange(code, verifier, 'http://127.0.0.1:51235/callback')
    assert.equal(elsewhere.body.error, 'invalid_grant')
    const { status, body } = await exchange(code, verifier)
    assert.equal(status, 200)
    assert.equal(body.scope, 'read write')
    assert.equal(await statusOf(body.access_token), 200)
    const twice = await exchange(code, verifier)
    assert.deepEqual([twice.status, twice.body.error], [400, 'invalid_grant'])
    assert.equal(await statusOf(body.access_token), 401, 'a code used twice ends its family')
    const v6 = await codeFor(tab, challenge, { redirect_uri: 'http://[::1]:8000/callback' })
    assert.equal(v6.origin, 'http://[::1]:8000')
    at += 60_000
    const late = await exchange(v6.searchParams.get('code') ?? '', verifier, 'http://[::1]:8000/callback')
    assert.equal(late.body.error, 'invalid_grant')
  })

  test('D2: no other redirect, and nothing but S256, is ever answered with a code', async () => {
    const { tab } = await owner()
    const { challenge } = pkce()
    const uris = [
      'http://localhost.evil:51234/callback',
      'http://localhost:51234/callback',
      'http://127.0.0.1:51234/other',
      'http://127.0.0.1:51234/callback/',
      'http://127.0.0.1:51234/callback?x=1',
      'http://127.0.0.1:51234/callback#x',
      'http://127.0.0.1:51234@evil.example/callback',
      'http://127.0.0.1:99999/callback',
      'http://127.0.0.1/callback',
      'https://127.0.0.1:51234/callback',
      'http://127.0.0.1.evil:51234/callback',
      'http://127.0.0.1:51234/callback\n',
      'javascript:alert(1)',
      '',
    ]
    const wrong = uris.map((uri) => ({ redirect_uri: uri }))
    for (const more of [...wrong, { client_id: 'other' }]) {
      const answer = await authorize(authorizationOf(challenge, more))
      assert.equal(answer.status, 400, JSON.stringify(more))
      assert.equal(answer.headers.get('location'), null)
      const body = { ...authorizationOf(challenge, more), decision: 'approve' }
      assert.equal((await tab.send('POST', '/auth/authorize', body)).status, 400, JSON.stringify(more))
    }
    for (const [more, error] of [
      [{ code_challenge_method: 'plain' }, 'invalid_request'],
      [{ code_challenge_method: '' }, 'invalid_request'],
      [{ code_challenge: '' }, 'invalid_request'],
      [{ response_type: 'token' }, 'unsupported_response_type'],
      [{ scope: 'everything' }, 'invalid_scope'],
    ] as const) {
      const answer = await authorize(authorizationOf(challenge, more))
      const location = new URL(answer.headers.get('location') ?? '')
      assert.equal(location.searchParams.get('error'), error)
      assert.equal(location.searchParams.get('code'), null)
      const body = { ...authorizationOf(challenge, more), decision: 'approve' }
      assert.equal((await tab.send('POST', '/auth/authorize', body)).status, 400, JSON.stringify(more))
    }
    const twice = await fetch(
      `${app.url}/oauth/authorize?${new URLSearchParams(authorizationOf(challenge))}&redirect_uri=http://evil`,
    )
    assert.equal(twice.status, 400)
    assert.deepEqual((await tab.send('GET', '/auth/grants')).body.grants, [])
  })

  test('parameters that nobody knows are ignored on the page and in the decision', async () => {
    const { tab } = await owner()
    const fields = authorizationOf(pkce().challenge, { nonce: 'n', resource: 'r', state: 's'.repeat(2_000) })
    assert.notEqual((await authorize(fields)).status, 400)
    const decided = await tab.send('POST', '/auth/authorize', { ...fields, decision: 'approve' })
    assert.equal(decided.status, 200, decided.text)
    assert.equal(new URL(decided.body.redirectTo).searchParams.get('state'), fields.state)
  })

  test('who refuses a program sends it back without a code', async () => {
    const { tab } = await owner()
    const body = { ...authorizationOf(pkce().challenge), decision: 'deny' }
    const { redirectTo } = (await tab.send('POST', '/auth/authorize', body)).body
    const back = new URL(redirectTo)
    assert.equal(back.searchParams.get('error'), 'access_denied')
    assert.equal(back.searchParams.get('code'), null)
    assert.deepEqual((await tab.send('GET', '/auth/grants')).body.grants, [])
  })

  test('a program gives back what it has, and says nothing about tokens that are not there', async () => {
    const { tab } = await owner()
    for (const name of ['access_token', 'refresh_token'] as const) {
      const given = await signedIn(tab)
      assert.equal(await statusOf(given.access_token), 200)
      assert.equal((await program.revoke(given[name])).status, 200)
      assert.equal(await statusOf(given.access_token), 401)
      assert.equal((await program.refresh(given.refresh_token)).status, 400)
      assert.equal((await program.revoke(given[name])).status, 200)
    }
    assert.equal((await program.revoke(`svc_oat_live_${'0'.repeat(48)}`)).status, 200)
    assert.equal((await program.post('/oauth/revoke', {})).body.error, 'invalid_request')
    assert.equal((await eventsOf(tab, 'user.program_ended')).length, 2)
  })

  test('people see the programs that act for them and end them, and so do admins', async () => {
    const { tab } = await owner()
    const { tab: own, id } = await member(tab, 'member')
    const one = await signedIn(own)
    const other = await signedIn(own, { mode: 'test', scope: 'read' })
    const { grants } = (await own.send('GET', '/auth/grants')).body
    assert.equal(grants.length, 2)
    assert.deepEqual(Object.keys(grants[0]).toSorted(), [
      ...['address', 'agent', 'client', 'createdAt', 'expiresAt', 'id', 'mode', 'scopes', 'usedAt'],
    ])
    assert.equal((await own.send('DELETE', `/auth/grants/${grants[0].id}`)).status, 204)
    assert.equal((await own.send('DELETE', `/auth/grants/${grants[0].id}`)).status, 404)
    assert.deepEqual([await statusOf(one.access_token), await statusOf(other.access_token)], [200, 401])
    const stranger = (await owner()).tab
    const left = grants[1].id
    for (const method of ['GET', 'DELETE'])
      assert.equal(
        (await stranger.send(method, `/auth/members/${id}/grants${method === 'GET' ? '' : `/${left}`}`))
          .status,
        404,
      )
    assert.equal((await stranger.send('DELETE', `/auth/grants/${left}`)).status, 404)
    assert.equal((await own.send('GET', `/auth/members/${id}/grants`)).status, 403)
    assert.equal((await tab.send('GET', `/auth/members/${id}/grants`)).body.grants.length, 1)
    assert.equal((await tab.send('DELETE', `/auth/members/${id}/grants/${left}`)).status, 204)
    assert.equal(await statusOf(one.access_token), 401)
  })

  const endings: Readonly<
    Record<string, (people: { by: BrowserTab; own: BrowserTab; id: string }) => Promise<unknown>>
  > = {
    deactivation: ({ by, id }) => by.send('PATCH', `/auth/members/${id}`, { isActive: false }),
    'signing out everywhere': ({ own }) => own.send('POST', '/auth/sign-out', { everywhere: true }),
    'an admin who ends all sessions': ({ by, id }) => by.send('DELETE', `/auth/members/${id}/sessions`),
    'a new password, with tokens': ({ own }) =>
      own.send('POST', '/auth/password', {
        current: password,
        next: 'another walk, in the woods',
        revokeTokens: true,
      }),
    'a reset link': async ({ by, id }) => {
      const { link } = (await by.send('POST', `/auth/members/${id}/link`)).body
      await browserTab(app.url).send('POST', '/auth/links/use', {
        link,
        password: 'another walk, in the woods',
      })
    },
  }

  test('whatever ends the access of a person ends that of their programs, in every process within a second', async (t) => {
    const second = await serverOn(app.location, { now })
    t.after(() => second.close())
    const { tab: by } = await owner()
    for (const [name, end] of Object.entries(endings)) {
      const { tab: own, id } = await member(by, 'member')
      const { access_token: token, refresh_token: refresh } = await signedIn(own)
      for (const url of [app.url, second.url]) assert.equal(await statusOf(token, url), 200, name)
      await end({ by, own, id })
      assert.equal(await statusOf(token), 401, name)
      await eventually(
        () => statusOf(token, second.url),
        (status) => status === 401,
        1_000,
      )
      const elsewhere = oauthProgram(() => second.url)
      assert.equal((await elsewhere.refresh(refresh)).body.error, 'invalid_grant', name)
    }
    const { tab: own, id } = await member(by, 'member')
    const { access_token: token } = await signedIn(own)
    await by.send('PATCH', `/auth/members/${id}`, { isActive: false })
    await by.send('PATCH', `/auth/members/${id}`, { isActive: true })
    assert.equal(await statusOf(token), 401, 'reactivation revives nothing')
  })

  test('two processes finish what each other began', async (t) => {
    const second = await serverOn(app.location, { now })
    t.after(() => second.close())
    const elsewhere = oauthProgram(() => second.url)
    const { tab } = await owner()
    const asked = (await elsewhere.ask()).body
    await tab.send('POST', '/auth/device', { userCode: asked.user_code, decision: 'approve' })
    const both = await Promise.all([program.poll(asked.device_code), elsewhere.poll(asked.device_code)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 400])
    const token = both.find(({ status }) => status === 200)?.body.access_token
    await eventually(
      () => statusOf(token, second.url),
      (status) => status === 401,
      1_000,
    )
  })

  test('what a program makes does not outlast its sign-in, and what ends stays out of the tables', async () => {
    const { tab } = await owner()
    const { access_token: token, refresh_token: refresh, asked } = await signedIn(tab)
    const made = await app.client(token).post('/tokens', { name: 'made', scopes: ['read'] })
    assert.equal(made.status, 201)
    assert.ok(Date.parse(made.body.expiresAt ?? made.body.token?.expiresAt) <= at + 30 * day)
    const stored = JSON.stringify([
      await rowsIn(app.store, 'select * from short_tokens'),
      await rowsIn(app.store, 'select * from program_secrets'),
      await rowsIn(app.store, 'select * from device_requests'),
      await rowsIn(app.store, 'select * from events'),
    ])
    const secrets = [token, refresh, asked.device_code, asked.user_code, asked.user_code?.replace('-', '')]
    for (const secret of secrets) assert.ok(!stored.includes(secret ?? '?'))
  })

  test('required sign-in through a provider closes the device page, and ends programs where tokens are revoked', async () => {
    const { tab, organisationId } = await owner()
    const { tab: own, email } = await member(tab, 'member')
    const { access_token: token } = await signedIn(own)
    const code = (await program.ask()).body.user_code
    const home = `${organisationId}`
    await tab.send('PATCH', '/v1/sso/settings', { passwordSessionGracePeriodMinutes: 60 })
    await app.store.transaction((tx) =>
      tx.run(async (sql) => {
        await sql.run(
          `update sso_settings set enforcement_mode = 'required_all', allow_password_fallback = 0, enforced_since = ?
           where partition_id like ?`,
          [new Date(at).toISOString(), `${home}%`],
        )
      }),
    )
    const refused = await own.send('POST', '/auth/device', { userCode: code, decision: 'approve' })
    assert.deepEqual([refused.status, refused.body.code], [403, 'forbidden'], email)
    assert.equal((await own.send('POST', '/auth/device/read', { userCode: code })).status, 403)
    const asked = { ...authorizationOf(pkce().challenge), decision: 'approve' }
    assert.equal((await own.send('POST', '/auth/authorize', asked)).status, 403)
    assert.equal(await statusOf(token), 200, 'personal tokens are kept, by default')
  })

  test('the device page and the page of consent cannot be framed', async () => {
    const pages = [
      await fetch(`${app.url}/device`, { headers: { accept: 'text/html' } }),
      // Other programs than browsers open the address too.
      await fetch(`${app.url}/device`),
      await authorize(authorizationOf(pkce().challenge)),
    ]
    if (pages[0]?.status === 404) return // The console is not built.
    for (const page of pages) {
      assert.equal(page.status, 200)
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    }
  })
})
