import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { eventually, onEachEngine, useApp } from '../../testing/index.ts'
import { type Claims, type OpenIdIssuer, startIssuer } from '../../testing/openid-issuer.ts'
import { type Body, bodyOf, change, make, read, remove } from './checks.ts'
import { letIn, oidcCompany, turnedAway, visitOf } from './oidc-company.ts'

onEachEngine((engine) => {
  let issuer: OpenIdIssuer
  before(async () => {
    issuer = await startIssuer()
  })
  after(() => issuer?.stop())
  beforeEach(() => {
    issuer.distort = (claims) => claims
    issuer.forge = undefined
    issuer.answers.clear()
    issuer.userinfo = {}
  })
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'], identityTimeoutMs: 2_000 })
  /** Gives up on a provider after all that a test does. */
  const patient = useApp(engine, { fetchAllow: ['127.0.0.1'], identityTimeoutMs: 60_000 })
  /** Where svc has only a path of its host. */
  const below = useApp(engine, { fetchAllow: ['127.0.0.1'], publicUrl: 'https://example.com/svc' })

  test('a member signs in through their company’s provider, and the session says how', async () => {
    const { owner, domain, provider, refusals, ...organisation } = await oidcCompany(app, issuer)
    await make(owner, '/teams', { name: 'Any' })
    const email = `ada@${domain}`
    await change(owner, `/identity-providers/${provider.id}`, { jit: { enabled: true, role: 'viewer' } })
    const visit = visitOf(app, issuer)
    const there = await visit.start(provider, '?return=/teams%3Ftag%3Da')
    const asked = Object.fromEntries(there.searchParams)
    assert.equal(there.origin, issuer.issuer)
    assert.deepEqual(
      [asked.response_type, asked.code_challenge_method, asked.scope, asked.redirect_uri],
      ['code', 'S256', 'openid profile email', provider.oidc.redirectUri],
    )
    assert.ok((asked.state?.length ?? 0) >= 22 && (asked.nonce?.length ?? 0) >= 22)
    issuer.person = { sub: 'ada-1', email: email.toUpperCase(), email_verified: true, name: 'Ada' }
    letIn(await visit.comeBack(await visit.atProvider(there)), '/teams?tag=a')

    const { user, role } = bodyOf(await visit.tab.send('GET', '/auth/session'))
    assert.deepEqual([user.email, user.displayName, role], [email, 'Ada', 'viewer'])
    const { sessions } = bodyOf(await visit.tab.send('GET', '/auth/sessions'))
    assert.deepEqual(
      sessions.map((one: Body) => [one.method, one.providerId, one.isCurrent, typeof one.address]),
      [['oidc', provider.id, true, 'string']],
    )
    assert.ok((await read(owner, `/identity-providers/${provider.id}`)).lastSignInAt)
    const { auditLog } = await read(owner, `/audit-log?subjectId=${user.id}`)
    assert.deepEqual(
      auditLog.map(({ type, after }: Body) => [type, type === 'user.created' ? null : after]),
      [
        ['user.signed_in', { method: 'oidc', identityProviderId: provider.id }],
        ['user.identity_linked', { identityProviderId: provider.id }],
        ['user.created', null],
      ],
    )
    assert.deepEqual(await refusals(), [])
    assert.ok(organisation.id)
  })

  test('whom the provider lets in without asking has not confirmed that it is still them', async () => {
    const { owner, domain, provider } = await oidcCompany(app, issuer)
    await change(owner, `/identity-providers/${provider.id}`, { jit: { enabled: true, role: 'member' } })
    const ada = { sub: 'ada-again', email: `again@${domain}`, email_verified: true }
    const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds
    for (const [auth_time, code] of [
      [secondsAgo(3_600), 'reauthentication_required'],
      [secondsAgo(60), undefined],
      // Not said: what else could count?
      [undefined, undefined],
      [secondsAgo(-3_600), undefined],
    ] as const) {
      issuer.distort = (claims) => ({ ...claims, auth_time })
      const visit = visitOf(app, issuer)
      letIn(await visit.signIn(provider, ada))
      assert.equal((await visit.tab.send('POST', '/auth/totp')).body.code, code, String(auth_time))
    }
  })

  test('whoever is known is known by their identity, whatever their address has become', async () => {
    const { owner, domain, provider } = await oidcCompany(app, issuer, {
      provider: { jit: { enabled: true, role: 'member' } },
    })
    const first = visitOf(app, issuer)
    letIn(await first.signIn(provider, { sub: 'grace', email: `grace@${domain}`, name: 'Grace' }))
    const second = visitOf(app, issuer)
    letIn(await second.signIn(provider, { sub: 'grace', email: 'grace@elsewhere.example', name: 'G' }))
    const users = await Promise.all(
      [first, second].map(async ({ tab }) => bodyOf(await tab.send('GET', '/auth/session')).user),
    )
    assert.equal(users[0].id, users[1].id)
    assert.deepEqual([users[1].email, users[1].displayName], [`grace@${domain}`, 'Grace'])
    assert.equal((await read(owner, '/users')).users.length, 2)
  })

  test('an existing member is linked under a verified domain of the provider, and their password ends', async () => {
    const company = await oidcCompany(app, issuer)
    const { owner, domain, provider } = company
    const { link } = await invitedAs(company.setupLink ?? '', `alan@${domain}`)
    const before = visitOf(app, issuer).tab
    bodyOf(await before.send('POST', '/auth/links/use', { link, password: 'a long walk by the river' }))
    const visit = visitOf(app, issuer)
    letIn(await visit.signIn(provider, { sub: 'alan', email: `alan@${domain}` }))
    assert.equal((await before.send('GET', '/auth/session')).status, 401, 'the session from before ended')
    const again = await visitOf(app, issuer).tab.send('POST', '/auth/sign-in', {
      email: `alan@${domain}`,
      password: 'a long walk by the river',
    })
    assert.equal(again.status, 401)
    assert.equal((await read(owner, '/users')).users.length, 2)
  })

  async function invitedAs(setupLink: string, email: string): Promise<Body> {
    const { tab } = visitOf(app, issuer)
    bodyOf(await tab.send('POST', '/auth/links/use', { link: setupLink, password: 'a long walk by the sea' }))
    return bodyOf(await tab.send('POST', '/auth/members', { email, role: 'member' }), 201)
  }

  test('a new key of the provider interrupts nobody', async () => {
    const { domain, provider } = await oidcCompany(app, issuer, {
      provider: { jit: { enabled: true, role: 'member' } },
    })
    const person = { sub: 'k', email: `k@${domain}` }
    letIn(await visitOf(app, issuer).signIn(provider, person))
    // Nor does somebody who has just tried to pass for the provider.
    const { privateKey } = await generateKeyPair('RS256')
    issuer.forge = (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: String(issuer.keys.at(-1)?.kid) })
        .sign(privateKey)
    turnedAway(await visitOf(app, issuer).signIn(provider, person), 'invalid_answer')
    issuer.forge = undefined
    await issuer.rotate()
    letIn(await visitOf(app, issuer).signIn(provider, person))
    issuer.keys = issuer.keys.slice(-1)
    letIn(await visitOf(app, issuer).signIn(provider, person))
  })

  test('nor does one that is called like the old one, or that has no name', async () => {
    for (const name of [{ kid: 'the only one' }, {}]) {
      const fresh = await startIssuer()
      try {
        const { domain, provider } = await oidcCompany(app, fresh, {
          provider: { jit: { enabled: true, role: 'member' } },
        })
        const person = { sub: 'k', email: `k@${domain}` }
        const publishLast = () => {
          fresh.keys = fresh.keys.slice(-1).map(({ kid: _, ...key }) => ({ ...key, ...name }))
        }
        fresh.forge = (claims) => fresh.sign(claims, { kid: undefined, ...name })
        publishLast()
        letIn(await visitOf(app, fresh).signIn(provider, person))
        await fresh.rotate()
        publishLast()
        letIn(await visitOf(app, fresh).signIn(provider, person))
      } finally {
        await fresh.stop()
      }
    }
  })

  test('what the token leaves out is asked for at the provider’s other address', async () => {
    const { domain, provider } = await oidcCompany(app, issuer, {
      provider: { jit: { enabled: true, role: 'member' } },
    })
    issuer.userinfo = { email: `u@${domain}`, name: 'Uma' }
    const visit = visitOf(app, issuer)
    letIn(await visit.signIn(provider, { sub: 'uma' }))
    const { user } = bodyOf(await visit.tab.send('GET', '/auth/session'))
    assert.deepEqual([user.email, user.displayName], [`u@${domain}`, 'Uma'])
  })

  test('the ways in name each provider, and signing out says where to sign out there too', async () => {
    const { domain, provider } = await oidcCompany(app, issuer, {
      provider: { jit: { enabled: true, role: 'member' } },
    })
    const visit = visitOf(app, issuer)
    const { providers } = bodyOf(await visit.tab.send('POST', '/auth/ways-in', { domain }))
    assert.deepEqual(providers, [{ id: provider.id, name: 'Company', protocol: 'oidc' }])
    letIn(await visit.signIn(provider, { sub: 'o', email: `o@${domain}` }))
    const { endSessionUrl } = bodyOf(await visit.tab.send('POST', '/auth/sign-out', {}))
    const url = new URL(endSessionUrl)
    assert.equal(`${url.origin}${url.pathname}`, `${issuer.issuer}/logout`)
    assert.equal(url.searchParams.get('client_id'), issuer.clientId)
    assert.match(url.searchParams.get('id_token_hint') ?? '', /^ey/)
    assert.match(url.searchParams.get('post_logout_redirect_uri') ?? '', /^http:\/\/localhost:\d+\/sign-in$/)
    assert.equal((await visit.tab.send('GET', '/auth/session')).status, 401)
  })

  test('a provider that is down, slow or answers too much is unavailable, and others are not affected', async () => {
    const { provider, refusals } = await oidcCompany(app, issuer)
    const other = await startIssuer()
    try {
      const elsewhere = await oidcCompany(app, other, {
        provider: { jit: { enabled: true, role: 'member' } },
      })
      const visit = visitOf(app, issuer)
      const back = await visit.atProvider(await visit.start(provider))
      issuer.answers.set('/token', (_, response) => void response.writeHead(502).end())
      turnedAway(await visit.comeBack(back), 'provider_unavailable')
      const slow = await visit.atProvider(await visit.start(provider))
      issuer.answers.set('/token', () => {})
      turnedAway(await visit.comeBack(slow), 'provider_unavailable')
      const large = await visit.atProvider(await visit.start(provider))
      issuer.answers.set('/token', (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'a'.repeat(10_000_000)}"`)
      })
      turnedAway(await visit.comeBack(large), 'provider_unavailable')
      letIn(
        await visitOf(app, other).signIn(elsewhere.provider, { sub: 'x', email: `x@${elsewhere.domain}` }),
      )
      const reasons = await refusals()
      assert.deepEqual(
        reasons.map(({ code }) => code),
        ['provider_unavailable', 'provider_unavailable', 'provider_unavailable'],
      )
      assert.match(reasons[2]?.reason ?? '', /status 502/)
    } finally {
      await other.stop()
    }
  })

  test('a slow provider holds up nobody who signs in through another one of the same company', async () => {
    const slow = await startIssuer()
    const waiting: ServerResponse[] = []
    try {
      const { owner, domain, provider } = await oidcCompany(patient, issuer, {
        provider: { jit: { enabled: true, role: 'member' } },
      })
      const secret = { name: 'Slow', type: 'text', keyword: 'slow', value: slow.clientSecret }
      bodyOf(await owner.post('/secrets', secret), 201)
      const second = await make(owner, '/identity-providers', {
        ...{ name: 'Slow', protocol: 'oidc', status: 'active' },
        oidc: { issuer: slow.issuer, clientId: slow.clientId, clientSecretVaultKeyword: 'slow' },
      })
      const comingBack = await Promise.all(
        Array.from({ length: 40 }, async () => {
          const visit = visitOf(patient, slow)
          return { visit, back: await visit.atProvider(await visit.start(second)) }
        }),
      )
      slow.answers.set('/token', (_, response) => void waiting.push(response))
      const answers = Promise.all(comingBack.map(({ visit, back }) => visit.comeBack(back)))
      await eventually(
        async () => waiting.length,
        (length) => length === 20,
      )
      letIn(await visitOf(patient, issuer).signIn(provider, { sub: 'h', email: `h@${domain}` }))
      slow.answers.set('/token', (_, response) => void response.writeHead(503).end())
      for (const response of waiting) response.writeHead(503).end()
      for (const answer of await answers) turnedAway(answer, 'provider_unavailable')
    } finally {
      await slow.stop()
    }
  })

  test('what the provider says of a person it does not let in is in the log only', async () => {
    const { provider, refusals } = await oidcCompany(app, issuer)
    const visit = visitOf(app, issuer)
    const there = await visit.start(provider)
    const back = new URL(`http://svc${await visit.atProvider(there)}`)
    back.searchParams.delete('code')
    back.searchParams.set('error', 'access_denied')
    back.searchParams.set('error_description', 'not assigned')
    turnedAway(await visit.comeBack(`${back.pathname}${back.search}`), 'refused_by_provider')
    assert.deepEqual(await refusals(), [
      { code: 'refused_by_provider', reason: 'The provider answered "access_denied" ("not assigned").' },
    ])
  })

  test('a provider ends sessions here within moments, and only those it vouched for', async () => {
    const company = await oidcCompany(app, issuer, { provider: { jit: { enabled: true, role: 'member' } } })
    const { domain, provider, owner } = company
    const [one, two, other] = [visitOf(app, issuer), visitOf(app, issuer), visitOf(app, issuer)]
    for (const visit of [one, two]) letIn(await visit.signIn(provider, { sub: 'b', email: `b@${domain}` }))
    letIn(await other.signIn(provider, { sub: 'c', email: `c@${domain}` }))
    const isIn = async ({ tab }: typeof one) => (await tab.send('GET', '/auth/session')).status === 200
    const end = async (claims: object) => {
      const body = new URLSearchParams({ logout_token: await issuer.logoutToken({ ...claims }) })
      return fetch(`${app.url}/auth/oidc/${provider.id}/backchannel-logout`, { method: 'POST', body })
    }
    assert.equal((await end({ sub: 'nobody' })).status, 200, 'also if no session matched')
    assert.deepEqual(await Promise.all([one, two, other].map(isIn)), [true, true, true])
    const ended = await end({ sub: 'b' })
    assert.deepEqual([ended.status, ended.headers.get('cache-control')], [200, 'no-store'])
    assert.deepEqual(await Promise.all([one, two, other].map(isIn)), [false, false, true])
    await change(owner, `/identity-providers/${provider.id}`, { status: 'disabled' })
    assert.equal(await isIn(other), false, 'a disabled provider vouches for nobody')
    await change(owner, `/identity-providers/${provider.id}`, { status: 'active' })
    letIn(await other.signIn(provider, { sub: 'c', email: `c@${domain}` }))
    await remove(owner, `/identity-providers/${provider.id}`)
    assert.equal(await isIn(other), false, 'nor does one that was deleted')
  })

  test('a session of which the provider had not said the name ends with any other of the person', async () => {
    const company = await oidcCompany(app, issuer, { provider: { jit: { enabled: true, role: 'member' } } })
    const { domain, provider } = company
    const [unnamed, named] = [visitOf(app, issuer), visitOf(app, issuer)]
    issuer.distort = ({ sid: _, ...claims }) => claims
    letIn(await unnamed.signIn(provider, { sub: 'u', email: `u@${domain}` }))
    issuer.distort = (claims) => ({ ...claims, sid: 'another' })
    letIn(await named.signIn(provider, { sub: 'u', email: `u@${domain}` }))
    issuer.distort = (claims) => claims
    const statuses = () =>
      Promise.all([unnamed, named].map(async ({ tab }) => (await tab.send('GET', '/auth/session')).status))
    const end = async (claims: Claims) => {
      const reply = await fetch(`${app.url}/auth/oidc/${provider.id}/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: await issuer.logoutToken(claims) }),
      })
      assert.equal(reply.status, 200)
    }
    await end({ sid: 'ended' })
    assert.deepEqual(await statuses(), [200, 200], 'whose it was is not known')
    await end({ sub: 'u', sid: 'ended' })
    assert.deepEqual(await statuses(), [401, 200])
  })

  test('under a path of its host, people come back to that path, and nowhere else', async () => {
    const { domain, provider } = await oidcCompany(below, issuer, {
      provider: { jit: { enabled: true, role: 'member' } },
    })
    const address = `https://example.com/svc/auth/oidc/${provider.id}`
    assert.equal(provider.oidc.redirectUri, `${address}/callback`)
    assert.equal(provider.oidc.backchannelLogoutUri, `${address}/backchannel-logout`)
    issuer.person = { sub: 'p', email: `p@${domain}` }
    const places = {
      ...{ '/': '/svc/', '/projects?q=a': '/svc/projects?q=a', '/svc/projects': '/svc/projects' },
      ...{ '/svc//evil.example': '/svc/', '/svc/\\evil.example': '/svc/', '/../other': '/svc/other' },
    }
    for (const [asked, place] of Object.entries(places)) {
      const visit = visitOf(below, issuer)
      const there = await visit.start(provider, `?return=${encodeURIComponent(asked)}`)
      assert.equal(there.searchParams.get('redirect_uri'), provider.oidc.redirectUri)
      const reply = await visit.comeBack(await visit.atProvider(there))
      letIn(reply, place)
      assert.match(
        reply.setCookie ?? '',
        /^__Secure-svc_session=.*; Path=\/svc; HttpOnly; SameSite=Lax; Secure;/,
      )
    }
    const refused = await visitOf(below, issuer).comeBack(`/svc/auth/oidc/${provider.id}/callback`)
    assert.equal(refused.headers.get('location'), '/svc/sign-in?error=invalid_answer')
  })

  test('an answer may have a question mark of its own', async () => {
    const { domain, provider } = await oidcCompany(app, issuer, {
      provider: { jit: { enabled: true, role: 'member' } },
    })
    issuer.person = { sub: 'm', email: `m@${domain}` }
    const visit = visitOf(app, issuer)
    const back = await visit.atProvider(await visit.start(provider))
    letIn(await visit.comeBack(back.replace('?', '?session_state=a?b&')))
  })

  test('endpoints can be entered by hand, whatever the ID tokens are signed with', async () => {
    const fresh = await startIssuer()
    try {
      fresh.answers.set('/.well-known/openid-configuration', (_, response) => response.writeHead(404).end())
      const { publicKey, privateKey } = await generateKeyPair('ES256')
      fresh.keys = [await exportJWK(publicKey)]
      fresh.forge = (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(privateKey)
      const { domain, provider } = await oidcCompany(app, fresh, {
        provider: { jit: { enabled: true, role: 'member' } },
        oidc: {
          authorizationEndpoint: `${fresh.issuer}/authorize`,
          tokenEndpoint: `${fresh.issuer}/token`,
          jwksUri: `${fresh.issuer}/jwks`,
        },
      })
      letIn(await visitOf(app, fresh).signIn(provider, { sub: 'h', email: `h@${domain}` }))
      assert.deepEqual(fresh.requests, ['/authorize', '/token', '/jwks'])
    } finally {
      await fresh.stop()
    }
  })
})
