import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@svc/model'
import { browserTab, createFixtures, onEachEngine, useApp } from '../../testing/index.ts'
import { type OpenIdIssuer, startIssuer } from '../../testing/openid-issuer.ts'
import { softAuthenticator } from '../../testing/soft-authenticator.ts'
import { totpCode } from '../../testing/totp-device.ts'
import { type Body, bodyOf, read, remove } from './checks.ts'
import { letIn, oidcCompany, turnedAway, visitOf } from './oidc-company.ts'

const password = 'a long walk by the river'

onEachEngine((engine) => {
  let issuer: OpenIdIssuer
  before(async () => {
    issuer = await startIssuer()
  })
  after(() => issuer?.stop())
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'] })
  /** Browsers know no passkeys for addresses that are numbers. */
  const site = () => ({ url: app.url.replace('127.0.0.1', 'localhost') })
  const isIn = async (tab: ReturnType<typeof browserTab>) =>
    (await tab.send('GET', '/auth/session')).status === 200

  test('A4: nothing that somebody prepared in an account opens it once its person has signed in', async () => {
    const company = await oidcCompany(app, issuer)
    const { domain, provider, setupLink } = company
    const boss = browserTab(site().url)
    bodyOf(await boss.send('POST', '/auth/links/use', { link: setupLink, password }))
    const email = `victim@${domain}`
    const invited = bodyOf(await boss.send('POST', '/auth/members', { email, role: 'member' }), 201)
    // Whoever got hold of the invitation makes themselves at home.
    const intruder = browserTab(site().url)
    bodyOf(await intruder.send('POST', '/auth/links/use', { link: invited.link, password }))
    const options = bodyOf(await intruder.send('POST', '/auth/passkeys/options'))
    const authenticator = softAuthenticator(site().url)
    const { passkey, registration } = authenticator.create(options)
    bodyOf(await intruder.send('POST', '/auth/passkeys', { name: 'Mine', ...registration }), 201)
    const { secret } = bodyOf(await intruder.send('POST', '/auth/totp'))
    bodyOf(await intruder.send('POST', '/auth/totp/confirm', { code: totpCode(secret, new Date()) }))
    const { link } = bodyOf(await boss.send('POST', `/auth/members/${invited.user.id}/link`))

    const victim = visitOf(site(), issuer)
    letIn(await victim.signIn(provider, { sub: 'victim', email }))
    assert.equal(await isIn(victim.tab), true)
    assert.equal(await isIn(intruder), false)
    const stranger = browserTab(site().url)
    assert.equal((await stranger.send('POST', '/auth/sign-in', { email, password })).status, 401)
    assert.equal((await stranger.send('POST', '/auth/links/use', { link, password })).status, 404)
    const challenge = bodyOf(await stranger.send('POST', '/auth/passkeys/sign-in/options'))
    assert.equal(
      (await stranger.send('POST', '/auth/passkeys/sign-in', passkey.answer(challenge))).status,
      401,
    )
    assert.deepEqual(bodyOf(await victim.tab.send('GET', '/auth/passkeys')).passkeys, [])
    assert.equal(bodyOf(await victim.tab.send('GET', '/auth/totp')).confirmedAt, null)
    const { auditLog } = await read(company.owner, '/audit-log?type=user.factors_reset')
    assert.deepEqual(
      auditLog.map(({ subject }: Body) => subject.id),
      [invited.user.id],
    )
  })

  test('A5: a domain counts for who has proved it, as long as that is so', async () => {
    const jit = { provider: { jit: { enabled: true, role: 'member' } } }
    const [mine, theirs] = [await oidcCompany(app, issuer, jit), await oidcCompany(app, issuer, jit)]
    const { domain, owner, provider } = mine
    // The other organisation says that the domain is its own, and has not proved it.
    await createFixtures({ app, organisation: theirs }).put(kinds.ssoDomain, {
      ...{ normalizedDomain: domain, verificationStatus: 'pending', identityProviderId: theirs.provider.id },
    })
    const person = { sub: `known-${engine}`, email: `known@${domain}` }
    turnedAway(await visitOf(app, issuer).signIn(theirs.provider, person), 'not_allowed')
    for (const likeness of [`${domain}.evil.example`, `x${domain}`, `sub.${domain}`])
      turnedAway(
        await visitOf(app, issuer).signIn(provider, { sub: 'likeness', email: `known@${likeness}` }),
        'not_allowed',
      )
    letIn(await visitOf(app, issuer).signIn(provider, person))

    const { domains } = await read(owner, '/sso/domains')
    await remove(owner, `/sso/domains/${domains.find((one: Body) => one.normalizedDomain === domain).id}`)
    const { length } = (await read(owner, '/users')).users
    turnedAway(
      await visitOf(app, issuer).signIn(provider, { sub: 'later', email: `later@${domain}` }),
      'not_allowed',
    )
    assert.equal((await read(owner, '/users')).users.length, length)
    // Whoever is known is known by what never changes about them.
    letIn(await visitOf(app, issuer).signIn(provider, person))
  })

  test('A12: no other site changes anything in somebody’s session', async () => {
    const company = await oidcCompany(app, issuer)
    const tab = browserTab(app.url)
    bodyOf(await tab.send('POST', '/auth/links/use', { link: company.setupLink, password }))
    const { id } = await company.user('member')
    const requests = [
      ['POST', '/auth/identities'],
      ['DELETE', `/auth/identities/${company.provider.id}`],
      ['POST', '/auth/sign-out'],
      ['DELETE', '/auth/sessions/ses_1'],
      ['DELETE', `/auth/members/${id}/sessions`],
      ['DELETE', `/auth/members/${id}/sessions/ses_1`],
      ['DELETE', `/auth/members/${id}/grants/grt_1`],
      ['DELETE', '/auth/grants/grt_1'],
      ['POST', '/auth/members'],
      ['PATCH', `/auth/members/${id}`],
      ['POST', `/auth/members/${id}/link`],
      ['PATCH', '/auth/organisation'],
      ['PATCH', '/auth/profile'],
      ['POST', '/auth/password'],
      ['POST', '/auth/reauthenticate'],
      ['POST', '/auth/passkeys/options'],
      ['POST', '/auth/passkeys'],
      ['DELETE', '/auth/passkeys/psk_1'],
      ['POST', '/auth/totp'],
      ['POST', '/auth/totp/confirm'],
      ['DELETE', '/auth/totp'],
      ['POST', '/auth/recovery-codes'],
      ['POST', '/auth/device'],
      ['POST', '/auth/authorize'],
      ['POST', '/v1/scim-tokens'],
      ['PATCH', '/v1/sso/settings'],
    ] as const
    const written = async () => (await read(company.owner, '/audit-log?limit=1')).auditLog[0].id
    const before = await written()
    for (const [method, path] of requests)
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null', 'sec-fetch-site': 'cross-site' },
        { origin: app.url, 'sec-fetch-site': 'same-site' },
      ]) {
        const { status } = await tab.send(method, path, {}, headers)
        assert.equal(status, 403, `${method} ${path} ${JSON.stringify(headers)}`)
      }
    for (const protocol of ['oidc', 'saml']) {
      const start = `/auth/${protocol}/${company.provider.id}/start?test=1`
      const { status, setCookie } = await tab.send('GET', start, undefined, {
        'sec-fetch-site': 'cross-site',
      })
      assert.ok(status >= 400, `${start}: ${status}`)
      assert.equal(setCookie, undefined)
    }
    assert.equal(await written(), before)
    assert.equal(await isIn(tab), true)
  })
})
