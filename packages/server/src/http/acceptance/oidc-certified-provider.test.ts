import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { kinds } from '@svc/model'
import { browserTab, createFixtures, eventually, onEachEngine, useApp } from '../../testing/index.ts'
import { type CertifiedProvider, startCertifiedProvider } from '../../testing/certified-provider.ts'
import { bodyOf, make } from './checks.ts'
import { letIn } from './oidc-company.ts'

onEachEngine((engine) => {
  let certified: CertifiedProvider
  before(async () => {
    certified = await startCertifiedProvider()
  })
  after(() => certified?.stop())
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'] })

  test('a provider that somebody else wrote lets people in, knows them again, and ends their sessions', async () => {
    const organisation = await app.organisation()
    const { owner } = organisation
    const { issuer, clientId, clientSecret: value } = certified
    const keyword = 'oidc-client-secret'
    await make(owner, '/secrets', { name: 'Client secret', type: 'text', keyword, value })
    const { id, oidc } = await make(owner, '/identity-providers', {
      ...{ name: 'Certified', protocol: 'oidc', status: 'active', jit: { enabled: true, role: 'member' } },
      oidc: { issuer, clientId, clientSecretVaultKeyword: keyword },
    })
    const domain = `certified-${engine}.example`
    await createFixtures({ app, organisation }).put(kinds.ssoDomain, {
      ...{ normalizedDomain: domain, verificationStatus: 'verified', identityProviderId: id },
    })
    const { redirectUri, backchannelLogoutUri } = oidc
    const afterLogout = new URL('/sign-in', redirectUri).href
    certified.open({ redirectUri, backchannelLogoutUri, afterLogout, domain })

    const browser = certified.browser()
    const signIn = async (person: string) => {
      const tab = browserTab(app.url)
      const start = await tab.send('GET', `/auth/oidc/${id}/start?return=/teams`)
      const back = new URL(await browser.signIn(start.headers.get('location') ?? '', person))
      letIn(await tab.send('GET', `${back.pathname}${back.search}`), '/teams')
      return tab
    }
    const first = await signIn('ada')
    const { user, role } = bodyOf(await first.send('GET', '/auth/session'))
    assert.deepEqual([user.email, user.displayName, role], [`ada@${domain}`, 'ada', 'member'])

    // The provider does not ask again.
    const second = await signIn('somebody else')
    assert.equal(bodyOf(await second.send('GET', '/auth/session')).user.id, user.id)

    const { endSessionUrl } = bodyOf(await second.send('POST', '/auth/sign-out', {}))
    const left = new URL(await browser.signOut(endSessionUrl))
    assert.equal(`${left.origin}${left.pathname}`, afterLogout)
    assert.equal((await second.send('GET', '/auth/session')).status, 401)
    // It tells svc of the sessions that it has ended.
    const status = async () => (await first.send('GET', '/auth/session')).status
    await eventually(status, (now) => now === 401)
  })
})
