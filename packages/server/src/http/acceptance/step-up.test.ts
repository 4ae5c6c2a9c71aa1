import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import { type BrowserTab, browserTab, onEachEngine, serverOn, useApp } from '../../testing/index.ts'
import { softAuthenticator } from '../../testing/soft-authenticator.ts'
import { rowsIn } from '../../testing/tables.ts'
import { totpCode } from '../../testing/totp-device.ts'

const password = 'a long walk by the river'
const minute = 60_000
let count = 0

onEachEngine((engine) => {
  let at = Date.now()
  const now = () => new Date(at)
  const lines: string[] = []
  const app = useApp(engine, {
    ...{ now, logsRequests: true },
    log: (line) => lines.push(JSON.stringify(line)),
  })
  const named = () => app.url.replace('127.0.0.1', 'localhost')
  const tab = () => browserTab(named())

  async function owner() {
    const email = `owner-${++count}@step-up.example`
    const made = await createOrganisation(app.store, { name: 'Step up', ownerEmail: email })
    assert.ok(made)
    const own = tab()
    const entered = await own.send('POST', '/auth/links/use', { link: made.setupLink, password })
    return { ...made, email, own, token: entered.body.token as string }
  }

  async function member(by: BrowserTab, role: string) {
    const email = `member-${++count}@step-up.example`
    const { link, user } = (await by.send('POST', '/auth/members', { email, role })).body
    const own = tab()
    assert.equal((await own.send('POST', '/auth/links/use', { link, password })).status, 200)
    return { email, id: user.id as string, own }
  }

  /** As if an identity provider had opened it. */
  const vouch = (sessionId: string) =>
    app.store.transaction((tx) =>
      tx.run(async (sql) => {
        await sql.run(
          `update sessions set method = 'oidc', provider_id = 'idp_x', provider_subject = 's' where id = ?`,
          [sessionId],
        )
      }),
    )

  const madePasskey = {
    ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' },
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
  }

  /** What changes who has access, with a body that would be accepted. */
  const sensitive = [
    ['PATCH', '/v1/sso/settings', { forceJitProvisioning: true }],
    ['POST', '/v1/sso/domains', { normalizedDomain: 'step-up.example' }],
    ['PATCH', '/v1/sso/domains/ssd_x', {}],
    ['DELETE', '/v1/sso/domains/ssd_x', undefined],
    ['POST', '/v1/identity-providers', { name: 'x', protocol: 'oidc' }],
    ['DELETE', '/v1/identity-providers/idp_x', undefined],
    ['PATCH', '/v1/identity-providers/idp_x', {}],
    ['POST', '/v1/identity-providers/idp_x/metadata', {}],
    ['POST', '/v1/sso/saml-keys', undefined],
    ['POST', '/v1/sso/saml-keys/activate', { id: 'x' }],
    ['POST', '/v1/sso/saml-keys/delete', { id: 'x' }],
    ['POST', '/v1/group-mappings', { source: 'scim', group: 'x', role: 'viewer' }],
    ['PATCH', '/v1/group-mappings/gmp_x', {}],
    ['DELETE', '/v1/group-mappings/gmp_x', undefined],
    ['POST', '/v1/scim-tokens', { name: 'x' }],
    ['DELETE', '/v1/scim-tokens/sct_x', undefined],
    ['POST', '/v1/workload-trusts', { name: 'x' }],
    ['PATCH', '/v1/workload-trusts/wtr_x', {}],
    ['DELETE', '/v1/workload-trusts/wtr_x', undefined],
    ['POST', '/v1/tokens', { name: 'x', scopes: ['read'] }],
    ['DELETE', '/v1/tokens/tok_x', undefined],
    ['POST', '/v1/api-keys', { name: 'x', scopes: ['read'] }],
    ['DELETE', '/v1/api-keys/key_x', undefined],
    ['POST', '/v1/secrets', { name: 'x', keyword: 'x', type: 'text', value: 'x' }],
    ['PATCH', '/v1/secrets/sec_x', {}],
    ['PUT', '/v1/secrets/sec_x/value', { value: 'x' }],
    ['DELETE', '/v1/secrets/sec_x', undefined],
    ['POST', '/v1/webhooks', { name: 'x', url: 'https://hooks.example/x' }],
    ['POST', '/v1/webhooks/whk_x/rotate-secret', undefined],
    ['POST', '/v1/exports/archive', undefined],
    ['POST', '/auth/members', { email: 'new@step-up.example', role: 'member' }],
    ['PATCH', '/auth/members/usr_x', { role: 'member' }],
    ['POST', '/auth/members/usr_x/link', undefined],
    ['POST', '/auth/totp', undefined],
    ['POST', '/auth/totp/confirm', { code: '123456' }],
    ['DELETE', '/auth/totp', undefined],
    ['POST', '/auth/recovery-codes', undefined],
    ['POST', '/auth/passkeys/options', undefined],
    ['POST', '/auth/passkeys', madePasskey],
    ['DELETE', '/auth/passkeys/psk_x', undefined],
    ['POST', '/auth/identities', { providerId: 'idp_x' }],
    ['DELETE', '/auth/identities/idp_x', undefined],
  ] as const

  test('what access depends on is changed only within 15 minutes of a proof, and reading and other work go on', async () => {
    const { own, token } = await owner()
    at += 15 * minute + 1
    for (const [method, path, body] of sensitive) {
      const refused = await own.send(method, path, body)
      assert.deepEqual([refused.status, refused.body.code], [403, 'reauthentication_required'], path)
    }
    assert.equal((await own.send('POST', '/v1/teams', { name: 'Any' })).status, 201)
    for (const path of ['/v1/sso/settings', '/v1/tokens', '/v1/secrets', '/auth/sessions', '/auth/totp'])
      assert.equal((await own.send('GET', path)).status, 200, path)
    const asToken = await app.client(token).patch('/sso/settings', { forceJitProvisioning: true })
    assert.equal(asToken.status, 200, 'a token is not asked')
    assert.equal((await own.send('POST', '/auth/reauthenticate', { password })).status, 200)
    for (const [method, path, body] of sensitive)
      assert.notEqual((await own.send(method, path, body)).body?.code, 'reauthentication_required', path)
  })

  test('a proof gives the session a new secret, in every process, and ends the old one', async (t) => {
    const { own } = await owner()
    const elsewhere = await serverOn(app.location, { now })
    t.after(() => elsewhere.close())
    const ask = async (cookie: string) =>
      (await fetch(`${elsewhere.url}/v1/me`, { headers: { cookie } })).status
    const before = own.cookie
    assert.equal(await ask(before), 200)
    const [{ id }] = (await own.send('GET', '/auth/sessions')).body.sessions
    const proved = await own.send('POST', '/auth/reauthenticate', { password })
    assert.equal(proved.body.authenticatedAt, now().toISOString())
    assert.match(proved.setCookie ?? '', /^svc_session=svc_ses_[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax/)
    assert.notEqual(own.cookie, before)
    assert.equal(await ask(before), 401)
    assert.equal(await ask(own.cookie), 200)
    const { sessions } = (await own.send('GET', '/auth/sessions')).body
    assert.deepEqual(
      sessions.map((one: { id: string }) => one.id),
      [id],
      'it is the same session',
    )
  })

  test('a person proves it with whatever they have: password, code, recovery code or passkey', async () => {
    const { own } = await owner()
    const begun = (await own.send('POST', '/auth/totp')).body
    const code = () => totpCode(begun.secret, now())
    const { recoveryCodes } = (await own.send('POST', '/auth/totp/confirm', { code: code() })).body
    const options = (await own.send('POST', '/auth/passkeys/options')).body
    const { passkey, registration } = softAuthenticator(named()).create(options)
    assert.equal((await own.send('POST', '/auth/passkeys', registration)).status, 201)
    const ways = await own.send('GET', '/auth/reauthenticate')
    assert.deepEqual(ways.body, { ways: ['password', 'totp', 'passkey', 'recovery'], provider: null })
    const isRecent = async () => (await own.send('DELETE', '/auth/passkeys/psk_x')).status === 404
    for (const evidence of [
      () => ({ password }),
      () => ({ code: code() }),
      () => ({ code: recoveryCodes[0] }),
      async () => ({
        passkey: passkey.answer((await own.send('POST', '/auth/passkeys/sign-in/options')).body),
      }),
    ]) {
      at += 16 * minute
      assert.ok(!(await isRecent()))
      const given = await evidence()
      assert.equal((await own.send('POST', '/auth/reauthenticate', given)).status, 200)
      assert.ok(await isRecent())
      const again = await own.send('POST', '/auth/reauthenticate', given)
      if (!('password' in given)) assert.equal(again.status, 400, 'what is good once is not good twice')
    }
  })

  test('a wrong proof changes nothing and cannot be guessed', async () => {
    const { own } = await owner()
    const other = await owner()
    at += 16 * minute
    const statuses = []
    for (let n = 0; n < 6; n++)
      statuses.push((await own.send('POST', '/auth/reauthenticate', { password: `wrong ${n}` })).status)
    assert.deepEqual(statuses, [400, 400, 400, 400, 400, 429])
    assert.equal((await own.send('POST', '/auth/reauthenticate', { password })).status, 429)
    assert.equal((await own.send('POST', '/v1/tokens', { name: 'x', scopes: ['read'] })).status, 403)
    const unknown = await other.own.send('POST', '/auth/reauthenticate', { code: '123456' })
    assert.deepEqual([unknown.status, unknown.body.details[0].path], [400, 'code'])
    const both = await other.own.send('POST', '/auth/reauthenticate', { password, code: '123456' })
    assert.equal(both.status, 400)
    const nothing = await other.own.send('POST', '/auth/reauthenticate', {})
    assert.deepEqual([nothing.status, nothing.body.details[0].path], [400, 'password'])
    assert.equal((await tab().send('POST', '/auth/reauthenticate', { password })).status, 401)
  })

  test('somebody whom a provider vouched for is told which one', async () => {
    const { own } = await owner()
    const [{ id }] = (await own.send('GET', '/auth/sessions')).body.sessions
    await vouch(id)
    const ways = await own.send('GET', '/auth/reauthenticate')
    assert.deepEqual(ways.body.provider, { id: 'idp_x', protocol: 'oidc' })
  })

  test('who must have a second factor can only add one, and works as before with it', async () => {
    const { own, email, token } = await owner()
    const plain = await member(own, 'member')
    const client = app.client(token)
    assert.equal((await client.patch('/sso/settings', { secondFactor: 'admins' })).status, 200)
    const refused = await own.send('GET', '/v1/teams')
    assert.deepEqual([refused.status, refused.body.code], [403, 'second_factor_required'])
    assert.equal((await own.send('POST', '/v1/tokens', { name: 'x', scopes: ['read'] })).status, 403)
    for (const [method, path] of [
      ['GET', '/auth/sessions'],
      ['POST', '/auth/members'],
      ['PATCH', '/auth/profile'],
      ['GET', '/v1/events'],
      ['GET', '/v1/me'],
    ] as const) {
      const body = method === 'GET' ? undefined : { displayName: 'x', email: 'x@x.example', role: 'member' }
      assert.ok([400, 403].includes((await own.send(method, path, body)).status), path)
    }
    assert.equal((await plain.own.send('GET', '/v1/teams')).status, 200, 'members need none')
    assert.equal((await client.get('/teams')).status, 200, 'programs have none')
    assert.equal((await own.send('GET', '/auth/session')).body.mustAddFactor, true)
    const again = tab()
    assert.deepEqual((await again.send('POST', '/auth/sign-in', { email, password })).body, {
      signedIn: true,
    })
    assert.equal((await again.send('GET', '/v1/teams')).status, 403)
    const { secret } = (await again.send('POST', '/auth/totp')).body
    const code = totpCode(secret, now())
    assert.equal((await again.send('POST', '/auth/totp/confirm', { code })).status, 200)
    assert.equal((await again.send('GET', '/v1/teams')).status, 200)
    assert.equal((await again.send('GET', '/auth/session')).body.mustAddFactor, false)
    assert.equal((await own.send('GET', '/auth/session')).status, 401, 'the session without a factor ended')
    assert.equal((await again.send('DELETE', '/auth/totp')).status, 409, 'the last one stays')
    assert.equal((await client.patch('/sso/settings', { secondFactor: 'all' })).status, 200)
    assert.equal((await plain.own.send('GET', '/v1/teams')).status, 403)
    assert.equal((await client.patch('/sso/settings', { secondFactor: 'none' })).status, 200)
    assert.equal((await plain.own.send('GET', '/v1/teams')).status, 200)
    assert.equal((await again.send('DELETE', '/auth/totp')).status, 204)
  })

  test('people whom an identity provider vouches for are exempt', async () => {
    const { own, token } = await owner()
    await app.client(token).patch('/sso/settings', { secondFactor: 'all' })
    assert.equal((await own.send('GET', '/v1/teams')).status, 403)
    await vouch((await own.send('GET', '/auth/session')).body.sessionId)
    assert.equal((await own.send('GET', '/v1/teams')).status, 200)
  })

  test('admins see and end the sessions of members, and only owners those of owners', async (t) => {
    const boss = await owner()
    const admin = await member(boss.own, 'admin')
    const worker = await member(boss.own, 'member')
    const elsewhere = await serverOn(app.location, { now })
    t.after(() => elsewhere.close())
    const ask = async (one: BrowserTab) =>
      (await fetch(`${elsewhere.url}/v1/me`, { headers: { cookie: one.cookie } })).status
    assert.equal(await ask(worker.own), 200)
    const shown = await admin.own.send('GET', `/auth/members/${worker.id}/sessions`)
    assert.equal(shown.status, 200)
    const [session] = shown.body.sessions
    assert.deepEqual([session.method, session.providerId, session.isCurrent], ['link', null, false])
    assert.ok(typeof session.address === 'string' && typeof session.agent === 'string')
    assert.equal((await worker.own.send('GET', `/auth/members/${admin.id}/sessions`)).status, 403)
    assert.equal((await worker.own.send('DELETE', `/auth/members/${admin.id}/sessions`)).status, 403)
    const ended = await admin.own.send('DELETE', `/auth/members/${worker.id}/sessions`)
    assert.deepEqual([ended.status, ended.body], [200, { ended: 1 }])
    assert.equal(await ask(worker.own), 401, 'in every process')
    assert.equal((await admin.own.send('DELETE', `/auth/members/${boss.userId}/sessions`)).status, 403)
    assert.equal((await boss.own.send('DELETE', `/auth/members/${admin.id}/sessions`)).status, 200)
    assert.equal((await admin.own.send('GET', '/auth/session')).status, 401)
    const outsider = await owner()
    for (const method of ['GET', 'DELETE'] as const)
      assert.equal((await outsider.own.send(method, `/auth/members/${boss.userId}/sessions`)).status, 404)
    const log = JSON.stringify((await boss.own.send('GET', '/v1/audit-log')).body)
    assert.ok(log.includes('user.sessions_ended'))
    const forged = await boss.own.send('DELETE', `/auth/members/${boss.userId}/sessions`, undefined, {
      origin: 'https://evil.example',
    })
    assert.equal(forged.status, 403)
  })

  test('a demoted admin’s open session loses the right at once, in every process', async (t) => {
    const boss = await owner()
    const admin = await member(boss.own, 'admin')
    const elsewhere = await serverOn(app.location, { now })
    t.after(() => elsewhere.close())
    const ask = async () =>
      (
        await fetch(`${elsewhere.url}/v1/sso/settings`, {
          method: 'PATCH',
          headers: { cookie: admin.own.cookie, origin: elsewhere.url, 'content-type': 'application/json' },
          body: '{}',
        })
      ).status
    assert.equal(await ask(), 200)
    assert.equal((await boss.own.send('PATCH', `/auth/members/${admin.id}`, { role: 'member' })).status, 200)
    assert.equal(await ask(), 403)
    assert.equal((await admin.own.send('GET', `/auth/members/${boss.userId}/sessions`)).status, 403)
  })

  test('pages that people sign in on cannot be framed', async () => {
    for (const path of ['/', '/sign-in', '/join', '/device', '/settings/security']) {
      const page = await fetch(`${app.url}${path}`, { headers: { accept: 'text/html' } })
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, path)
    }
  })

  test('A10 sessions, tickets, challenges, codes and passwords are nowhere in the log', async () => {
    const { own, email } = await owner()
    const options = (await own.send('POST', '/auth/passkeys/options')).body
    const { secret } = (await own.send('POST', '/auth/totp')).body
    const used = totpCode(secret, now())
    const { recoveryCodes } = (await own.send('POST', '/auth/totp/confirm', { code: used })).body
    const { ticket } = (await tab().send('POST', '/auth/sign-in', { email, password })).body
    const code = recoveryCodes[0]
    for (const status of [200, 401])
      assert.equal((await tab().send('POST', '/auth/second-factor', { ticket, code })).status, status)
    await own.send('POST', '/auth/reauthenticate', { password })
    assert.ok(lines.some((line) => line.includes('/auth/second-factor')))
    const kept = JSON.stringify([
      lines,
      (await own.send('GET', '/v1/audit-log')).body,
      await rowsIn(app.store, 'select * from sign_in_tickets'),
      await rowsIn(app.store, 'select * from sessions'),
    ])
    assert.ok(kept.includes('user.reauthenticated'))
    for (const one of [options.challenge, secret, `"${used}"`, ticket, ...recoveryCodes, password])
      assert.ok(!kept.includes(one), one)
    for (const [, value] of own.jar) assert.ok(!kept.includes(value), email)
  })
})
