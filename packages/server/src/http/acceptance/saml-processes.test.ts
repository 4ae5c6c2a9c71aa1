import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { browserTab, eventually, onEachEngine, serverOn, useApp } from '../../testing/index.ts'
import { type SamlIssuer, startSamlIssuer } from '../../testing/saml-issuer.ts'
import { bodyOf } from './checks.ts'
import { letIn, turnedAway } from './oidc-company.ts'
import { acsOf, person, post, type SamlCompany, samlCompany, samlVisit } from './saml-company.ts'

/** Several processes on one database are one svc to a provider. */
onEachEngine((engine) => {
  let issuer: SamlIssuer
  before(async () => {
    issuer = await startSamlIssuer()
  })
  after(() => issuer?.stop())
  const options = { fetchAllow: ['127.0.0.1'] }
  const app = useApp(engine, options)

  /** Another process behind the same public address. */
  const another = async (t: TestContext, { provider }: SamlCompany) => {
    const { origin } = new URL(provider.saml.spSloUrl)
    const server = await serverOn(app.location, { ...options, publicUrl: origin })
    let isOpen = true
    const close = async (): Promise<void> => {
      if (isOpen) await server.close()
      isOpen = false
    }
    t.after(close)
    return { ...server, close }
  }

  /** The same browser, whose next request another process answers. */
  const sameBrowser = ({ jar }: ReturnType<typeof browserTab>, { url }: { readonly url: string }) => {
    const tab = browserTab(url)
    for (const [name, value] of jar) tab.jar.set(name, value)
    return tab
  }

  const statusOf = async (tab: ReturnType<typeof browserTab>) =>
    (await tab.send('GET', '/auth/session')).status
  const isOut = (tab: ReturnType<typeof browserTab>) =>
    eventually(
      () => statusOf(tab),
      (status) => status === 401,
    )

  test('S13 an answer counts once, at two processes at the same time and after a restart', async (t) => {
    const company = await samlCompany(app, issuer)
    const { provider, domain } = company
    const second = await another(t, company)
    const visit = samlVisit(app, issuer)
    const asked = await visit.start(provider)
    const response = await issuer.respond(issuer.said(asked, person('raced', domain)))
    const form = { SAMLResponse: Buffer.from(response).toString('base64') }
    const bring = async (to: { readonly url: string }) =>
      (await post(to, acsOf(provider), form)).headers.get('location') ?? ''
    const places = await Promise.all([app, second, app, second, app, second].map(bring))
    const [finish = '', ...more] = places.filter((place) => place.startsWith('/auth/saml/'))
    assert.equal(more.length, 0)
    assert.equal(places.filter((place) => place === '/sign-in?error=expired').length, 5)
    // Whichever has read the answer, the other finishes, and once.
    const ends = await Promise.all(
      [app, second].map(async (to) => {
        const reply = await sameBrowser(visit.tab, to).send('GET', finish)
        return reply.headers.get('location')
      }),
    )
    assert.deepEqual(ends.toSorted(), ['/', '/sign-in?error=expired'])

    const again = samlVisit(second, issuer)
    const known = await again.start(provider)
    const used = await issuer.respond(issuer.said(known, person('kept', domain)))
    letIn(await again.bring(provider, used))
    await second.close()
    const restarted = await another(t, company)
    turnedAway(await samlVisit(restarted, issuer).bring(provider, used), 'expired')
  })

  test('a sign-in that one process began, another finishes', async (t) => {
    const company = await samlCompany(app, issuer)
    const { provider, domain } = company
    const second = await another(t, company)
    const visit = samlVisit(app, issuer)
    const asked = await visit.start(provider)
    const form = {
      SAMLResponse: Buffer.from(await issuer.respond(issuer.said(asked, person('moved', domain)))).toString(
        'base64',
      ),
    }
    const finish = (await post(second, acsOf(provider), form)).headers.get('location') ?? ''
    letIn(await visit.tab.send('GET', finish))
    assert.equal(await statusOf(sameBrowser(visit.tab, second)), 200)
  })

  test('signing out at the provider ends the session whichever process is told, and is told once', async (t) => {
    const company = await samlCompany(app, issuer)
    const { provider, domain } = company
    const second = await another(t, company)
    const [one, two, other] = [samlVisit(app, issuer), samlVisit(second, issuer), samlVisit(app, issuer)]
    letIn(await one.signIn(provider, { ...person('o', domain), sessionIndex: 'i1' }))
    letIn(await two.signIn(provider, { ...person('o', domain), sessionIndex: 'i2' }))
    letIn(await other.signIn(provider, person('p', domain)))
    for (const { tab } of [one, two, other])
      for (const to of [app, second]) assert.equal(await statusOf(sameBrowser(tab, to)), 200)

    const path = `/auth/saml/${provider.id}/slo`
    const signOut = { nameId: 'o', destination: provider.saml.spSloUrl, sessionIndexes: ['i1'] }
    const address = new URL(issuer.logoutAddress(`${second.url}${path}`, signOut))
    const told = await fetch(address, { redirect: 'manual' })
    assert.match(told.headers.get('location') ?? '', /SAMLResponse=/)
    for (const to of [app, second]) await isOut(sameBrowser(one.tab, to))
    const repeated = await fetch(`${app.url}${path}${address.search}`, { redirect: 'manual' })
    assert.equal(repeated.headers.get('location'), '/sign-in?error=invalid_answer')
    assert.equal(await statusOf(sameBrowser(two.tab, app)), 200, 'another session of the person')

    // And the other way: here, of a session that the other process opened.
    const { endSessionUrl } = bodyOf(await sameBrowser(two.tab, app).send('POST', '/auth/sign-out', {}))
    assert.match(endSessionUrl, /SAMLRequest=/)
    for (const to of [app, second]) await isOut(sameBrowser(two.tab, to))
    assert.equal(await statusOf(sameBrowser(other.tab, second)), 200)
  })
})
