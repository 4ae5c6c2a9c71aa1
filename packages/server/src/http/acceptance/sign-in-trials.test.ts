import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { issueLink } from '../../services/identity/members.ts'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { type OpenIdIssuer, startIssuer } from '../../testing/openid-issuer.ts'
import { type Body, bodyOf, change, make, read } from './checks.ts'
import { type Company, letIn, oidcCompany, type Visit, visitOf } from './oidc-company.ts'

const password = 'a long walk by the river'
const page = '/settings/identity-providers/x'

onEachEngine((engine) => {
  let issuer: OpenIdIssuer
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'], identityTimeoutMs: 2_000 })
  before(async () => {
    issuer = await startIssuer()
  })
  after(() => issuer?.stop())

  /** A browser in which somebody is signed in with a password. */
  async function signedIn({ id }: Company, email: string): Promise<Visit> {
    const visit = visitOf(app, issuer)
    const { link } = await issueLink(app.store, { organisationId: id, email })
    bodyOf(await visit.tab.send('POST', '/auth/links/use', { link, password }))
    return visit
  }

  const adminOf = async (company: Company): Promise<Visit> =>
    signedIn(company, (await company.user('admin')).email)

  async function tried(visit: Visit, provider: Body, person: object): Promise<Body> {
    issuer.person = { ...issuer.person, ...person }
    const address = await visit.start(provider, `?test=1&return=${page}`)
    const reply = await visit.comeBack(await visit.atProvider(address))
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, page])
    assert.equal(reply.headers.get('set-cookie'), null, 'no session was opened or replaced')
    return trialOf(visit, provider)
  }

  const trialOf = async ({ tab }: Visit, { id }: Body): Promise<Body> =>
    bodyOf(await tab.send('GET', `/auth/oidc/${id}/trial`)).trial

  const usersIn = async ({ owner }: Company): Promise<number> => (await read(owner, '/users')).users.length

  test('a trial shows the claims and what they would become, and leaves nothing behind', async () => {
    const company = await oidcCompany(app, issuer, { provider: { status: 'configuring' } })
    const { owner, provider, domain } = company
    const visit = await adminOf(company)
    assert.equal(await trialOf(visit, provider), null)
    const before = await usersIn(company)
    const email = `ada@${domain}`

    const refused = await tried(visit, provider, { sub: 'ada-1', email, name: 'Ada', groups: ['g1'] })
    assert.deepEqual([refused.outcome, refused.code, refused.member], ['refused', 'not_allowed', null])
    assert.match(refused.reason, /does not create members/)
    assert.deepEqual(refused.person.groups, ['g1'])
    assert.equal(refused.claims.email, email)
    const text = JSON.stringify(refused)
    assert.doesNotMatch(text, /nonce|eyJ/)
    assert.equal(text.includes(issuer.clientSecret), false)

    await change(owner, `/identity-providers/${provider.id}`, { jit: { enabled: true, role: 'viewer' } })
    const team = await make(owner, '/teams', { name: 'Payments' })
    const from = { source: 'idp', identityProviderId: provider.id, group: 'g1' }
    await make(owner, '/group-mappings', { ...from, teamId: team.id, role: 'member' })
    const created = await tried(visit, provider, {})
    assert.equal(created.outcome, 'created')
    assert.deepEqual([created.member.email, created.member.role], [email, 'member'])
    assert.deepEqual(created.teams, ['Payments'])
    assert.deepEqual((await read(owner, `/teams/${team.id}`)).memberUids, [])
    assert.equal(await usersIn(company), before, 'nobody was created')
    assert.deepEqual(await company.refusals(), [], 'trials are no refused sign-ins')

    const stored = await read(owner, `/identity-providers/${provider.id}`)
    assert.equal(stored.lastTestResult, 'success')
    assert.equal(stored.lastSignInAt, null, 'a trial is not the sign-in that required SSO needs')
    letIn(await visitOf(app, issuer).signIn(provider, issuer.person))
    assert.equal((await tried(visit, provider, {})).outcome, 'recognised')
  })

  test('a member who would be linked is not, and keeps their password', async () => {
    const company = await oidcCompany(app, issuer)
    const visit = await adminOf(company)
    const email = `grace@${company.domain}`
    const other = visitOf(app, issuer)
    const invited = bodyOf(await visit.tab.send('POST', '/auth/members', { email, role: 'member' }), 201)
    bodyOf(await other.tab.send('POST', '/auth/links/use', { link: invited.link, password }))
    const trial = await tried(visit, company.provider, { sub: 'grace-1', email })
    assert.deepEqual([trial.outcome, trial.member.email], ['linked', email])
    assert.equal((await other.tab.send('GET', '/auth/session')).status, 200)
    const again = await visitOf(app, issuer).tab.send('POST', '/auth/sign-in', { email, password })
    assert.equal(again.status, 200)
  })

  test('what goes wrong at the provider is the result', async () => {
    const company = await oidcCompany(app, issuer, { oidc: { issuer: 'http://127.0.0.1:9' } })
    const visit = await adminOf(company)
    const reply = await visit.tab.send('GET', `/auth/oidc/${company.provider.id}/start?test=1&return=${page}`)
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, page])
    const trial = await trialOf(visit, company.provider)
    assert.deepEqual([trial.outcome, trial.code, trial.person], ['refused', 'provider_unavailable', null])
    const stored = await read(company.owner, `/identity-providers/${company.provider.id}`)
    assert.equal(stored.lastTestResult, 'failed')
  })

  test('only an admin of the organisation tries it, in their own session, from the console', async () => {
    const company = await oidcCompany(app, issuer)
    const { provider } = company
    const visit = await adminOf(company)
    const start = `/auth/oidc/${provider.id}/start?test=1`
    const from = (site: string) => visit.tab.send('GET', start, undefined, { 'sec-fetch-site': site })
    assert.equal((await from('cross-site')).status, 403)
    assert.equal((await from('same-site')).status, 403)
    assert.equal((await visitOf(app, issuer).tab.send('GET', start)).status, 401)
    const member = await signedIn(company, (await company.user('member')).email)
    assert.equal((await member.tab.send('GET', start)).status, 403)
    assert.equal((await member.tab.send('GET', `/auth/oidc/${provider.id}/trial`)).status, 403)

    const elsewhere = await adminOf(await oidcCompany(app, issuer))
    const foreign = await elsewhere.tab.send('GET', start)
    assert.deepEqual([foreign.status, foreign.headers.get('location')], [303, '/'])
    assert.equal(await trialOf(elsewhere, provider), null)

    // Whoever left comes back in another session.
    issuer.person = { ...issuer.person, sub: 'someone', email: `someone@${company.domain}` }
    const back = await visit.atProvider(await visit.start(provider, '?test=1'))
    await visit.tab.send('POST', '/auth/sign-out', {})
    const reply = await visit.comeBack(back)
    assert.equal(reply.headers.get('location'), '/sign-in?error=invalid_answer')
    const colleague = await adminOf(company)
    assert.equal(await trialOf(colleague, provider), null)
  })

  test('somebody links a further provider from their session, and nobody takes away the last way in', async () => {
    const company = await oidcCompany(app, issuer, { isBound: false })
    const { provider } = company
    const visit = await adminOf(company)
    const before = bodyOf(await visit.tab.send('GET', '/auth/identities'))
    assert.deepEqual(before, { identities: [], linkable: [{ id: provider.id, name: 'Company' }] })
    issuer.person = { sub: `linked-${engine}`, email: 'me@private.example', email_verified: true }
    const { location } = bodyOf(await visit.tab.send('POST', '/auth/identities', { providerId: provider.id }))
    const reply = await visit.comeBack(await visit.atProvider(new URL(location)))
    assert.deepEqual([reply.status, reply.headers.get('location')], [303, '/settings/security'])
    const { identities, linkable } = bodyOf(await visit.tab.send('GET', '/auth/identities'))
    assert.deepEqual(linkable, [])
    assert.deepEqual([identities[0].providerName, identities[0].email], ['Company', 'me@private.example'])
    letIn(await visitOf(app, issuer).signIn(provider, issuer.person))

    const rival = await adminOf(company)
    const begun = bodyOf(await rival.tab.send('POST', '/auth/identities', { providerId: provider.id }))
    const taken = await rival.comeBack(await rival.atProvider(new URL(begun.location)))
    assert.equal(taken.headers.get('location'), '/settings/security?error=not_allowed')
    assert.match((await company.refusals())[0]?.reason ?? '', /belongs to another member/)

    const evil = { 'sec-fetch-site': 'cross-site' }
    const forged = await visit.tab.send('POST', '/auth/identities', { providerId: provider.id }, evil)
    assert.equal(forged.status, 403)
    const path = `/auth/identities/${provider.id}`
    assert.equal((await visit.tab.send('DELETE', path, undefined, evil)).status, 403)
    assert.equal((await visit.tab.send('DELETE', path)).status, 204)
    assert.equal((await visit.tab.send('DELETE', path)).status, 404)
  })

  test('who came through a provider alone stays linked to it', async () => {
    const company = await oidcCompany(app, issuer, { provider: { jit: { enabled: true, role: 'member' } } })
    const visit = visitOf(app, issuer)
    letIn(await visit.signIn(company.provider, { sub: 'only', email: `only@${company.domain}` }))
    const reply = await visit.tab.send('DELETE', `/auth/identities/${company.provider.id}`)
    assert.deepEqual([reply.status, reply.body.code], [409, 'still_needed'])
  })
})
