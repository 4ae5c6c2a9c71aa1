import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import { partitionIdOf } from '../../store/partition-id.ts'
import { browserTab, onEachEngine, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'

const password = 'a long walk by the river'
let count = 0

onEachEngine((engine) => {
  // It hardly moves: whether somebody has to wait must not depend on how busy the machine is.
  let at = Date.now()
  const app = useApp(engine, { now: () => new Date(at++) })

  const browser = () => browserTab(app.url)

  async function firstStart() {
    const email = `owner-${++count}@sign-in.example`
    const made = await createOrganisation(app.store, { name: 'New', ownerEmail: email })
    assert.ok(made)
    return { email, ...made }
  }

  /** An owner who has been through the first start. */
  async function owner() {
    const made = await firstStart()
    const tab = browser()
    const entered = await tab.send('POST', '/auth/links/use', { link: made.setupLink, password })
    assert.equal(entered.status, 200)
    return { ...made, tab }
  }

  test('the first start: the link says whom it is for, lets them name the organisation, and returns a token', async () => {
    const { email, setupLink, organisationId } = await firstStart()
    const tab = browser()
    const read = await tab.send('POST', '/auth/links/read', { link: setupLink })
    assert.deepEqual(read.body, {
      purpose: 'setup',
      email,
      displayName: email.split('@')[0],
      organisationName: 'New',
    })
    const entered = await tab.send('POST', '/auth/links/use', {
      link: setupLink,
      password,
      displayName: 'Ada',
      organisationName: 'Analytical Engines',
    })
    assert.equal(entered.status, 200)
    assert.match(entered.body.token, /^svc_pat_live_[0-9a-f]{48}$/)
    assert.match(
      entered.setCookie ?? '',
      /^svc_session=svc_ses_[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax;/,
    )
    const session = (await tab.send('GET', '/auth/session')).body
    assert.equal(session.user.displayName, 'Ada')
    assert.deepEqual(session.organisation, { id: organisationId, name: 'Analytical Engines' })
    assert.deepEqual(session.scopes, ['read', 'write', 'admin'])
    const again = await browser().send('POST', '/auth/links/use', { link: setupLink, password })
    assert.equal(again.status, 404)
  })

  test('whoever sets svc up chooses their e-mail address; nobody else does', async () => {
    const { email, setupLink } = await firstStart()
    const chosen = `Ada-${count}@Engines.example`
    const tab = browser()
    const refused = await tab.send('POST', '/auth/links/use', { link: setupLink, password, email: 'ada' })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.details[0].path, 'email')
    const guessable = { link: setupLink, password: chosen, email: chosen }
    assert.equal((await tab.send('POST', '/auth/links/use', guessable)).body.details[0].path, 'password')
    const entered = await tab.send('POST', '/auth/links/use', { link: setupLink, password, email: chosen })
    assert.equal(entered.status, 200)
    const session = (await tab.send('GET', '/auth/session')).body
    assert.equal(session.user.email, chosen.toLowerCase())
    const again = (address: string) => browser().send('POST', '/auth/sign-in', { email: address, password })
    assert.equal((await again(chosen)).status, 200)
    assert.equal((await again(email)).status, 401)

    const invited = await tab.send('POST', '/auth/members', { email: `b-${email}`, role: 'member' })
    const other = await browser().send('POST', '/auth/links/use', {
      link: invited.body.link,
      password,
      email: chosen,
    })
    assert.equal(other.status, 400)
    assert.equal(other.body.details[0].path, 'email')
  })

  test('a password must not be one that others would try first', async () => {
    const { setupLink, email } = await firstStart()
    for (const bad of ['short', 'aaaaaaaaaaaa', '0123456789', 'Password2026!', 'qwertyuiop', email]) {
      const refused = await browser().send('POST', '/auth/links/use', { link: setupLink, password: bad })
      assert.equal(refused.status, 400, bad)
      assert.equal(refused.body.details[0].path, 'password')
    }
  })

  test('a common password is also refused at an invitation and a change, with the reason', async () => {
    const { tab } = await owner()
    const email = `guest-${++count}@sign-in.example`
    const { link } = (await tab.send('POST', '/auth/members', { email, role: 'member' })).body
    const common = 'Football2026!'
    const invited = await browser().send('POST', '/auth/links/use', { link, password: common })
    const changed = await tab.send('POST', '/auth/password', { current: password, next: common })
    for (const [{ status, body }, path] of [
      [invited, 'password'],
      [changed, 'next'],
    ] as const) {
      assert.equal(status, 400)
      assert.equal(body.details[0].path, path)
      assert.match(body.message, /one of the most common passwords\. Use a phrase of several words/)
    }
    const named = await tab.send('PATCH', '/auth/organisation', { name: 'Analytical Engines' })
    assert.equal(named.status, 200)
    const own = { current: password, next: 'AnalyticalEngines1' }
    assert.match((await tab.send('POST', '/auth/password', own)).body.message, /organisation’s name/)
  })

  test('signing in and out; the password is nowhere in the database in plain text', async () => {
    const { email } = await owner()
    const tab = browser()
    const wrong = await tab.send('POST', '/auth/sign-in', { email, password: 'not this one, surely' })
    assert.equal(wrong.status, 401)
    assert.equal(wrong.body.message, 'The e-mail address or the password is wrong.')
    const right = await tab.send('POST', '/auth/sign-in', { email: email.toUpperCase(), password })
    assert.deepEqual(right.body, { signedIn: true })
    assert.equal((await tab.send('GET', '/v1/me')).status, 200)
    const [row] = await rowsIn(app.store, 'select hash from passwords limit 1')
    assert.match(String(row?.hash), /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const out = await tab.send('POST', '/auth/sign-out', {})
    assert.equal(out.status, 200)
    assert.match(out.setCookie ?? '', /Max-Age=0/)
    assert.equal((await tab.send('GET', '/v1/me')).status, 401)
  })

  test('a session works in both modes, and may do what the role allows', async () => {
    const { tab } = await owner()
    const live = await tab.send('POST', '/v1/teams', { name: 'Live' })
    assert.equal(live.status, 201)
    const test = await tab.send('POST', '/v1/teams', { name: 'Test' }, { 'x-svc-mode': 'test' })
    assert.equal(test.status, 201)
    const names = async (mode: string) =>
      (await tab.send('GET', '/v1/teams', undefined, { 'x-svc-mode': mode })).body.teams.map(
        ({ name }: { name: string }) => name,
      )
    assert.deepEqual(await names('live'), ['Live'])
    assert.deepEqual(await names('test'), ['Test'])
    assert.equal((await tab.send('DELETE', `/v1/domains/${'dom_x'}`)).status, 404, 'an owner may delete')
  })

  test('nobody else’s page can use the cookie', async () => {
    const { tab } = await owner()
    const body = { name: 'Forged' }
    for (const headers of [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'null' },
    ]) {
      const forged = await tab.send('POST', '/v1/teams', body, headers)
      assert.equal(forged.status, 403, JSON.stringify(headers))
    }
    assert.deepEqual((await tab.send('GET', '/v1/teams')).body.teams, [])
    const own = await tab.send('POST', '/v1/teams', body, { 'sec-fetch-site': 'same-origin' })
    assert.equal(own.status, 201)
  })

  test('guessing is throttled, and then the right password has to wait too', async () => {
    const { email } = await owner()
    const tab = browser()
    const statuses = []
    for (let attempt = 0; attempt < 7; attempt++) {
      statuses.push((await tab.send('POST', '/auth/sign-in', { email, password: 'wrong again' })).status)
    }
    assert.equal(statuses.filter((status) => status === 401).length, 5)
    const held = await tab.send('POST', '/auth/sign-in', { email, password })
    assert.equal(held.status, 429)
    assert.match(held.headers.get('retry-after') ?? '', /^\d+$/)
  })

  test('a new password ends every other session, this one stays', async () => {
    const { tab, email } = await owner()
    const other = browser()
    await other.send('POST', '/auth/sign-in', { email, password })
    const next = 'another walk, another river'
    const refused = await tab.send('POST', '/auth/password', { current: 'not it at all', next })
    assert.equal(refused.status, 400)
    assert.equal((await tab.send('POST', '/auth/password', { current: password, next })).status, 200)
    assert.equal((await tab.send('GET', '/auth/session')).status, 200)
    assert.equal((await other.send('GET', '/auth/session')).status, 401)
    assert.equal((await other.send('POST', '/auth/sign-in', { email, password: next })).status, 200)
  })

  test('sessions are listed and ended one by one, or all at once', async () => {
    const { tab, email } = await owner()
    const others = [browser(), browser()]
    for (const other of others) await other.send('POST', '/auth/sign-in', { email, password })
    const { sessions } = (await tab.send('GET', '/auth/sessions')).body
    assert.equal(sessions.length, 3)
    assert.deepEqual(
      sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent),
      [false, false, true],
    )
    assert.ok(!JSON.stringify(sessions).includes('svc_ses_'))
    assert.equal((await tab.send('DELETE', `/auth/sessions/${sessions[0].id}`)).status, 204)
    assert.equal((await others[1]?.send('GET', '/auth/session'))?.status, 401)
    assert.equal((await tab.send('POST', '/auth/sign-out', { everywhere: true })).status, 200)
    assert.equal((await others[0]?.send('GET', '/auth/session'))?.status, 401)
  })

  test('members are invited by link, changed and deactivated; nobody grants more than they have', async () => {
    const { tab } = await owner()
    const email = `guest-${++count}@sign-in.example`
    const invited = await tab.send('POST', '/auth/members', { email, role: 'admin', displayName: 'Grace' })
    assert.equal(invited.status, 201)
    const guest = browser()
    assert.equal(
      (await guest.send('POST', '/auth/links/use', { link: invited.body.link, password })).status,
      200,
    )
    assert.equal((await guest.send('GET', '/auth/session')).body.role, 'admin')
    const duplicate = await tab.send('POST', '/auth/members', { email, role: 'viewer' })
    assert.equal(duplicate.status, 409)
    const beyond = await guest.send('POST', '/auth/members', { email: `x${email}`, role: 'owner' })
    assert.equal(beyond.status, 403)
    const { id } = invited.body.user
    const me = (await tab.send('GET', '/auth/session')).body.user.id
    assert.equal((await guest.send('PATCH', `/auth/members/${me}`, { role: 'viewer' })).status, 403)
    assert.equal(
      (await tab.send('PATCH', `/auth/members/${me}`, { role: 'viewer' })).status,
      400,
      'the only owner',
    )
    assert.equal((await tab.send('PATCH', `/auth/members/${id}`, { role: 'viewer' })).status, 200)
    assert.equal((await guest.send('POST', '/v1/teams', { name: 'x' })).status, 403)
    assert.equal((await tab.send('PATCH', `/auth/members/${id}`, { isActive: false })).status, 200)
    assert.equal((await guest.send('GET', '/auth/session')).status, 401)
    assert.equal((await browser().send('POST', '/auth/sign-in', { email, password })).status, 401)
  })

  test('a viewer too may change their own name and revoke their own token', async () => {
    const { tab } = await owner()
    const email = `guest-${++count}@sign-in.example`
    const { link, user } = (await tab.send('POST', '/auth/members', { email, role: 'member' })).body
    const guest = browser()
    await guest.send('POST', '/auth/links/use', { link, password })
    const made = await guest.send('POST', '/v1/tokens', { name: 'laptop' })
    assert.equal(made.status, 201)
    assert.equal((await tab.send('PATCH', `/auth/members/${user.id}`, { role: 'viewer' })).status, 200)
    const named = await guest.send('PATCH', '/auth/profile', { displayName: 'Grace Hopper' })
    assert.equal(named.body.displayName, 'Grace Hopper')
    assert.equal((await guest.send('PATCH', '/auth/profile', { role: 'owner' })).status, 400)
    assert.equal((await guest.send('DELETE', `/v1/tokens/${made.body.id}`)).status, 204)
    const [own] = (await tab.send('GET', '/v1/tokens')).body.tokens
    assert.equal((await guest.send('DELETE', `/v1/tokens/${own.id}`)).status, 404, 'not that of another')
  })

  test('one address and password in two organisations: the person chooses', async () => {
    const { email, organisationId } = await owner()
    const made = await createOrganisation(app.store, { name: 'Second', ownerEmail: email })
    await browser().send('POST', '/auth/links/use', { link: made?.setupLink, password })
    const tab = browser()
    const choice = await tab.send('POST', '/auth/sign-in', { email, password })
    assert.deepEqual(choice.body.organisations.map(({ name }: { name: string }) => name).sort(), [
      'New',
      'Second',
    ])
    assert.equal(choice.setCookie, undefined)
    await tab.send('POST', '/auth/sign-in', { email, password, organisationId })
    assert.equal((await tab.send('GET', '/auth/session')).body.organisation.id, organisationId)
  })

  test('before signing in, only providers in use are shown, and only for a verified domain', async () => {
    const { tab, organisationId } = await owner()
    const domain = `acme-${++count}.example`
    const provider = async (name: string, status: string, priority: number) =>
      (await tab.send('POST', '/v1/identity-providers', { name, protocol: 'oidc', status, priority })).body.id
    const second = await provider('Second', 'active', 20)
    const first = await provider('First', 'active', 10)
    await provider('Not yet', 'configuring', 1)
    await provider('No more', 'disabled', 2)
    const claimed = await tab.send('POST', '/v1/sso/domains', { normalizedDomain: domain })
    assert.equal(claimed.status, 201)
    const waysIn = async (given?: string) => {
      const answer = await browser().send(
        'POST',
        '/auth/ways-in',
        given === undefined ? {} : { domain: given },
      )
      assert.equal(answer.status, 200)
      assert.equal(answer.body.password, true)
      return answer.body.providers
    }
    assert.deepEqual(await waysIn(), [], 'one of several organisations is not named to visitors')
    assert.deepEqual(await waysIn(domain), [], 'claiming a domain is not owning it')
    const home = partitionIdOf(organisationId, 'home')
    const actor = { type: 'system', id: null, name: 'test' } as const
    await app.store.write({ partitionId: home, actor, now: () => new Date() }, async (change) => {
      const held = await change.find(kinds.ssoDomain, claimed.body.id)
      assert.ok(held)
      await change.derive(kinds.ssoDomain, held, { ...held.record, verificationStatus: 'verified' })
    })
    const both = [
      { id: first, name: 'First', protocol: 'oidc' },
      { id: second, name: 'Second', protocol: 'oidc' },
    ]
    assert.deepEqual(await waysIn(domain), both)
    assert.deepEqual(await waysIn(domain.toUpperCase()), both)
    assert.deepEqual(await waysIn(`sub.${domain}`), [])
    const named = await tab.send('PATCH', `/v1/sso/domains/${claimed.body.id}`, { identityProviderId: first })
    assert.equal(named.status, 200)
    assert.deepEqual(await waysIn(domain), both.slice(0, 1))
    const tried = Array.from({ length: 60 }, () => browser().send('POST', '/auth/ways-in', { domain }))
    assert.ok((await Promise.all(tried)).some(({ status }) => status === 429))
  })

  test('an admin gives the organisation another name, which is in the audit log', async () => {
    const { tab, organisationId } = await owner()
    const named = await tab.send('PATCH', '/auth/organisation', { name: ' Analytical Engines ' })
    assert.deepEqual(named.body, { id: organisationId, name: 'Analytical Engines' })
    assert.equal((await tab.send('GET', '/v1/me')).body.organisation.name, 'Analytical Engines')
    const { auditLog } = (await tab.send('GET', '/v1/audit-log?type=organisation.renamed')).body
    assert.equal(auditLog.length, 1)
    assert.deepEqual(auditLog[0].subject, { kind: 'organisation', id: organisationId })
    assert.deepEqual(
      [auditLog[0].before, auditLog[0].after],
      [{ name: 'New' }, { name: 'Analytical Engines' }],
    )
    assert.equal((await tab.send('PATCH', '/auth/organisation', { name: '  ' })).status, 400)
    const { link } = (
      await tab.send('POST', '/auth/members', { email: `guest-${++count}@sign-in.example`, role: 'member' })
    ).body
    const guest = browser()
    await guest.send('POST', '/auth/links/use', { link, password })
    assert.equal((await guest.send('PATCH', '/auth/organisation', { name: 'Mine' })).status, 403)
  })

  test('a viewer creates read-only tokens in the console; a token of theirs creates none', async () => {
    const { tab } = await owner()
    const email = `guest-${++count}@sign-in.example`
    const { link } = (await tab.send('POST', '/auth/members', { email, role: 'viewer' })).body
    const guest = browser()
    await guest.send('POST', '/auth/links/use', { link, password })
    const made = await guest.send('POST', '/v1/tokens', { name: 'dashboard', scopes: ['read'] })
    assert.equal(made.status, 201)
    const refused = await guest.send('POST', '/v1/tokens', { name: 'more', scopes: ['read', 'write'] })
    assert.equal(refused.status, 400)
    assert.equal(refused.body.details[0].path, 'scopes')
    const bearer = { authorization: `Bearer ${made.body.token}` }
    assert.equal((await browser().send('GET', '/v1/teams', undefined, bearer)).status, 200)
    assert.equal((await browser().send('POST', '/v1/tokens', { name: 'x' }, bearer)).status, 403)
  })
})
