import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import { type BrowserTab, browserTab, onEachEngine, serverOn, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { secretBytes, totpCode } from '../../testing/totp-device.ts'

const password = 'a long walk by the river'
const stepMs = 30_000
let count = 0

onEachEngine((engine) => {
  let at = Date.now()
  const now = () => new Date(at)
  const app = useApp(engine, { now })
  const tab = () => browserTab(app.url)
  const code = (secret: string, off = 0) => totpCode(secret, now(), off)

  async function person() {
    const email = `person-${++count}@factors.example`
    const made = await createOrganisation(app.store, { name: 'Factors', ownerEmail: email })
    assert.ok(made)
    const own = tab()
    const entered = await own.send('POST', '/auth/links/use', { link: made.setupLink, password })
    assert.equal(entered.status, 200)
    return { ...made, email, own }
  }

  async function withTotp() {
    const made = await person()
    const { secret } = (await made.own.send('POST', '/auth/totp')).body
    const confirmed = await made.own.send('POST', '/auth/totp/confirm', { code: code(secret) })
    assert.equal(confirmed.status, 200)
    at += 2 * stepMs
    return { ...made, secret: secret as string, codes: confirmed.body.recoveryCodes as string[] }
  }

  const begin = (from: BrowserTab, email: string) => from.send('POST', '/auth/sign-in', { email, password })
  const complete = (from: BrowserTab, ticket: string, said: string) =>
    from.send('POST', '/auth/second-factor', { ticket, code: said })
  const isIn = async (one: BrowserTab) => (await one.send('GET', '/auth/session')).status === 200

  test('an authenticator app is added with a code, and asked for after the password from then on', async () => {
    const { email, own } = await person()
    const begun = await own.send('POST', '/auth/totp')
    assert.equal(begun.status, 200)
    assert.match(begun.body.secret, /^[A-Z2-7]{32}$/)
    assert.match(
      begun.body.uri,
      /^otpauth:\/\/totp\/svc%20\(Factors\):person-\d+%40factors\.example\?secret=/,
    )
    assert.deepEqual((await begin(tab(), email)).body, { signedIn: true }, 'not before it is confirmed')
    const wrong = await own.send('POST', '/auth/totp/confirm', { code: code(begun.body.secret, 5) })
    assert.deepEqual([wrong.status, wrong.body.details[0].path], [400, 'code'])
    const confirmed = await own.send('POST', '/auth/totp/confirm', { code: code(begun.body.secret) })
    assert.equal(confirmed.body.recoveryCodes.length, 10)
    for (const one of confirmed.body.recoveryCodes) assert.match(one, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
    assert.equal((await own.send('POST', '/auth/totp')).status, 409)

    const other = tab()
    const first = await begin(other, email)
    assert.deepEqual(first.body.secondFactor, ['totp', 'recovery'])
    assert.equal(other.jar.get('svc_session'), undefined, 'the password alone opens nothing')
    at += stepMs
    const second = await complete(other, first.body.ticket, code(begun.body.secret))
    assert.deepEqual(second.body, { signedIn: true })
    const { sessions } = (await other.send('GET', '/auth/sessions')).body
    const [session] = sessions.filter((one: { isCurrent: boolean }) => one.isCurrent)
    assert.deepEqual([session.method, session.factor], ['password', 'totp'])
  })

  test('a code works once, in any process, and so does the code that confirmed the app', async (t) => {
    const { email, own, secret } = await withTotp()
    const elsewhere = await serverOn(app.location, { now })
    t.after(() => elsewhere.close())
    const [here, there] = [tab(), browserTab(elsewhere.url)]
    const said = code(secret)
    const tickets = [(await begin(here, email)).body.ticket, (await begin(there, email)).body.ticket]
    const answers = await Promise.all([complete(here, tickets[0], said), complete(there, tickets[1], said)])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401])
    const late = tab()
    const { ticket } = (await begin(late, email)).body
    assert.equal((await complete(late, ticket, said)).status, 401)
    assert.equal((await complete(late, ticket, code(secret, -1))).status, 401, 'nor an earlier one')
    assert.equal((await complete(late, ticket, code(secret, 1))).status, 200)
    assert.equal(await isIn(own), true)
  })

  test('the second step is for one sign-in, once, by whoever was told the ticket, and not for long', async () => {
    const { email, secret } = await withTotp()
    const mine = tab()
    const { ticket } = (await begin(mine, email)).body
    const stranger = await person()
    const theirs = (await begin(tab(), stranger.email)).body
    assert.equal(theirs.ticket, undefined)
    assert.equal((await complete(mine, `${ticket}x`, code(secret))).status, 401)
    assert.equal(mine.jar.size, 0, 'nothing but the ticket is needed')
    assert.equal((await complete(mine, ticket, code(secret))).status, 200)
    at += stepMs
    assert.equal((await complete(mine, ticket, code(secret))).status, 401, 'it was used')
    const late = tab()
    const second = (await begin(late, email)).body.ticket
    at += 5 * 60_000
    assert.equal((await complete(late, second, code(secret))).status, 401)
    assert.equal((await late.send('POST', '/auth/second-factor', { ticket: second })).status, 400)
  })

  test('codes cannot be guessed, and somebody who knows the password cannot lock the person out', async () => {
    const { email, own, secret } = await withTotp()
    const thief = tab()
    const { ticket } = (await begin(thief, email)).body
    const statuses = []
    const right = new Set([-1, 0, 1].map((off) => code(secret, off)))
    const wrong = Array.from({ length: 9 }, (_, n) => String(n).repeat(6)).filter((one) => !right.has(one))
    for (const guess of wrong.slice(0, 7)) statuses.push((await complete(thief, ticket, guess)).status)
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
    assert.equal((await complete(thief, ticket, code(secret))).status, 429, 'even the right one has to wait')
    const again = tab()
    const fresh = (await begin(again, email)).body.ticket
    assert.equal((await complete(again, fresh, code(secret))).status, 429, 'and a new ticket changes nothing')
    await own.send('POST', '/auth/sign-out', {})
    const known = (await begin(own, email)).body.ticket
    assert.equal((await complete(own, known, code(secret))).status, 200)
    const log = (await own.send('GET', '/v1/audit-log?type=sign_in.refused')).body
    assert.ok(JSON.stringify(log).includes('sign_in.refused'))
  })

  test('a recovery code works once, as typed, and new ones replace the old', async () => {
    const { email, own, codes } = await withTotp()
    const one = tab()
    const { ticket } = (await begin(one, email)).body
    const typed = (codes[0] ?? '').toUpperCase().replaceAll('-', ' ')
    assert.equal((await complete(one, ticket, typed)).status, 200)
    const two = tab()
    const again = (await begin(two, email)).body.ticket
    assert.equal((await complete(two, again, codes[0] ?? '')).status, 401)
    assert.equal((await own.send('GET', '/auth/totp')).body.recoveryCodesLeft, 9)
    const renewed = (await own.send('POST', '/auth/recovery-codes')).body.recoveryCodes
    assert.equal((await complete(two, again, codes[1] ?? '')).status, 401)
    assert.equal((await complete(two, again, renewed[1])).status, 200)
  })

  test('a new password, by a link or otherwise, does not stand in for the second factor', async () => {
    const { email, own, secret } = await withTotp()
    const { ticket } = (await begin(tab(), email)).body
    const waiting = tab()
    const before = (await begin(waiting, email)).body.ticket
    assert.ok(ticket)
    const next = 'another walk, another river'
    assert.equal((await own.send('POST', '/auth/password', { current: password, next })).status, 200)
    assert.equal((await complete(waiting, before, code(secret))).status, 401, 'it was for the old password')
    const { user } = (await own.send('GET', '/auth/session')).body
    const { link } = (await own.send('POST', `/auth/members/${user.id}/link`)).body
    const other = tab()
    const entered = await other.send('POST', '/auth/links/use', { link, password })
    assert.deepEqual(entered.body.secondFactor, ['totp', 'recovery'])
    assert.equal(other.jar.get('svc_session'), undefined)
    assert.equal((await complete(other, entered.body.ticket, code(secret))).status, 200)
  })

  test('the first factor ends sessions that were opened without one', async () => {
    const { email, own } = await person()
    const other = tab()
    await begin(other, email)
    assert.ok(await isIn(other))
    const { secret } = (await own.send('POST', '/auth/totp')).body
    assert.equal((await own.send('POST', '/auth/totp/confirm', { code: code(secret) })).status, 200)
    assert.ok(!(await isIn(other)))
    assert.ok(await isIn(own))
  })

  test('without the app, the password is enough again', async () => {
    const { email, own } = await withTotp()
    assert.equal((await own.send('DELETE', '/auth/totp')).status, 204)
    assert.equal((await own.send('DELETE', '/auth/totp')).status, 404)
    assert.deepEqual((await begin(tab(), email)).body, { signedIn: true })
    assert.deepEqual((await own.send('GET', '/auth/totp')).body, { confirmedAt: null, recoveryCodesLeft: 0 })
  })

  test('nothing of it is stored in plain text or told to others', async () => {
    const { own, secret, codes } = await withTotp()
    const kept = JSON.stringify([
      await rowsIn(app.store, 'select * from totp_secrets'),
      await rowsIn(app.store, 'select * from recovery_codes'),
      await rowsIn(app.store, 'select * from sign_in_tickets'),
      (await own.send('GET', '/v1/audit-log')).body,
      (await own.send('GET', '/v1/events')).body,
    ])
    for (const text of [secret, secretBytes(secret).toString('base64'), ...codes])
      assert.ok(!kept.includes(text))
    assert.ok(kept.includes('user.totp_added'))
  })

  test('nobody else’s page adds, removes or completes anything', async () => {
    const { own } = await withTotp()
    for (const [method, path, body] of [
      ['POST', '/auth/totp', undefined],
      ['DELETE', '/auth/totp', undefined],
      ['POST', '/auth/recovery-codes', undefined],
      ['POST', '/auth/second-factor', { ticket: 'x', code: '123456' }],
      ['POST', '/auth/reauthenticate', { password }],
      ['POST', '/auth/passkeys/options', undefined],
      ['POST', '/auth/passkeys/sign-in/options', undefined],
    ] as const) {
      const forged = await own.send(method, path, body, { origin: 'https://evil.example' })
      assert.equal(forged.status, 403, path)
      const crossSite = await own.send(method, path, body, { 'sec-fetch-site': 'cross-site' })
      assert.equal(crossSite.status, 403, path)
    }
  })
})
