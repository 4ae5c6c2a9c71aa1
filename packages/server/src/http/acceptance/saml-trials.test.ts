import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { issueLink } from '../../services/identity/members.ts'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { newSamlKey, readRequest, type SamlIssuer, startSamlIssuer } from '../../testing/saml-issuer.ts'
import { assertionXml, responseXml, type Said, signedXml } from '../../testing/saml-messages.ts'
import { type Body, bodyOf, change, make, read } from './checks.ts'
import { letIn, turnedAway } from './oidc-company.ts'
import { person, type SamlCompany, samlCompany, type SamlVisit, samlVisit } from './saml-company.ts'

const password = 'a long walk by the river'
const page = '/settings/identity-providers/x'

onEachEngine((engine) => {
  let issuer: SamlIssuer
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'], identityTimeoutMs: 2_000 })
  before(async () => {
    issuer = await startSamlIssuer()
  })
  after(() => issuer?.stop())
  beforeEach(() => {
    issuer.distort = () => ({})
    issuer.forge = undefined
  })

  /** A browser in which somebody is signed in with a password. */
  async function signedIn({ id }: SamlCompany, email: string): Promise<SamlVisit> {
    const visit = samlVisit(app, issuer)
    const { link } = await issueLink(app.store, { organisationId: id, email })
    bodyOf(await visit.tab.send('POST', '/auth/links/use', { link, password }))
    return visit
  }

  const adminOf = async (company: SamlCompany): Promise<SamlVisit> =>
    signedIn(company, (await company.user('admin')).email)

  /** Goes to the provider and back, as its form brings both the answer and the relay state. */
  async function tried(visit: SamlVisit, provider: Body, said: Partial<Said>): Promise<Body> {
    const asked = await visit.start(provider, `?test=1&return=${page}`)
    const relayState = asked.params.get('RelayState') ?? undefined
    const reply = await visit.bring(provider, await issuer.respond(issuer.said(asked, said)), relayState)
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, page])
    assert.equal(reply.headers.get('set-cookie'), null, 'no session was opened or replaced')
    return trialOf(visit, provider)
  }

  const trialOf = async ({ tab }: SamlVisit, { id }: Body): Promise<Body> =>
    bodyOf(await tab.send('GET', `/auth/saml/${id}/trial`)).trial

  const usersIn = async ({ owner }: SamlCompany): Promise<number> =>
    (await read(owner, '/users')).users.length

  test('a trial shows the attributes and what they would become, and leaves nothing behind', async () => {
    const jit = { enabled: false, role: 'viewer' }
    const company = await samlCompany(app, issuer, { provider: { status: 'configuring', jit } })
    const { owner, provider, domain } = company
    const visit = await adminOf(company)
    assert.equal(await trialOf(visit, provider), null)
    const before = await usersIn(company)
    const ada = person('ada', domain, { groups: ['g1', 'g2'], department: 'Payments' })

    const refused = await tried(visit, provider, ada)
    assert.deepEqual([refused.outcome, refused.code, refused.member], ['refused', 'not_allowed', null])
    assert.match(refused.reason, /does not create members/)
    assert.deepEqual(refused.person, {
      ...{ subject: 'ada', email: `ada@${domain}`, name: 'ada', isEmailVerified: null, groups: ['g1', 'g2'] },
    })
    assert.equal(refused.claims.NameID, 'ada')
    assert.deepEqual([refused.claims.groups, refused.claims.department], [['g1', 'g2'], 'Payments'])

    await change(owner, `/identity-providers/${provider.id}`, { jit: { ...jit, enabled: true } })
    const team = await make(owner, '/teams', { name: 'Payments' })
    const from = { source: 'idp', identityProviderId: provider.id, group: 'g1' }
    await make(owner, '/group-mappings', { ...from, teamId: team.id, role: 'member' })
    const created = await tried(visit, provider, ada)
    assert.equal(created.outcome, 'created')
    assert.deepEqual([created.member.email, created.member.role], [`ada@${domain}`, 'member'])
    assert.deepEqual(created.teams, ['Payments'])
    assert.equal(await usersIn(company), before, 'nobody was created')
    assert.deepEqual(await company.refusals(), [], 'trials are no refused sign-ins')

    const stored = await read(owner, `/identity-providers/${provider.id}`)
    assert.deepEqual([stored.lastTestResult, stored.lastSignInAt], ['success', null])
    letIn(await samlVisit(app, issuer).signIn(provider, ada))
    assert.equal((await tried(visit, provider, ada)).outcome, 'recognised')
  })

  test('an answer that cannot be accepted is the result too, with the reason', async () => {
    const company = await samlCompany(app, issuer)
    const { provider, domain } = company
    const visit = await adminOf(company)
    const stranger = newSamlKey()
    const table: readonly [reason: RegExp, distort: Partial<Said>][] = [
      [/another audience/, { audience: 'https://other.example' }],
      [/transient/, { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }],
      [/answered|status/i, { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }],
    ]
    for (const [reason, distortion] of table) {
      issuer.distort = () => distortion
      const trial = await tried(visit, provider, person('ada', domain))
      assert.deepEqual([trial.outcome, trial.person], ['refused', null])
      assert.match(trial.reason, reason)
    }
    issuer.distort = () => ({})
    issuer.forge = (said) => responseXml(said, signedXml(assertionXml(said), stranger.privateKey))
    assert.match((await tried(visit, provider, person('ada', domain))).reason, /signed/)
    issuer.forge = () => '<nonsense'
    assert.equal((await tried(visit, provider, person('ada', domain))).code, 'invalid_answer')
    assert.deepEqual(await company.refusals(), [])
    const stored = await read(company.owner, `/identity-providers/${provider.id}`)
    assert.equal(stored.lastTestResult, 'failed')

    // Without the relay state nobody knows whose answer it was, so it is in the log like any other.
    const asked = await visit.start(provider, `?test=1&return=${page}`)
    turnedAway(await visit.bring(provider, await issuer.respond(issuer.said(asked, {}))), 'invalid_answer')
    assert.equal((await company.refusals()).length, 1)
  })

  test('a provider that cannot be asked is the result at once', async () => {
    const saml = { metadataUrl: 'http://127.0.0.1:9/metadata', ssoUrl: null, signingCerts: [] }
    const company = await samlCompany(app, issuer, { saml })
    const visit = await adminOf(company)
    const start = `/auth/saml/${company.provider.id}/start?test=1&return=${page}`
    const reply = await visit.tab.send('GET', start)
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, page])
    assert.equal((await trialOf(visit, company.provider)).code, 'provider_unavailable')
  })

  test('only an admin of the organisation tries it, in their own session, from the console', async () => {
    const company = await samlCompany(app, issuer)
    const { provider, domain } = company
    const visit = await adminOf(company)
    const start = `/auth/saml/${provider.id}/start?test=1`
    const from = (site: string) => visit.tab.send('GET', start, undefined, { 'sec-fetch-site': site })
    assert.equal((await from('cross-site')).status, 403)
    assert.equal((await from('same-site')).status, 403)
    assert.equal((await samlVisit(app, issuer).tab.send('GET', start)).status, 401)
    const member = await signedIn(company, (await company.user('member')).email)
    assert.equal((await member.tab.send('GET', start)).status, 403)
    assert.equal((await member.tab.send('GET', `/auth/saml/${provider.id}/trial`)).status, 403)

    const elsewhere = await adminOf(await samlCompany(app, issuer))
    const foreign = await elsewhere.tab.send('GET', start)
    assert.deepEqual([foreign.status, foreign.headers.get('location')], [303, '/'])
    assert.equal(await trialOf(elsewhere, provider), null)

    // Whoever left comes back in another session, or in another browser.
    const ada = person('ada', domain)
    const asked = await visit.start(provider, '?test=1')
    const response = await issuer.respond(issuer.said(asked, ada))
    turnedAway(await member.bring(provider, response, asked.params.get('RelayState') ?? ''), 'invalid_answer')
    const again = await visit.start(provider, '?test=1')
    const answer = await issuer.respond(issuer.said(again, ada))
    await visit.tab.send('POST', '/auth/sign-out', {})
    turnedAway(await visit.bring(provider, answer, again.params.get('RelayState') ?? ''), 'invalid_answer')
    assert.equal(await trialOf(await adminOf(company), provider), null)
  })

  test('somebody links a SAML provider from their session, and signs in through it from then on', async () => {
    const company = await samlCompany(app, issuer)
    const { provider } = company
    const visit = await adminOf(company)
    const before = bodyOf(await visit.tab.send('GET', '/auth/identities'))
    assert.deepEqual(before, { identities: [], linkable: [{ id: provider.id, name: 'Company' }] })
    const me = person(`me-${engine}`, 'private.example')
    const linked = async (from: SamlVisit) => {
      const { location } = bodyOf(
        await from.tab.send('POST', '/auth/identities', { providerId: provider.id }),
      )
      const asked = issuer.read(new URL(location))
      const relayState = asked.params.get('RelayState') ?? undefined
      return from.bring(provider, await issuer.respond(issuer.said(asked, me)), relayState)
    }
    const reply = await linked(visit)
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, '/settings/security'])
    assert.equal(reply.headers.get('set-cookie'), null, 'the session stays')
    const { identities, linkable } = bodyOf(await visit.tab.send('GET', '/auth/identities'))
    assert.deepEqual([identities[0].email, linkable], [`me-${engine}@private.example`, []])
    letIn(await samlVisit(app, issuer).signIn(provider, me))

    const taken = await linked(await adminOf(company))
    assert.equal(taken.headers.get('location'), '/settings/security?error=not_allowed')
    assert.match((await company.refusals())[0]?.reason ?? '', /belongs to another member/)
    assert.equal((await visit.tab.send('DELETE', `/auth/identities/${provider.id}`)).status, 204)
  })

  test('a provider that wants a form is linked by a page of ours, which no other site opens', async () => {
    const company = await samlCompany(app, issuer, { saml: { ssoBinding: 'post' } })
    const { provider } = company
    const visit = await adminOf(company)
    const { location } = bodyOf(await visit.tab.send('POST', '/auth/identities', { providerId: provider.id }))
    assert.equal(location, `/auth/saml/${provider.id}/start?link=1`)
    const evil = { 'sec-fetch-site': 'cross-site' }
    assert.equal((await visit.tab.send('GET', location, undefined, evil)).status, 403)
    const form = await fetch(`${app.url}${location}`, { headers: { cookie: visit.tab.cookie } })
    const html = await form.text()
    const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
    const asked = readRequest(Buffer.from(field('SAMLRequest'), 'base64').toString())
    assert.equal(field('RelayState'), asked.id)
    const said = issuer.said(asked, person(`form-${engine}`, company.domain))
    const reply = await visit.bring(provider, await issuer.respond(said), asked.id)
    assert.equal(reply.headers.get('location'), '/settings/security')
    assert.equal(bodyOf(await visit.tab.send('GET', '/auth/identities')).identities.length, 1)
  })
})
