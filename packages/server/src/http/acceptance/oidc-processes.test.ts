import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { browserTab, eventually, onEachEngine, serverOn, useApp } from '../../testing/index.ts'
import { type OpenIdIssuer, startIssuer } from '../../testing/openid-issuer.ts'
import { type Company, letIn, oidcCompany, visitOf } from './oidc-company.ts'

/** Several processes on one database are one svc to a provider. */
onEachEngine((engine) => {
  let issuer: OpenIdIssuer
  before(async () => {
    issuer = await startIssuer()
  })
  after(() => issuer?.stop())
  const options = { fetchAllow: ['127.0.0.1'] }
  const app = useApp(engine, options)
  const company = () => oidcCompany(app, issuer, { provider: { jit: { enabled: true, role: 'member' } } })

  /** Another process behind the same public address. */
  const another = async (t: TestContext, { provider }: Company) => {
    const { origin } = new URL(provider.oidc.redirectUri)
    const server = await serverOn(app.location, { ...options, publicUrl: origin })
    t.after(() => server.close())
    return server
  }

  /** The same browser, whose next request another process answers. */
  const sameBrowser = ({ jar }: ReturnType<typeof browserTab>, { url }: { readonly url: string }) => {
    const tab = browserTab(url)
    for (const [name, value] of jar) tab.jar.set(name, value)
    return tab
  }
  const statusOf = async (tab: ReturnType<typeof browserTab>) =>
    (await tab.send('GET', '/auth/session')).status

  test('O3 of two answers to one sign-in at two processes at the same time, one is accepted', async (t) => {
    const made = await company()
    const second = await another(t, made)
    issuer.person = { sub: 'r', email: `r@${made.domain}` }
    const visit = visitOf(app, issuer)
    const back = await visit.atProvider(await visit.start(made.provider))
    const tabs = [app, second, app, second].map((to) => sameBrowser(visit.tab, to))
    const answers = await Promise.all(tabs.map((tab) => tab.send('GET', back)))
    assert.deepEqual(answers.map(({ headers }) => headers.get('location')).toSorted(), [
      '/',
      ...Array(3).fill('/sign-in?error=expired'),
    ])
    assert.equal((await made.refusals()).length, 3)
    const opened = tabs.filter(({ jar }) => jar.has('svc_session'))
    assert.equal(opened.length, 1)
    for (const to of [app, second])
      assert.equal(await statusOf(sameBrowser(opened[0] as ReturnType<typeof browserTab>, to)), 200)
  })

  test('O13 a session ends in every process, whichever is told, and a logout token counts once in all', async (t) => {
    const made = await company()
    const second = await another(t, made)
    const { provider, domain } = made
    const [one, two] = [visitOf(app, issuer), visitOf(second, issuer)]
    letIn(await one.signIn(provider, { sub: 'one', email: `one@${domain}` }))
    letIn(await two.signIn(provider, { sub: 'two', email: `two@${domain}` }))
    for (const { tab } of [one, two])
      for (const to of [app, second]) assert.equal(await statusOf(sameBrowser(tab, to)), 200)
    const tell = (to: { readonly url: string }, token: string) =>
      fetch(`${to.url}/auth/oidc/${provider.id}/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
    const token = await issuer.logoutToken({ sub: 'one' })
    const told = await Promise.all([app, second].map((to) => tell(to, token)))
    assert.deepEqual(told.map(({ status }) => status).toSorted(), [200, 400])
    for (const to of [app, second])
      await eventually(
        () => statusOf(sameBrowser(one.tab, to)),
        (status) => status === 401,
      )
    for (const to of [app, second]) assert.equal(await statusOf(sameBrowser(two.tab, to)), 200)
  })
})
