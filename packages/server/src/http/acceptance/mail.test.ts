import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import tls from 'node:tls'
import { kinds } from '@svc/model'
import { issueLink } from '../../services/identity/members.ts'
import {
  browserTab,
  createFixtures,
  eventually,
  mailCert,
  type MailServerForTests,
  onEachEngine,
  serverOn,
  startMailServer,
  useApp,
} from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { bodyOf, change } from './checks.ts'

const password = 'a long walk by the river'
const login = { user: 'svc', password: 'pass:word/1' }

onEachEngine((engine) => {
  let server: MailServerForTests
  const ending: (() => unknown)[] = []
  before(async () => {
    tls.setDefaultCACertificates([mailCert])
    server = await startMailServer({ after: (end) => void ending.push(end as () => unknown) })
    server.login = login
  })
  after(async () => {
    for (const end of ending) await end()
  })
  beforeEach(() => {
    server.answers.clear()
    server.isDown = false
    server.offersTls = true
  })

  const lines: string[] = []
  const mailOptions = () => ({
    mail: {
      smtpUrl: `smtp://svc:${encodeURIComponent(login.password)}@localhost:${server.port}?starttls=required`,
      from: 'svc <svc@svc.example>',
    },
    mailTiming: { waitsMs: [200] },
    publicUrl: 'https://svc.example/catalog',
    log: (line: object) => void lines.push(JSON.stringify(line)),
  })
  const app = useApp(engine, {
    get mail() {
      return mailOptions().mail
    },
    get mailTiming() {
      return mailOptions().mailTiming
    },
    publicUrl: 'https://svc.example/catalog',
    log: (line) => void lines.push(JSON.stringify(line)),
  })

  /** Does not wait long for a mail server. */
  const hasty = useApp(engine, {
    get mail() {
      return { ...mailOptions().mail, timeoutMs: 2_000 }
    },
    get mailTiming() {
      return mailOptions().mailTiming
    },
    publicUrl: 'https://svc.example/catalog',
    log: (line) => void lines.push(JSON.stringify(line)),
  })

  let count = 0
  async function admin(on = app) {
    const organisation = await on.organisation()
    const { id, email } = await organisation.user('admin')
    const { link } = await issueLink(on.store, { organisationId: organisation.id, email })
    const tab = tabOf(on)
    bodyOf(await tab.send('POST', '/auth/links/use', { link, password }))
    return { organisation, tab, id, email }
  }

  /** The console is at the public URL, so that is where its requests come from. */
  function tabOf(on = app) {
    const tab = browserTab(on.url)
    const send: typeof tab.send = (method, path, body, headers = {}) =>
      tab.send(method, path, body, { origin: 'https://svc.example', ...headers })
    return { ...tab, send }
  }

  const newAddress = () => `person${++count}@${engine}.example`
  const mailsTo = (email: string) => server.received.filter(({ to }) => to.includes(email))
  const arrived = async (email: string, expected = 1) =>
    (
      await eventually(
        async () => mailsTo(email),
        (found) => found.length >= expected,
      )
    ).at(-1) as NonNullable<ReturnType<typeof mailsTo>[number]>
  const plain = (data: string) => data.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  const linkIn = (data: string) => /\/join#(svc_link_[0-9a-f]{48})/.exec(plain(data))?.[1] ?? ''
  const stored = (email: string, on = app) =>
    rowsIn(on.store, 'select * from mails where recipient = ? order by id', [email])
  const ask = (email: string) => tabOf().send('POST', '/auth/reset', { email })

  test('an invitation is mailed, encrypted and signed in, and its link opens the door', async () => {
    const { tab } = await admin()
    const email = newAddress()
    const made = bodyOf(await tab.send('POST', '/auth/members', { email, role: 'member' }), 201)
    assert.equal(made.isMailed, true)
    const mail = await arrived(email)
    assert.equal(mail.isEncrypted, true)
    assert.equal(mail.user, 'svc')
    assert.equal(mail.from, 'svc@svc.example')
    assert.deepEqual(mail.to, [email])
    assert.match(mail.data, /^Subject: Invitation to Test on svc\r$/m)
    assert.match(mail.data, /^From: svc <svc@svc\.example>\r$/m)
    assert.match(mail.data, /^Auto-Submitted: auto-generated\r$/m)
    assert.match(plain(mail.data), /https:\/\/svc\.example\/catalog\/join#svc_link_/)
    assert.equal(linkIn(mail.data), made.link, 'the same that is shown')
    bodyOf(await tabOf().send('POST', '/auth/links/use', { link: made.link, password }))
    assert.equal(mailsTo(email).length, 1)
  })

  test('the link is in clear text nowhere but in the mail, and gone once it is sent', async () => {
    const { tab, organisation } = await admin()
    const email = newAddress()
    server.answers.set('RCPT', '451 4.7.1 later')
    const { link } = bodyOf(await tab.send('POST', '/auth/members', { email, role: 'member' }), 201)
    const [waiting] = await eventually(
      () => stored(email),
      ([row]) => Number(row?.attempts) > 0,
    )
    assert.match(String(waiting?.secret), /^[0-9a-f]{16}\./, 'sealed')
    assert.ok(!JSON.stringify(waiting).includes(link))
    server.answers.clear()
    await arrived(email)
    const [sent] = await eventually(
      () => stored(email),
      ([row]) => row?.status === 'sent',
    )
    assert.equal(sent?.secret, null)
    const events = await organisation.owner.get('/audit-log?limit=100')
    for (const text of [events.text, lines.join()]) assert.ok(!text.includes('svc_link_'), text)
  })

  test('a server that refuses for now is tried again; one that refuses for good is not', async () => {
    const { tab } = await admin()
    const [later, never] = [newAddress(), newAddress()]
    server.answers.set('.', '452 4.3.1 full')
    await tab.send('POST', '/auth/members', { email: later, role: 'member' })
    await eventually(
      () => stored(later),
      ([row]) => Number(row?.attempts) >= 2,
    )
    const state = bodyOf(await tab.send('GET', '/auth/mail'))
    assert.equal(state.isOn, true)
    assert.equal(state.troubled[0].recipient, later)
    assert.equal(state.troubled[0].error, 'The mail server refused the mail (452 4.3.1).')
    assert.ok(state.troubled[0].nextAttemptAt)
    server.answers.clear()
    await arrived(later)

    server.answers.set('RCPT', '550 5.1.1 no such user svc_link_echoed')
    const { user } = bodyOf(await tab.send('POST', '/auth/members', { email: never, role: 'member' }), 201)
    const [row] = await eventually(
      () => stored(never),
      ([one]) => one?.status === 'failed',
    )
    assert.equal(row?.attempts, 1)
    assert.equal(row?.secret, null)
    assert.equal(row?.error, 'The mail server refused the recipient (550 5.1.1).', 'without what it said')
    const [failed] = await rowsIn(app.store, `select * from events where type = 'mail.failed'`)
    assert.equal(failed?.subject_id, user.id)
  })

  const troubles: readonly (readonly [what: string, begin: () => void, error: RegExp])[] = [
    [
      'is down',
      () => void Object.assign(server, { isDown: true }),
      /The connection to the mail server failed/,
    ],
    ['never greets', () => void server.answers.set('greeting', null), /did not answer in time/],
    ['hangs in the middle', () => void server.answers.set('DATA', null), /did not answer in time/],
    [
      'offers no encryption',
      () => void Object.assign(server, { offersTls: false }),
      /encrypted connection .* could not be made/,
    ],
    [
      'refuses the password',
      () => void server.answers.set('AUTH', '535 5.7.8 no'),
      /refused the user or the password \(535 5\.7\.8\)/,
    ],
    [
      'never stops talking',
      () => void server.answers.set('greeting', `220 ${'x'.repeat(1_000_000)}`),
      /The mail server sent too much/,
    ],
  ]
  for (const [what, begin, error] of troubles) {
    test(`a mail server that ${what} holds up nobody, and the mail is sent once it works`, async () => {
      const { tab } = await admin(hasty)
      begin()
      const email = newAddress()
      const said = server.commands.length
      const made = bodyOf(await tab.send('POST', '/auth/members', { email, role: 'member' }), 201)
      assert.equal(made.isMailed, true)
      const [row] = await eventually(
        () => stored(email, hasty),
        ([one]) => typeof one?.error === 'string',
      )
      assert.match(String(row?.error), error)
      assert.equal(mailsTo(email).length, 0)
      if (!server.offersTls)
        assert.deepEqual(
          server.commands.slice(said).filter((one) => /^(AUTH|MAIL|DATA)/.test(one)),
          [],
          'nothing is said in the open',
        )
      Object.assign(server, { isDown: false, offersTls: true })
      server.answers.clear()
      await arrived(email)
    })
  }

  test('whoever asks for a new password gets a link, and others are not told who is a member', async () => {
    const { email } = await admin()
    const known = await ask(email)
    const unknown = await ask(newAddress())
    assert.deepEqual([known.status, known.text], [202, '{}'])
    assert.deepEqual([unknown.status, unknown.text], [202, '{}'])
    const mail = await arrived(email)
    assert.match(mail.data, /^Subject: Your new password for Test on svc\r$/m)
    const link = linkIn(mail.data)
    const read = bodyOf(await tabOf().send('POST', '/auth/links/read', { link }))
    assert.deepEqual([read.purpose, read.email], ['reset', email])
    bodyOf(await tabOf().send('POST', '/auth/links/use', { link, password: 'another walk by the sea' }))
    assert.equal((await tabOf().send('POST', '/auth/links/use', { link, password })).status, 404)
    bodyOf(await tabOf().send('POST', '/auth/sign-in', { email, password: 'another walk by the sea' }))
    assert.equal((await tabOf().send('POST', '/auth/sign-in', { email, password })).status, 401)
  })

  test('a request ends no link from an admin, and one that is used ends the others', async () => {
    const { tab } = await admin()
    const email = newAddress()
    const { link: invited } = bodyOf(await tab.send('POST', '/auth/members', { email, role: 'member' }), 201)
    await arrived(email)
    await ask(email)
    await arrived(email, 2)
    await ask(email)
    const asked = linkIn((await arrived(email, 3)).data)
    for (const link of [invited, asked]) bodyOf(await tabOf().send('POST', '/auth/links/read', { link }))
    bodyOf(await tabOf().send('POST', '/auth/links/use', { link: asked, password }))
    for (const one of mailsTo(email))
      assert.equal((await tabOf().send('POST', '/auth/links/read', { link: linkIn(one.data) })).status, 404)
  })

  test('requests are throttled by address, and a mailbox cannot be filled', async () => {
    const { email } = await admin()
    const strangers = newAddress()
    for (const one of [email, strangers]) {
      const statuses: number[] = []
      for (let n = 0; n < 7; n += 1) statuses.push((await ask(one)).status)
      assert.deepEqual(statuses, [202, 202, 202, 202, 202, 429, 429])
    }
    await arrived(email, 3)
    await eventually(
      () => rowsIn(app.store, `select * from mails where status = 'pending'`),
      (rows) => rows.length === 0,
    )
    assert.equal(mailsTo(email).length, 3)
  })

  test('nothing is sent to people who are deactivated or must use the identity provider', async () => {
    const { organisation, tab, id: rescuerId, email: rescuer } = await admin()
    const [inside, gone] = [await organisation.user('member'), await organisation.user('member')]
    bodyOf(await tab.send('PATCH', `/auth/members/${gone.id}`, { isActive: false }))
    const fixtures = createFixtures({ app, organisation })
    await fixtures.put(kinds.identityProvider, {
      ...{ protocol: 'oidc', status: 'active', lastSignInAt: new Date().toISOString() },
    })
    await change(organisation.owner, '/sso/settings', {
      breakGlassUids: [organisation.ownerId, rescuerId],
    })
    await change(organisation.owner, '/sso/settings', {
      ...{ enforcementMode: 'required_all', allowPasswordFallback: false },
    })
    const invited = newAddress()
    const made = bodyOf(await tab.send('POST', '/auth/members', { email: invited, role: 'member' }), 201)
    assert.equal(made.isMailed, false)
    for (const one of [inside.email, gone.email, invited]) assert.equal((await ask(one)).status, 202)
    await ask(rescuer)
    await arrived(rescuer)
    for (const one of [inside.email, gone.email, invited]) assert.deepEqual(await stored(one), [])
  })

  test('what is not wanted any more when its turn comes is not sent', async () => {
    const { tab } = await admin()
    const email = newAddress()
    server.answers.set('RCPT', '451 4.7.1 later')
    const { user } = bodyOf(await tab.send('POST', '/auth/members', { email, role: 'member' }), 201)
    await eventually(
      () => stored(email),
      ([row]) => Number(row?.attempts) > 0,
    )
    bodyOf(await tab.send('PATCH', `/auth/members/${user.id}`, { isActive: false }))
    server.answers.clear()
    const [row] = await eventually(
      () => stored(email),
      ([one]) => one?.status === 'dropped',
    )
    assert.equal(row?.secret, null)
    assert.equal(mailsTo(email).length, 0)
  })

  test('names and addresses add no header, no recipient and no markup', async () => {
    const { tab } = await admin()
    bodyOf(
      await tab.send('PATCH', '/auth/organisation', {
        name: 'A <b>&</b>\r\nBcc: all@evil.example \u202egro',
      }),
    )
    const email = newAddress()
    const displayName = 'https://evil.example "<script>'
    bodyOf(await tab.send('POST', '/auth/members', { email, role: 'member', displayName }), 201)
    const { data, to } = await arrived(email)
    assert.deepEqual(to, [email])
    assert.doesNotMatch(data, /^Bcc:/m)
    const html = plain(data).slice(plain(data).indexOf('<!doctype html>'))
    assert.match(html, /A &lt;b&gt;&amp;&lt;\/b&gt; Bcc/)
    assert.doesNotMatch(html, /<b>|<script/)
    assert.doesNotMatch(plain(data), /https:\/\/evil\.example|\u202e/)
    for (const bad of ['a@b.example,c@d.example', '"a b"@c.example', 'a@b.example\r\nBcc: x@y.example'])
      bodyOf(await tab.send('POST', '/auth/members', { email: bad, role: 'member' }), 400)
  })

  test('what is no address is sent to nobody whose address it contains', async () => {
    const { tab } = await admin()
    for (const start of ['a,', 'a;', '<', 'all:', '(x)', '"x"']) {
      const address = newAddress()
      const email = `${start}${address}`
      bodyOf(await tab.send('POST', '/auth/members', { email, role: 'member' }), 201)
      const [row] = await eventually(
        () => stored(email),
        ([one]) => one?.status !== 'pending',
      )
      assert.deepEqual([row?.status, row?.error], ['failed', 'Mail cannot be sent to this address.'], email)
      assert.deepEqual(mailsTo(address), [])
    }
  })

  test('of several processes one sends each mail', async (t) => {
    const { tab } = await admin()
    const other = await serverOn(app.location, mailOptions())
    t.after(() => other.close())
    const emails = Array.from({ length: 20 }, newAddress)
    for (const email of emails)
      bodyOf(await tab.send('POST', '/auth/members', { email, role: 'member' }), 201)
    for (const email of emails) await arrived(email)
    await eventually(
      () => rowsIn(app.store, `select * from mails where status = 'pending'`),
      (rows) => rows.length === 0,
    )
    assert.deepEqual(
      emails.map((email) => mailsTo(email).length),
      emails.map(() => 1),
    )
  })
})

onEachEngine((engine) => {
  const app = useApp(engine)

  test('without a mail server everything is handed over, and asking says so', async () => {
    const organisation = await app.organisation()
    const { email } = await organisation.user('admin')
    const { link } = await issueLink(app.store, { organisationId: organisation.id, email })
    const tab = browserTab(app.url)
    await tab.send('POST', '/auth/links/use', { link, password })
    const made = bodyOf(
      await tab.send('POST', '/auth/members', { email: 'new@example.com', role: 'member' }),
      201,
    )
    assert.equal(made.isMailed, false)
    assert.match(made.link, /^svc_link_/)
    assert.equal((await browserTab(app.url).send('POST', '/auth/reset', { email })).status, 404)
    assert.equal(bodyOf(await tab.send('POST', '/auth/ways-in', {})).resetByMail, false)
    assert.deepEqual(bodyOf(await tab.send('GET', '/auth/mail')), { isOn: false, troubled: [] })
    assert.deepEqual(await rowsIn(app.store, 'select * from mails'), [])
  })
})
