import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOrganisation } from '../../services/identity/create-organisation.ts'
import { changeUser } from '../../services/identity/members.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import {
  type BrowserTab,
  browserTab,
  onEachEngine,
  testTimeoutMs,
  serverOn,
  useApp,
} from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'

const password = 'a long walk by the river'
const wrong = 'not this one, surely'
let count = 0

/** Streams must end before their next check of the credential. */
const streams = { heartbeat: 3_600_000 }

onEachEngine((engine) => {
  // It hardly moves: whether somebody has to wait must not depend on how busy the machine is.
  let at = Date.now()
  const app = useApp(engine, { trustedProxies: '127.0.0.0/8', now: () => new Date(at++), streams })
  const tab = () => browserTab(app.url)
  const signIn = (from: BrowserTab, email: string, said: string, headers = {}) =>
    from.send('POST', '/auth/sign-in', { email, password: said }, headers)

  async function owner(headers: Readonly<Record<string, string>> = {}) {
    const email = `owner-${++count}@safety.example`
    const made = await createOrganisation(app.store, { name: 'New', ownerEmail: email })
    assert.ok(made)
    const own = tab()
    const entered = await own.send('POST', '/auth/links/use', { link: made.setupLink, password }, headers)
    assert.equal(entered.status, 200)
    return { email, organisationId: made.organisationId, own, entered }
  }

  async function member(by: BrowserTab, role: string) {
    const email = `member-${++count}@safety.example`
    const { link, user } = (await by.send('POST', '/auth/members', { email, role })).body
    const own = tab()
    assert.equal((await own.send('POST', '/auth/links/use', { link, password })).status, 200)
    return { email, id: user.id as string, own }
  }

  /** Opens a stream; the returned function waits for its end. */
  async function stream({ cookie }: BrowserTab, url = app.url): Promise<() => Promise<string>> {
    const given = await fetch(`${url}/v1/events`, {
      headers: { accept: 'text/event-stream', cookie },
      signal: AbortSignal.timeout(testTimeoutMs),
    })
    assert.equal(given.status, 200)
    return () => given.text()
  }

  test('many attackers cannot lock a person out of a browser they have used before', async () => {
    const { email, own } = await owner()
    await own.send('POST', '/auth/sign-out', {})
    for (let n = 0; n < 12; n++) {
      await signIn(tab(), email, wrong, { 'x-forwarded-for': `203.0.113.${n}` })
    }
    const outsider = await signIn(tab(), email, password, { 'x-forwarded-for': '198.51.100.1' })
    assert.equal(outsider.status, 429, 'many addresses allow no more guesses')
    assert.equal((await signIn(own, email, password)).status, 200)
  })

  test('requests for the sign-in options are counted per visitor, not per proxy', async () => {
    const ask = async (visitor: string) =>
      (await tab().send('POST', '/auth/ways-in', {}, { 'x-forwarded-for': visitor })).status
    const statuses = []
    for (let n = 0; n < 61; n++) statuses.push(await ask('203.0.113.77'))
    assert.equal(statuses.at(-1), 429)
    assert.equal(await ask('203.0.113.78'), 200, 'another visitor is not limited')
    for (let n = 0; n < 60; n++) await ask(`2001:db8:1:2::${n.toString(16)}`)
    assert.equal(await ask('2001:db8:1:2:ffff::1'), 429, 'all addresses of a network count as one visitor')
  })

  test('a device cookie grants no access, is for one person, and allows no more guesses than others', async () => {
    const { email, own } = await owner()
    const other = await owner()
    const thief = tab()
    thief.jar.set('svc_device', own.jar.get('svc_device') ?? '')
    assert.equal((await thief.send('GET', '/auth/session')).status, 401)
    const statuses = []
    for (let n = 0; n < 7; n++) statuses.push((await signIn(thief, email, wrong)).status)
    assert.equal(statuses.filter((status) => status === 401).length, 5)
    // For another person it does not count.
    for (let n = 0; n < 5; n++) await signIn(thief, other.email, wrong)
    assert.equal((await signIn(thief, other.email, password)).status, 429)
  })

  test('a new password invalidates the device cookies of other browsers', async () => {
    const { email, own } = await owner()
    const old = tab()
    assert.equal((await signIn(old, email, password)).status, 200)
    const next = 'another walk, another river'
    assert.equal((await own.send('POST', '/auth/password', { current: password, next })).status, 200)
    for (let n = 0; n < 6; n++) await signIn(tab(), email, wrong)
    assert.equal((await signIn(old, email, next)).status, 429)
    assert.equal((await signIn(own, email, next)).status, 200)
  })

  test('if many use the same link at once, one succeeds', async () => {
    const { own } = await owner()
    const email = `raced-${++count}@safety.example`
    const { link } = (await own.send('POST', '/auth/members', { email, role: 'member' })).body
    const tries = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        tab().send('POST', '/auth/links/use', { link, password: `${password} ${n}` }),
      ),
    )
    assert.deepEqual(tries.map(({ status }) => status).sort(), [200, 404, 404, 404, 404, 404])
  })

  test('a link that was replaced while it was being used does not use up the new one', async () => {
    const { own } = await owner()
    const email = `replaced-${++count}@safety.example`
    const { link, user } = (await own.send('POST', '/auth/members', { email, role: 'member' })).body
    const [used, again] = await Promise.all([
      tab().send('POST', '/auth/links/use', { link, password }),
      own.send('POST', `/auth/members/${user.id}/link`),
    ])
    const later = await tab().send('POST', '/auth/links/read', { link: again.body.link })
    assert.equal(again.status, 200)
    assert.equal(later.status, 200, `the new link works, whether the old one did (${used.status}) or not`)
  })

  test('a new session ends the one that the browser had, and inherits nothing from it', async () => {
    const { email, own } = await owner()
    const before = own.jar.get('svc_session') ?? ''
    assert.equal((await signIn(own, email, password)).status, 200)
    const old = tab()
    old.jar.set('svc_session', before)
    assert.notEqual(own.jar.get('svc_session'), before)
    assert.equal((await old.send('GET', '/auth/session')).status, 401)
    const chosen = tab()
    chosen.jar.set('svc_session', `svc_ses_${'a'.repeat(64)}`)
    assert.equal((await signIn(chosen, email, password)).status, 200)
    assert.notEqual(chosen.jar.get('svc_session'), `svc_ses_${'a'.repeat(64)}`)
  })

  test('over TLS the cookie is limited to this host, and no other is accepted', async () => {
    const proxied = { 'x-forwarded-proto': 'https' }
    const { entered, own } = await owner(proxied)
    assert.match(
      entered.setCookie ?? '',
      /^__Host-svc_session=svc_ses_[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/,
    )
    assert.equal((await own.send('GET', '/auth/session', undefined, proxied)).status, 200)
    const tossed = tab()
    tossed.jar.set('svc_session', own.jar.get('__Host-svc_session') ?? '')
    assert.equal((await tossed.send('GET', '/auth/session', undefined, proxied)).status, 401)
    // Where the proxy does not say so, the page's own origin does.
    const silent = { origin: app.url.replace('http:', 'https:') }
    assert.match((await owner(silent)).entered.setCookie ?? '', /^__Host-.*; Secure;/)
  })

  test('a session is not accepted in a header', async () => {
    const { own } = await owner()
    const bearer = { authorization: `Bearer ${own.jar.get('svc_session')}.live` }
    const asToken = await fetch(`${app.url}/v1/teams`, { headers: bearer })
    assert.equal(asToken.status, 401)
  })

  test('signing somebody in, out or up from another page is refused, whatever the content type', async () => {
    const { own, email } = await owner()
    for (const path of [
      '/auth/sign-in',
      '/auth/sign-out',
      '/auth/links/use',
      '/auth/password',
      '/v1/teams',
    ]) {
      for (const headers of [
        { origin: 'https://evil.example', 'content-type': 'text/plain' },
        { origin: 'null', 'content-type': 'application/x-www-form-urlencoded' },
        { origin: app.url, 'sec-fetch-site': 'same-site' },
        { origin: '' },
      ]) {
        const forged = await own.send('POST', path, { email, password }, headers)
        assert.ok([403, 415].includes(forged.status), `${path} ${JSON.stringify(headers)} ${forged.status}`)
        assert.equal(forged.setCookie, undefined)
      }
    }
    assert.equal((await own.send('GET', '/auth/session')).status, 200)
  })

  test('a deactivated member is signed out at once, with their stream of events, and no old credential works again', async () => {
    const { own, organisationId } = await owner()
    const { id, email, own: guest } = await member(own, 'member')
    const heard = await stream(guest)
    assert.equal((await own.send('PATCH', `/auth/members/${id}`, { isActive: false })).status, 200)
    assert.ok(!(await heard()).includes('user.updated'), 'it ends without sending the event')
    const who = { organisationId, email }
    await changeUser(app.store, who, { isActive: true })
    assert.equal((await guest.send('GET', '/auth/session')).status, 401)
    assert.equal((await signIn(guest, email, password)).status, 200)
    await changeUser(app.store, who, { isActive: false })
    await changeUser(app.store, who, { isActive: true })
    assert.equal((await guest.send('GET', '/auth/session')).status, 401, 'from the command line too')
  })

  test('a stream of events ends with its session', async () => {
    const { own, email } = await owner()
    const other = tab()
    await signIn(other, email, password)
    const heard = await stream(other)
    await other.send('POST', '/auth/sign-out', {})
    await heard()
    const [here, there] = [await stream(own), tab()]
    await signIn(there, email, password)
    await there.send('POST', '/auth/sign-out', { everywhere: true })
    await here()
  })

  for (const [what, end] of [
    ['a sign-out', (by: BrowserTab) => by.send('POST', '/auth/sign-out', { everywhere: true })],
    [
      'a new password',
      (by: BrowserTab) =>
        by.send('POST', '/auth/password', { current: password, next: 'another walk, another river' }),
    ],
  ] as const) {
    test(`${what} ends other sessions in every process, with their streams of events`, async (t) => {
      const { own, email } = await owner()
      const other = tab()
      await signIn(other, email, password)
      // Its clock stands still: its cached session does not expire on its own.
      const elsewhere = await serverOn(app.location, { now: () => new Date(at), streams })
      t.after(() => elsewhere.close())
      const ask = () => fetch(`${elsewhere.url}/v1/teams`, { headers: { cookie: other.cookie } })
      const heard = await stream(other, elsewhere.url)
      assert.equal((await ask()).status, 200)
      assert.ok((await end(own)).status < 300)
      assert.equal((await ask()).status, 401)
      await heard()
    })
  }

  test('one organisation’s session reaches nothing of another', async () => {
    const [mine, theirs] = [await owner(), await owner()]
    const outsider = await member(theirs.own, 'viewer')
    const [session] = (await theirs.own.send('GET', '/auth/sessions')).body.sessions
    const { body: team } = await theirs.own.send('POST', '/v1/teams', { name: 'Theirs' })
    for (const [method, path, body] of [
      ['PATCH', `/auth/members/${outsider.id}`, { role: 'owner' }],
      ['POST', `/auth/members/${outsider.id}/link`, undefined],
      ['DELETE', `/auth/sessions/${session.id}`, undefined],
      ['GET', `/v1/teams/${team.id}`, undefined],
      ['PATCH', `/v1/teams/${team.id}`, { name: 'Mine' }],
      ['GET', `/v1/users/${outsider.id}`, undefined],
    ] as const) {
      assert.equal((await mine.own.send(method, path, body)).status, 404, `${method} ${path}`)
    }
  })

  test('caches keep none of it, and the store keeps no usable secret', async () => {
    const { own, entered } = await owner()
    assert.equal(entered.headers.get('cache-control'), 'no-store')
    const page = await fetch(app.url, { headers: { accept: 'text/html' } })
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/)
    const kept = JSON.stringify([
      await rowsIn(app.store, 'select * from sessions'),
      await rowsIn(app.store, 'select * from entry_links'),
      await rowsIn(app.store, 'select * from passwords'),
      (await own.send('GET', '/v1/audit-log')).body,
      (await own.send('GET', '/v1/events')).body,
    ])
    assert.doesNotMatch(kept, /svc_(ses|link)_|svc_pat_\w+_[0-9a-f]{48}|by the river/)
    for (const [, value] of own.jar) assert.ok(!kept.includes(value))
  })

  test('expired sessions and links are deleted', async () => {
    const { own } = await owner()
    const email = `late-${++count}@safety.example`
    await own.send('POST', '/auth/members', { email, role: 'viewer' })
    const rows = async () => {
      const [sessions] = await rowsIn(app.store, 'select count(*) as n from sessions')
      const [links] = await rowsIn(app.store, 'select count(*) as n from entry_links')
      return Number(sessions?.n) + Number(links?.n)
    }
    assert.ok((await rows()) >= 2)
    const inAYear = () => new Date(Date.now() + 365 * 86_400_000)
    await runJob({ store: app.store, now: inAYear }, 'housekeeping')
    assert.equal(await rows(), 0)
  })
})
