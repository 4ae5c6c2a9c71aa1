import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import { changeUser } from '../../services/identity/members.ts'
import { type BrowserTab, browserTab, onEachEngine, serverOn, useApp } from '../../testing/index.ts'
import { type Lies, softAuthenticator } from '../../testing/soft-authenticator.ts'
import { rowsIn } from '../../testing/tables.ts'

const password = 'a long walk by the river'
let count = 0

onEachEngine((engine) => {
  let at = Date.now()
  const now = () => new Date(at++)
  const app = useApp(engine, { now })
  /** Browsers know no passkeys for addresses that are numbers. */
  const named = () => app.url.replace('127.0.0.1', 'localhost')
  const tab = () => browserTab(named())

  async function person() {
    const email = `person-${++count}@passkeys.example`
    const made = await createOrganisation(app.store, { name: 'Passkeys', ownerEmail: email })
    assert.ok(made)
    const own = tab()
    const entered = await own.send('POST', '/auth/links/use', { link: made.setupLink, password })
    assert.equal(entered.status, 200)
    return { ...made, email, own }
  }

  async function register(own: BrowserTab, lies: Lies = {}) {
    const options = await own.send('POST', '/auth/passkeys/options')
    assert.equal(options.status, 200)
    const { passkey, registration } = softAuthenticator(named()).create(options.body, lies)
    const added = await own.send('POST', '/auth/passkeys', { name: 'Laptop', ...registration })
    return { passkey, added, options: options.body, registration }
  }

  async function withPasskey() {
    const made = await person()
    const { passkey, added } = await register(made.own)
    assert.equal(added.status, 201)
    return { ...made, passkey, added: added.body }
  }

  const challenge = async (from: BrowserTab) =>
    (await from.send('POST', '/auth/passkeys/sign-in/options')).body
  const isIn = async (one: BrowserTab) => (await one.send('GET', '/auth/session')).status === 200

  test('a passkey is made for the host of the public URL, with the person verified and nothing attested', async () => {
    const { own } = await person()
    const { options, added } = await register(own)
    assert.equal(options.rp.id, 'localhost')
    assert.equal(options.attestation, 'none')
    assert.equal(Buffer.from(options.challenge, 'base64url').length, 32)
    assert.equal(options.authenticatorSelection.residentKey, 'required')
    assert.equal(options.authenticatorSelection.userVerification, 'required')
    assert.deepEqual(options.pubKeyCredParams.map(({ alg }: { alg: number }) => alg).sort(), [-257, -7, -8])
    assert.equal(added.status, 201)
    assert.equal(added.body.recoveryCodes.length, 10)
    const listed = (await own.send('GET', '/auth/passkeys')).body.passkeys
    assert.deepEqual(
      listed.map(({ name, usedAt }: { name: string; usedAt: null }) => [name, usedAt]),
      [['Laptop', null]],
    )
    const second = await register(own)
    assert.equal(second.options.user.id, options.user.id, 'one person for the authenticator')
    assert.equal(second.options.excludeCredentials.length, 1)
    assert.equal(second.added.body.recoveryCodes, null)
  })

  test('a passkey signs in alone', async () => {
    const { passkey, email } = await withPasskey()
    const other = tab()
    const signedIn = await other.send(
      'POST',
      '/auth/passkeys/sign-in',
      passkey.answer(await challenge(other)),
    )
    assert.deepEqual(signedIn.body, { signedIn: true })
    const session = (await other.send('GET', '/auth/session')).body
    assert.equal(session.user.email, email)
    const { sessions } = (await other.send('GET', '/auth/sessions')).body
    const [current] = sessions.filter((one: { isCurrent: boolean }) => one.isCurrent)
    assert.equal(current.method, 'passkey')
  })

  test('a passkey is asked for after the password, and completes the sign-in', async () => {
    const { passkey, email, added } = await withPasskey()
    const other = tab()
    const first = await other.send('POST', '/auth/sign-in', { email, password })
    assert.deepEqual(first.body.secondFactor, ['passkey', 'recovery'])
    const answer = passkey.answer(await challenge(other))
    const { ticket } = first.body
    const second = await other.send('POST', '/auth/second-factor', { ticket, passkey: answer })
    assert.deepEqual(second.body, { signedIn: true })
    const silent = tab()
    const { ticket: asked } = (await silent.send('POST', '/auth/sign-in', { email, password })).body
    const unnamed = passkey.answer(await challenge(silent), { userHandle: null })
    const third = await silent.send('POST', '/auth/second-factor', { ticket: asked, passkey: unnamed })
    assert.deepEqual(third.body, { signedIn: true }, 'whose it must be is known from the password')
    const lost = tab()
    const begun = (await lost.send('POST', '/auth/sign-in', { email, password })).body.ticket
    const code = added.recoveryCodes[3]
    assert.equal((await lost.send('POST', '/auth/second-factor', { ticket: begun, code })).status, 200)
  })

  for (const [what, lies] of [
    ['from another origin', { origin: 'https://evil.example' }],
    ['from another port of this host', { origin: 'http://localhost:1' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without the person being verified', { isVerified: false }],
    ['with another’s handle', { userHandle: 'AAAA' }],
    ['without a handle', { userHandle: null }],
    ['with a counter that went back', { counter: 1 }],
    ['as a registration', { type: 'webauthn.create' }],
  ] as const) {
    test(`an answer ${what} is refused, and logged once`, async () => {
      const { passkey, own } = await withPasskey()
      const before = tab()
      const used = passkey.answer(await challenge(before), { counter: 5 })
      assert.equal((await before.send('POST', '/auth/passkeys/sign-in', used)).status, 200)
      const other = tab()
      const answer = passkey.answer(await challenge(other), { counter: 6, ...lies })
      const refused = await other.send('POST', '/auth/passkeys/sign-in', answer)
      assert.deepEqual([refused.status, refused.body.message], [401, 'The passkey was not accepted.'])
      assert.equal(other.jar.get('svc_session'), undefined)
      assert.equal(await refusals(own), 1)
    })
  }

  async function refusals(own: BrowserTab): Promise<number> {
    for (;;) {
      const text = JSON.stringify((await own.send('GET', '/v1/audit-log')).body)
      const found = text.split('"sign_in.refused"').length - 1
      if (found > 0) return found
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  test('a challenge is good once, for one browser, for five minutes, whatever comes of it', async () => {
    const { passkey } = await withPasskey()
    const other = tab()
    const options = await challenge(other)
    const sent = (from: BrowserTab, lies: Lies = {}) =>
      from.send('POST', '/auth/passkeys/sign-in', passkey.answer(options, lies))
    assert.equal((await sent(tab())).status, 401, 'another browser')
    assert.equal((await sent(other, { origin: 'https://evil.example' })).status, 401)
    assert.equal((await sent(other)).status, 401, 'it was used up by the refusal')
    const late = await challenge(other)
    at += 5 * 60_000
    const old = await other.send('POST', '/auth/passkeys/sign-in', passkey.answer(late))
    assert.equal(old.status, 401)
    const made = await other.send(
      'POST',
      '/auth/passkeys/sign-in',
      passkey.answer(options, { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }),
    )
    assert.equal(made.status, 401)
    const fresh = await challenge(other)
    const answer = passkey.answer(fresh)
    const both = await Promise.all([
      other.send('POST', '/auth/passkeys/sign-in', answer),
      other.send('POST', '/auth/passkeys/sign-in', answer),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 401])
  })

  test('a challenge of one process is known to the others', async (t) => {
    const { passkey } = await withPasskey()
    const origin = named()
    const elsewhere = await serverOn(app.location, { now, publicUrl: origin })
    t.after(() => elsewhere.close())
    const there = browserTab(elsewhere.url)
    const other = tab()
    const options = await challenge(other)
    for (const [name, value] of other.jar) there.jar.set(name, value)
    const answer = passkey.answer(options)
    const signedIn = await there.send('POST', '/auth/passkeys/sign-in', answer, { origin })
    assert.equal(signedIn.status, 200)
    assert.equal((await other.send('POST', '/auth/passkeys/sign-in', answer)).status, 401)
  })

  for (const [what, lies] of [
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another host', { rpId: 'evil.example' }],
    ['without the person being verified', { isVerified: false }],
    ['with an invented challenge', { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
  ] as const) {
    test(`a passkey that was made ${what} is not registered`, async () => {
      const { own } = await person()
      const { added } = await register(own, lies)
      assert.ok([400, 401].includes(added.status), String(added.status))
      assert.deepEqual((await own.send('GET', '/auth/passkeys')).body.passkeys, [])
    })
  }

  test('a registration is for who asked for it, once', async () => {
    const [mine, theirs] = [await person(), await person()]
    const { passkey, registration } = await register(mine.own)
    assert.ok(passkey)
    assert.equal((await mine.own.send('POST', '/auth/passkeys', registration)).status, 401)
    const options = (await mine.own.send('POST', '/auth/passkeys/options')).body
    const other = softAuthenticator(named()).create(options)
    assert.equal((await theirs.own.send('POST', '/auth/passkeys', other.registration)).status, 401)
  })

  test('another’s passkey completes nobody’s sign-in and cannot be removed', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()]
    const other = tab()
    const { ticket } = (await other.send('POST', '/auth/sign-in', { email: mine.email, password })).body
    const answer = theirs.passkey.answer(await challenge(other))
    assert.equal((await other.send('POST', '/auth/second-factor', { ticket, passkey: answer })).status, 401)
    const unnamed = theirs.passkey.answer(await challenge(other), { userHandle: null })
    assert.equal((await other.send('POST', '/auth/second-factor', { ticket, passkey: unnamed })).status, 401)
    assert.equal((await mine.own.send('POST', '/auth/reauthenticate', { passkey: unnamed })).status, 400)
    const removed = await theirs.own.send('DELETE', `/auth/passkeys/${mine.added.id}`)
    assert.equal(removed.status, 404)
    assert.equal((await mine.own.send('DELETE', `/auth/passkeys/${mine.added.id}`)).status, 204)
    const gone = tab()
    const late = await gone.send('POST', '/auth/passkeys/sign-in', mine.passkey.answer(await challenge(gone)))
    assert.equal(late.status, 401)
    assert.deepEqual((await gone.send('POST', '/auth/sign-in', { email: mine.email, password })).body, {
      signedIn: true,
    })
  })

  test('a deactivated person’s passkey opens nothing', async () => {
    const owner = await person()
    const email = `member-${++count}@passkeys.example`
    const { link } = (await owner.own.send('POST', '/auth/members', { email, role: 'member' })).body
    const own = tab()
    await own.send('POST', '/auth/links/use', { link, password })
    const { passkey } = await register(own)
    await changeUser(app.store, { organisationId: owner.organisationId, email }, { isActive: false })
    const other = tab()
    const refused = await other.send('POST', '/auth/passkeys/sign-in', passkey.answer(await challenge(other)))
    assert.equal(refused.status, 401)
    const rows = await rowsIn(
      app.store,
      `select 1 as one from sessions where method = 'passkey' and user_id in
      (select id from users where email = ?)`,
      [email],
    )
    assert.deepEqual(rows, [])
    assert.equal(await isIn(other), false)
  })

  test('where browsers would refuse, the answer says what to do', async (t) => {
    const { own } = await person()
    const number = browserTab(app.url)
    for (const [name, value] of own.jar) number.jar.set(name, value)
    const refused = await number.send('POST', '/auth/passkeys/options')
    assert.equal(refused.status, 400)
    assert.match(refused.body.message, /only at http:\/\/localhost:\d+/)
    for (const [publicUrl, said] of [
      ['http://192.0.2.7:8080', /host name/],
      ['https://[2001:db8::1]', /host name/],
      ['http://svc.example', /https/],
    ] as const) {
      const server = await serverOn(app.location, { now, publicUrl })
      t.after(() => server.close())
      const { origin } = new URL(publicUrl)
      const path = '/auth/passkeys/sign-in/options'
      const answer = await browserTab(server.url).send('POST', path, undefined, { origin })
      assert.equal(answer.status, 400)
      assert.match(answer.body.message, said)
    }
  })

  test('the host is never taken from a request', async () => {
    const other = tab()
    const forged = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const { body } = await other.send('POST', '/auth/passkeys/sign-in/options', undefined, forged)
    assert.equal(body.rpId, 'localhost')
  })

  test('nobody fills the database with challenges', async () => {
    at += 60_000
    const statuses = []
    for (let n = 0; n < 301; n++)
      statuses.push((await tab().send('POST', '/auth/passkeys/sign-in/options')).status)
    assert.equal(statuses.at(-1), 429)
    at += 61_000
  })
})
