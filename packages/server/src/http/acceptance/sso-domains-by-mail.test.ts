import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import tls from 'node:tls'
import { createMail } from '../../services/mail/mail.ts'
import { openMasterKeys } from '../../services/vault/master-keys.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { createDns } from '../../outbound/dns.ts'
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts'
import { createDomainProofs } from '../../services/sso/proofs.ts'
import {
  type Client,
  eventually,
  mailCert,
  type MailServerForTests,
  onEachEngine,
  startMailServer,
  useApp,
} from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { type Body, bodyOf, change, make, read, refused, refusedField, remove } from './checks.ts'

const dayMs = 86_400_000

onEachEngine((engine) => {
  let server: MailServerForTests
  const ending: (() => unknown)[] = []
  before(async () => {
    tls.setDefaultCACertificates([mailCert])
    server = await startMailServer({ after: (end) => void ending.push(end as () => unknown) })
  })
  after(async () => {
    for (const end of ending) await end()
  })
  beforeEach(() => server.answers.clear())

  const lines: string[] = []
  let at = Date.now()
  const mail = () => ({ smtpUrl: `smtp://localhost:${server.port}`, from: 'svc@svc.example' })
  const app = useApp(engine, {
    get mail() {
      return mail()
    },
    mailTiming: { waitsMs: [100] },
    publicUrl: 'https://svc.example/catalog',
    now: () => new Date(at),
    log: (line) => void lines.push(JSON.stringify(line)),
  })
  const silent = useApp(engine)

  let count = 0
  const newDomain = () => `mail-${++count}-${engine}.example`
  const add = (client: Client, normalizedDomain = newDomain()): Promise<Body> =>
    make(client, '/sso/domains', { normalizedDomain, verificationMethod: 'email_link' })
  const again = (client: Client, { id }: Body) => client.post(`/sso/domains/${id}/verify`)
  const confirm = (client: Client, { id }: Body, link: string) =>
    client.post(`/sso/domains/${id}/confirm`, { link })
  const plain = (data: string) => data.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  const mailsTo = ({ id, verificationLocation }: Body) =>
    server.received.filter(({ to, data }) => to.includes(verificationLocation) && plain(data).includes(id))
  async function linkTo(domain: Body, expected = 1): Promise<string> {
    const mails = await eventually(
      async () => mailsTo(domain),
      (found) => found.length >= expected,
    )
    const pattern = new RegExp(
      `https://svc\\.example/catalog/settings/sso#${domain.id}\\.(svc_domain_[0-9a-f]{48})`,
    )
    return pattern.exec(plain(mails.at(-1)?.data ?? ''))?.[1] ?? ''
  }

  /** The background job, at the time of the clock. */
  const check = () => {
    const domainProofs = createDomainProofs({ dns: createDns({}), fetch: createGuardedFetch() })
    const now = () => new Date(at)
    const sender = createMail(
      mail(),
      openMasterKeys({ file: join(app.location.dataDir, 'master.key') }),
      () => {},
    )
    return runJob({ store: app.store, now, domainProofs, mail: sender }, 'sso-domains')
  }

  test('a link that is mailed to the postmaster verifies a domain once an admin opens it', async () => {
    const { owner, person } = await app.organisation()
    const domain = await add(owner)
    assert.deepEqual(
      [domain.verificationStatus, domain.verificationLocation, domain.verificationValue],
      ['pending', `postmaster@${domain.normalizedDomain}`, null],
    )
    assert.match(domain.verificationMessage, /^A link is sent to postmaster@/)
    const link = await linkTo(domain)
    const [mail] = mailsTo(domain)
    assert.match(mail?.data ?? '', /^Subject: Does mail-\d+-\w+\.example belong to/m)
    assert.deepEqual(mail?.to, [domain.verificationLocation], 'nobody else')
    for (const wrong of [`svc_domain_${'0'.repeat(48)}`, 'x', `${link}0`])
      refusedField(await confirm(owner, domain, wrong), 'link')
    refused(await confirm(await person('member'), domain, link), 403, 'forbidden')
    const verified = bodyOf(await confirm(await person('admin'), domain, link))
    assert.equal(verified.verificationStatus, 'verified')
    assert.ok(verified.verifiedAt)
    assert.match(verified.verificationMessage, /was opened\.$/)
    refusedField(await confirm(owner, domain, link), 'link')
    assert.deepEqual(await read(owner, `/sso/domains/${domain.id}`), verified)
  })

  test('the link is nowhere but in the mail', async () => {
    const { owner } = await app.organisation()
    server.answers.set('RCPT', '451 4.7.1 later')
    const domain = await add(owner)
    const { id } = domain
    const stored = () => rowsIn(app.store, 'select * from mails where subject_id = ?', [id])
    await eventually(stored, ([row]) => Number(row?.attempts) > 0)
    const kept = JSON.stringify([
      await stored(),
      await rowsIn(app.store, 'select * from sso_domains where "id" = ?', [id]),
      (await owner.get(`/sso/domains/${id}`)).text,
      (await owner.get('/audit-log')).text,
      (await owner.get('/events')).text,
    ])
    server.answers.clear()
    at += 60_000
    const link = await linkTo(domain)
    for (const text of [kept, lines.join()]) assert.ok(!text.includes('svc_domain_'))
    assert.match(link, /^svc_domain_/)
    await eventually(stored, ([row]) => row?.status === 'sent' && row.secret === null)
  })

  test('a new link replaces the one before, and a mailbox is not filled', async () => {
    const { owner } = await app.organisation()
    const domain = await add(owner)
    const first = await linkTo(domain)
    bodyOf(await again(owner, domain))
    const second = await linkTo(domain, 2)
    refusedField(await confirm(owner, domain, first), 'link')
    for (let n = 0; n < 3; n++) bodyOf(await again(owner, domain))
    const many = await again(owner, domain)
    refused(many, 429, 'rate_limited')
    assert.ok(Number(many.headers.get('retry-after')) > 0)
    await remove(owner, `/sso/domains/${domain.id}`)
    const anew = await owner.post('/sso/domains', {
      normalizedDomain: domain.normalizedDomain,
      verificationMethod: 'email_link',
    })
    refused(anew, 429, 'rate_limited')
    refused(await confirm(owner, domain, second), 404, 'not_found')
  })

  test('a link is for one domain of one organisation, for a week, and for this method', async () => {
    const [{ owner }, stranger] = [await app.organisation(), await app.organisation()]
    const [one, two] = [await add(owner), await add(owner)]
    const theirs = await add(stranger.owner, one.normalizedDomain)
    const link = await linkTo(one)
    refusedField(await confirm(owner, two, link), 'link')
    refusedField(await confirm(stranger.owner, theirs, link), 'link')
    refused(await confirm(stranger.owner, one, link), 404, 'not_found')
    at += 7 * dayMs + 1
    refusedField(await confirm(owner, one, link), 'link')
    bodyOf(await again(owner, one))
    const fresh = await linkTo(one, 2)
    const other = await change(owner, `/sso/domains/${one.id}`, { verificationMethod: 'dns_txt' })
    assert.equal(other.verificationStatus, 'pending')
    const late = await confirm(owner, one, fresh)
    refused(late, 400, 'invalid_request')
    assert.match(late.body.message, /is verified by dns_txt/)
  })

  test('of two organisations the first to open its link has the domain', async () => {
    const [one, two] = [await app.organisation(), await app.organisation()]
    const name = newDomain()
    const first = await add(one.owner, name)
    const link = await linkTo(first)
    const second = await add(two.owner, name)
    const other = await linkTo(second)
    const answers = await Promise.all([confirm(one.owner, first, link), confirm(two.owner, second, other)])
    assert.deepEqual(answers.map(({ body }) => body.verificationStatus).sort(), ['conflict', 'verified'])
  })

  test('a domain whose mail cannot arrive says so', async () => {
    const { owner } = await app.organisation()
    server.answers.set('RCPT', '550 5.1.1 no such user')
    const { id } = await add(owner)
    const told = await eventually(
      () => read(owner, `/sso/domains/${id}`),
      ({ verificationMessage }) => /could not be sent/.test(verificationMessage),
    )
    assert.match(told.verificationMessage, /refused the recipient \(550 5\.1\.1\)\.$/)
    const { auditLog } = await read(owner, `/audit-log?subjectId=${id}&type=mail.failed`)
    assert.equal(auditLog.length, 1)
  })

  test('nobody opens it: after 30 days it has failed; a proof lasts a year, and a month before there is a new link', async () => {
    const { owner } = await app.organisation()
    const [left, proved] = [await add(owner), await add(owner)]
    bodyOf(await confirm(owner, proved, await linkTo(proved)))
    const state = async ({ id }: Body) => (await read(owner, `/sso/domains/${id}`)).verificationStatus
    at += 2 * 60_000
    await check()
    assert.equal(await state(left), 'pending')
    at += 30 * dayMs
    await check()
    assert.deepEqual([await state(left), await state(proved)], ['failed', 'verified'])
    const revived = bodyOf(await again(owner, left))
    assert.equal(revived.verificationStatus, 'pending')
    assert.equal(mailsTo(proved).length, 1)
    at += 306 * dayMs
    await check()
    const link = await linkTo(proved, 2)
    const warned = await read(owner, `/sso/domains/${proved.id}`)
    assert.equal(warned.verificationStatus, 'verified')
    assert.match(warned.verificationMessage, /^Proofs by mail end after a year, this one on /)
    bodyOf(await confirm(owner, proved, link))
    at += 364 * dayMs
    await check()
    assert.equal(await state(proved), 'verified')
    at += 2 * dayMs
    await check()
    assert.equal(await state(proved), 'expired')
  })

  test('without a mail server it is refused with what else there is', async () => {
    const { owner } = await silent.organisation()
    const body = { normalizedDomain: newDomain(), verificationMethod: 'email_link' }
    const reply = await owner.post('/sso/domains', body)
    refusedField(reply, 'verificationMethod')
    assert.match(reply.body.message, /svc sends no mail here\. Use dns_txt, dns_cname or http_meta/)
    const domain = await make(owner, '/sso/domains', { normalizedDomain: body.normalizedDomain })
    const changed = await owner.patch(`/sso/domains/${domain.id}`, { verificationMethod: 'email_link' })
    refusedField(changed, 'verificationMethod')
  })
})
