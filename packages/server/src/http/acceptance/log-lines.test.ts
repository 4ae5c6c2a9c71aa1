import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startServer } from '../../main.ts'
import { newOrganisation, onEachEngine, openTestStore, type TestStore, useApp } from '../../testing/index.ts'
import { type OpenIdIssuer, startIssuer } from '../../testing/openid-issuer.ts'
import { type SamlIssuer, startSamlIssuer } from '../../testing/saml-issuer.ts'
import { executeIn } from '../../testing/tables.ts'
import { letIn, oidcCompany, turnedAway, visitOf } from './oidc-company.ts'
import { person, samlCompany, samlVisit } from './saml-company.ts'

const secret = 'svc_pat_live_pasted_into_a_query'

onEachEngine((engine) => {
  let opened: TestStore
  before(async () => {
    opened = await openTestStore(engine)
  })
  after(() => opened?.remove())

  let oidc: OpenIdIssuer
  let saml: SamlIssuer
  before(async () => {
    ;[oidc, saml] = await Promise.all([startIssuer(), startSamlIssuer()])
  })
  after(() => Promise.all([oidc?.stop(), saml?.stop()]))
  const requests: string[] = []
  const app = useApp(engine, {
    ...{ fetchAllow: ['127.0.0.1'], identityTimeoutMs: 2_000, logsRequests: true },
    log: (line) => requests.push(JSON.stringify(line)),
  })

  test('no log line contains the query, whatever went wrong', async () => {
    const lines: string[] = []
    const server = await startServer({
      store: opened.store,
      host: '127.0.0.1',
      port: 0,
      rateLimit: 'off',
      fetchAllow: [],
      log: (line) => lines.push(JSON.stringify(line)),
      logsRequests: true,
    })
    const { owner } = await newOrganisation(opened.store, server.url)
    await owner.get(`/teams?name=${secret}`)
    await owner.get(`/nothing?name=${secret}`)
    await executeIn(opened.store, 'alter table projects rename to gone')
    const broken = await owner.get(`/projects?ownerTeamId=${secret}`)
    const failed = await owner.post(`/projects?x=${secret}`, { name: 'x' })
    await fetch(`${server.url}/%zz?x=${secret}`)
    await executeIn(opened.store, 'alter table gone rename to projects')
    await server.close()
    assert.ok(broken.status >= 400 && failed.status >= 400)
    assert.ok(
      lines.some((line) => line.includes('"level":"error"') && line.includes('"path":"/v1/projects"')),
    )
    assert.deepEqual(
      lines.filter((line) => line.includes(secret)),
      [],
    )
  })

  test('A10 no line says what a sign-in through a provider was made with, whatever came of it', async () => {
    const company = await oidcCompany(app, oidc, { provider: { jit: { enabled: true, role: 'member' } } })
    const visit = visitOf(app, oidc)
    oidc.person = { sub: 'a', email: `a@${company.domain}` }
    const there = await visit.start(company.provider)
    const back = await visit.atProvider(there)
    letIn(await visit.comeBack(back))
    turnedAway(await visit.comeBack(back), 'expired')
    const logoutToken = await oidc.logoutToken({ sub: 'a', nonce: 'wrong' })
    await fetch(`${app.url}/auth/oidc/${company.provider.id}/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: logoutToken }),
    })
    oidc.answers.set('/token', (_, response) => void response.writeHead(502).end())
    turnedAway(await visit.signIn(company.provider), 'provider_unavailable')

    const other = await samlCompany(app, saml)
    const second = samlVisit(app, saml)
    const asked = await second.start(other.provider)
    const response = await saml.respond(saml.said(asked, person('b', other.domain)))
    letIn(await second.bring(other.provider, response))
    turnedAway(await second.bring(other.provider, response), 'expired')
    const { saml: settings } = other.provider
    const slo = `${app.url}/auth/saml/${other.provider.id}/slo`
    const ending = saml.logoutAddress(slo, { nameId: 'b', destination: settings.spSloUrl })
    await fetch(ending, { redirect: 'manual' })

    const params = [
      there.searchParams,
      new URL(`http://svc${back}`).searchParams,
      new URL(ending).searchParams,
    ]
    const named = ['code', 'state', 'nonce', 'code_challenge', 'SAMLRequest', 'Signature']
    const sent = [
      ...params.flatMap((one) => named.map((name) => one.get(name))).filter((value) => value !== null),
      ...[visit.tab, second.tab].flatMap(({ jar }) => [...jar.values()]),
      ...[oidc.clientSecret, logoutToken, asked.id, Buffer.from(response).toString('base64')],
    ]
    assert.ok(sent.length > 10 && requests.some((line) => line.includes('/callback')))
    const shown = sent.filter((one) => requests.some((line) => line.includes(one)))
    assert.deepEqual(shown, [])
  })
})
