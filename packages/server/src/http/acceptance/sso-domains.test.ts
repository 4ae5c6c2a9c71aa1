import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDns } from '../../outbound/dns.ts'
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { createDomainProofs } from '../../services/sso/proofs.ts'
import { type Client, type DnsServer, onEachEngine, startDnsServer, useApp } from '../../testing/index.ts'
import { executeIn } from '../../testing/tables.ts'
import { type Body, bodyOf, change, make, notFound, read, refused, refusedField, remove } from './checks.ts'

const dayMs = 86_400_000

onEachEngine((engine) => {
  let dns: DnsServer
  before(async () => {
    dns = await startDnsServer()
  })
  const app = useApp(engine, {
    get dnsServers() {
      return [dns.address]
    },
  })
  after(() => dns?.stop())

  const add = (client: Client, normalizedDomain: string, over = {}): Promise<Body> =>
    make(client, '/sso/domains', { normalizedDomain, ...over })

  const verify = async (client: Client, { id }: Body): Promise<Body> =>
    bodyOf(await client.post(`/sso/domains/${id}/verify`))

  const publish = ({ verificationLocation, verificationValue }: Body): void => {
    dns.zone.set(verificationLocation, { txt: [['v=spf1 -all'], [verificationValue]] })
  }

  /** The background check, at another time than now. */
  const check = (days: number, timeoutMs = 20_000): Promise<unknown> => {
    const source = createDns({ servers: [dns.address], timeoutMs })
    const domainProofs = createDomainProofs({ dns: source, fetch: createGuardedFetch() })
    const now = () => new Date(Date.now() + days * dayMs)
    return runJob({ store: app.store, now, domainProofs }, 'sso-domains')
  }

  test('a TXT record with the value verifies a domain, at once when asked', async () => {
    const { owner, person } = await app.organisation()
    const domain = await add(owner, 'txt.example')
    const before = await verify(owner, domain)
    assert.equal(before.verificationStatus, 'pending')
    assert.equal(before.verificationMessage, 'There is no TXT record at _svc-challenge.txt.example.')
    assert.ok(before.lastCheckedAt)

    dns.zone.set('_svc-challenge.txt.example', { txt: [[`${domain.verificationValue} `]] })
    const near = await verify(owner, domain)
    assert.equal(near.verificationStatus, 'pending', 'it is compared exactly')
    assert.match(near.verificationMessage, /not with the expected value\.$/)
    assert.doesNotMatch(near.verificationMessage, new RegExp(domain.verificationValue))

    publish(domain)
    const verified = await verify(await person('admin'), domain)
    assert.deepEqual(
      [verified.verificationStatus, verified.verificationMessage],
      ['verified', 'The TXT record at _svc-challenge.txt.example is correct.'],
    )
    assert.ok(verified.verifiedAt)
    assert.deepEqual(await read(owner, `/sso/domains/${domain.id}`), verified)
    const again = await verify(owner, domain)
    assert.equal(again.verifiedAt, verified.verifiedAt)
    const { auditLog } = await read(owner, `/audit-log?subjectId=${domain.id}&type=sso_domain.status_changed`)
    assert.deepEqual(
      auditLog.map((event: Body) => [event.before, event.after, event.actor.type]),
      [[{ verificationStatus: 'pending' }, { verificationStatus: 'verified' }, 'user']],
    )
  })

  test('a long record is joined from its pieces, over TCP where UDP is too short', async () => {
    const { owner } = await app.organisation()
    const domain = await add(owner, 'pieces.example')
    const value: string = domain.verificationValue
    const noise = Array.from({ length: 5 }, (_, n) => ['x'.repeat(250), String(n)])
    dns.zone.set(domain.verificationLocation, { txt: [...noise, [value.slice(0, 9), value.slice(9)]] })
    assert.equal((await verify(owner, domain)).verificationStatus, 'verified')
  })

  test('a CNAME verifies a domain that uses this method', async () => {
    const { owner } = await app.organisation()
    const domain = await add(owner, 'cname.example', { verificationMethod: 'dns_cname' })
    assert.match(domain.verificationValue, /^[0-9a-f]{40}\.svc-domain-verification\.invalid$/)
    dns.zone.set(domain.verificationLocation, { cname: 'elsewhere.example' })
    assert.equal((await verify(owner, domain)).verificationStatus, 'pending')
    dns.zone.set(domain.verificationLocation, { cname: domain.verificationValue.toUpperCase() })
    assert.equal((await verify(owner, domain)).verificationStatus, 'verified')
  })

  test('http_meta fetches a file from the domain, and reports why it cannot', async () => {
    const { owner } = await app.organisation()
    const domain = await add(owner, 'file.invalid', { verificationMethod: 'http_meta' })
    assert.equal(domain.verificationLocation, 'https://file.invalid/.well-known/svc-domain-verification')
    const { verificationStatus, verificationMessage } = await verify(owner, domain)
    assert.equal(verificationStatus, 'pending')
    assert.match(verificationMessage, /file\.invalid/)
  })

  test('another method starts over; fields that the service sets cannot be sent', async () => {
    const { owner } = await app.organisation()
    const domain = await add(owner, 'anew.example')
    publish(domain)
    const verified = await verify(owner, domain)
    const path = `/sso/domains/${domain.id}`
    const same = await change(owner, path, { ...verified, verificationStatus: 'failed', verifiedAt: null })
    assert.deepEqual(same, verified, 'a client can send what it read')
    const reset = await change(owner, path, { verificationMethod: 'dns_cname' })
    assert.deepEqual(
      [reset.verificationStatus, reset.verifiedAt, reset.verificationMessage],
      ['pending', null, null],
    )
    assert.notEqual(reset.verificationValue, verified.verificationValue)
    const back = await change(owner, path, { verificationMethod: 'dns_txt' })
    assert.notEqual(back.verificationValue, verified.verificationValue)
    assert.equal((await verify(owner, back)).verificationStatus, 'pending')
    refusedField(await owner.patch(path, { normalizedDomain: 'other.example' }), 'normalizedDomain')
  })

  test('a domain that nobody can own is refused with the reason', async () => {
    const { owner } = await app.organisation()
    const refusals = {
      'co.uk': /public suffix/,
      'github.io': /public suffix/,
      'GMAIL.com.': /mail provider/,
      '127.0.0.1': /IP address/,
      '１２７.0.0.1': /IP address/,
      '-x.example': /not a domain name/,
      'under_score.example': /does not match|pattern|must/,
    }
    for (const [normalizedDomain, why] of Object.entries(refusals)) {
      const reply = await owner.post('/sso/domains', { normalizedDomain })
      refusedField(reply, 'normalizedDomain')
      assert.match(reply.body.message, why, normalizedDomain)
    }
    refusedField(await owner.post('/sso/domains', { normalizedDomain: 'localhost' }), 'normalizedDomain')
    const mail = { normalizedDomain: 'mail.example', verificationMethod: 'email_link' }
    const reply = await owner.post('/sso/domains', mail)
    refusedField(reply, 'verificationMethod')
    assert.match(reply.body.message, /svc sends no mail here/)
    const idn = await add(owner, 'BÜCHER.example.')
    assert.equal(idn.normalizedDomain, 'xn--bcher-kva.example')
    const duplicate = await owner.post('/sso/domains', { normalizedDomain: 'bücher.example' })
    refused(duplicate, 409, 'duplicate')
    assert.match(
      duplicate.body.message,
      /^An SSO domain with normalizedDomain "xn--bcher-kva.example" already exists/,
    )
    await add(owner, 'shop.xn--bcher-kva.example')
  })

  test('the first to verify a domain keeps it, and the other does not learn who that is', async () => {
    const [one, two] = [await app.organisation(), await app.organisation()]
    const [first, second] = [await add(one.owner, 'both.example'), await add(two.owner, 'both.example')]
    assert.equal(second.verificationStatus, 'pending', 'nothing is disclosed before ownership is proved')
    const values = [[first.verificationValue], [second.verificationValue]]
    dns.zone.set('_svc-challenge.both.example', { txt: values })
    const [a, b] = await Promise.all([verify(one.owner, first), verify(two.owner, second)])
    const states = [a.verificationStatus, b.verificationStatus]
    assert.deepEqual(states.toSorted(), ['conflict', 'verified'])
    const winner = states[0] === 'verified' ? { ...one, domain: a } : { ...two, domain: b }
    const loser = states[0] === 'verified' ? { ...two, domain: b } : { ...one, domain: a }
    assert.equal(
      loser.domain.verificationMessage,
      'The value is there, but another organisation has verified both.example.',
    )
    assert.equal(loser.domain.verifiedAt, null)
    assert.doesNotMatch(JSON.stringify(loser.domain), new RegExp(winner.id))
    assert.equal((await verify(loser.owner, loser.domain)).verificationStatus, 'conflict')
    await remove(winner.owner, `/sso/domains/${winner.domain.id}`)
    assert.equal((await verify(loser.owner, loser.domain)).verificationStatus, 'verified')
  })

  test('ten organisations at once: one gets it', async () => {
    const organisations = await Promise.all(Array.from({ length: 10 }, () => app.organisation()))
    const domains = await Promise.all(organisations.map(({ owner }) => add(owner, 'ten.example')))
    const txt = domains.map(({ verificationValue }) => [verificationValue])
    dns.zone.set('_svc-challenge.ten.example', { txt })
    const results = await Promise.all(
      domains.map((domain, n) => verify(organisations[n]?.owner as Client, domain)),
    )
    const states = results.map(({ verificationStatus }) => verificationStatus)
    assert.equal(states.filter((state) => state === 'verified').length, 1, states.join())
    assert.equal(states.filter((state) => state === 'conflict').length, 9, states.join())
  })

  test('the background verifies what was published, and gives up after 30 days', async () => {
    const { owner } = await app.organisation()
    const published = await add(owner, 'soon.example')
    const never = await add(owner, 'never.example')
    const stateOf = async ({ id }: Body) => (await read(owner, `/sso/domains/${id}`)).verificationStatus
    await check(0)
    assert.equal((await read(owner, `/sso/domains/${never.id}`)).lastCheckedAt, null, 'not due yet')
    publish(published)
    await check(0.01)
    assert.deepEqual([await stateOf(published), await stateOf(never)], ['verified', 'pending'])
    const asked = dns.asked.length
    await check(0.011)
    assert.equal(dns.asked.length, asked, 'each check postpones the next one')
    await check(29)
    assert.equal(await stateOf(never), 'pending')
    await check(31)
    assert.equal(await stateOf(never), 'failed')
    await check(60)
    assert.equal(dns.asked.filter((name) => name.endsWith('.never.example')).length, 3)
    publish(never)
    assert.equal((await verify(owner, never)).verificationStatus, 'verified', 'an explicit check still works')
  })

  test('a verified domain expires when its record is missing for days, not when the DNS is down', async () => {
    const { owner } = await app.organisation()
    const domain = await add(owner, 'gone.example')
    const stateOf = async () => (await read(owner, `/sso/domains/${domain.id}`)).verificationStatus
    publish(domain)
    await verify(owner, domain)
    for (const [days, trouble] of [
      [2, 'servfail'],
      [3, 'silence'],
      [4, 'servfail'],
      [5, 'silence'],
    ] as const) {
      dns.zone.set(domain.verificationLocation, { trouble })
      await check(days, trouble === 'silence' ? 200 : undefined)
      assert.equal(await stateOf(), 'verified', `${trouble} says nothing`)
    }
    dns.zone.delete(domain.verificationLocation)
    await check(6)
    await check(8)
    for (let n = 0; n < 5; n += 1) await verify(owner, domain)
    assert.equal(await stateOf(), 'verified', 'an explicit check does not count')
    publish(domain)
    await check(10)
    dns.zone.set(domain.verificationLocation, { txt: [['something else']] })
    await check(12)
    await check(14)
    assert.equal(await stateOf(), 'verified', 'a record that came back restarts the count')
    await check(16)
    assert.equal(await stateOf(), 'expired')
    assert.equal((await read(owner, `/sso/domains/${domain.id}`)).verifiedAt, null)
    publish(domain)
    assert.equal((await verify(owner, domain)).verificationStatus, 'verified')
    dns.zone.set(domain.verificationLocation, { trouble: 'servfail' })
    await check(31)
    assert.equal(await stateOf(), 'expired', 'a month without any answer is too long')
  })

  test('a domain from before there were checks gets its value from the first one', async () => {
    const organisation = await app.organisation()
    const { id } = await add(organisation.owner, 'old.example')
    await executeIn(
      app.store,
      `update sso_domains set verification_value = null, verification_location = null, challenged_at = null,
         next_check_at = added_at where id = ?`,
      [id],
    )
    await check(0.02)
    const domain = await read(organisation.owner, `/sso/domains/${id}`)
    assert.equal(domain.verificationLocation, '_svc-challenge.old.example')
    publish(domain)
    assert.equal((await verify(organisation.owner, domain)).verificationStatus, 'verified')
  })

  test('only admins verify, and nobody can verify another organisation’s domain', async () => {
    const [ours, theirs] = [await app.organisation(), await app.organisation()]
    const domain = await add(ours.owner, 'mine.example')
    const path = `/sso/domains/${domain.id}/verify`
    for (const client of [await ours.person('member'), await ours.key({ scopes: ['read', 'write'] })])
      refused(await client.post(path), 403, 'forbidden')
    notFound(await theirs.owner.post(path))
    notFound(await ours.owner.post('/sso/domains/ssd_none/verify'))
  })
})
