import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { kinds } from '@svc/model'
import { type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { createFixtures, onEachEngine, useApp } from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { type Claims, logoutEvent, type OpenIdIssuer, startIssuer } from '../../testing/openid-issuer.ts'
import { type Body, bodyOf, change, make, read, remove } from './checks.ts'
import { type Company, letIn, oidcCompany, turnedAway, visitOf } from './oidc-company.ts'

const dayAgo = () => Math.floor(Date.now() / 1_000) - 86_400
const jit = { jit: { enabled: true, role: 'member' } }

onEachEngine((engine) => {
  let issuer: OpenIdIssuer
  let other: OpenIdIssuer
  before(async () => {
    ;[issuer, other] = await Promise.all([startIssuer(), startIssuer()])
  })
  after(() => Promise.all([issuer?.stop(), other?.stop()]))
  beforeEach(() => {
    for (const one of [issuer, other]) {
      one.distort = (claims) => claims
      one.forge = undefined
      one.answers.clear()
      one.userinfo = {}
      one.requests.length = 0
    }
  })
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'], identityTimeoutMs: 2_000 })

  /** Nobody came in, nothing was written but one entry in the log. */
  async function leavesNothing(company: Company, attempt: () => Promise<void>): Promise<string> {
    const rows = () =>
      Promise.all(
        ['sessions', 'identities', 'users'].map(async (table) =>
          Number((await rowsIn(app.store, `select count(*) as n from ${table}`))[0]?.n),
        ),
      )
    const [before, refusedBefore] = [await rows(), await company.refusals()]
    await attempt()
    const refused = await company.refusals()
    assert.equal(refused.length, refusedBefore.length + 1, 'one entry')
    assert.deepEqual(await rows(), before, 'nothing else')
    return refused[0]?.reason ?? ''
  }

  const hs256 = (key: string | Buffer, claims: Claims): string => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const head = `${part({ alg: 'HS256' })}.${part(claims)}`
    return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`
  }

  const forgeries: Readonly<Record<string, (claims: Claims) => Promise<string>>> = {
    'by another key': async (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: String(issuer.keys[0]?.kid) })
        .sign(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey),
    'by nobody': async (claims) => new UnsecuredJWT(claims).encode(),
    'with the client secret': async (claims) => hs256(issuer.clientSecret, claims),
    'with the published key as a secret': async (claims) =>
      hs256(Buffer.from(String(issuer.keys[0]?.n), 'base64url'), claims),
    'with a key of a provider that is not the sender': (claims) => other.sign(claims),
  }
  for (const [how, forge] of Object.entries(forgeries))
    test(`an ID token signed ${how} opens nothing`, async () => {
      const company = await oidcCompany(app, issuer, { provider: jit })
      issuer.forge = forge
      await leavesNothing(company, async () =>
        turnedAway(
          await visitOf(app, issuer).signIn(company.provider, { sub: 'f', email: `f@${company.domain}` }),
          'invalid_answer',
        ),
      )
    })

  /** Each with what the log has to say of it: whoever sets up a provider learns nothing from less. */
  const distortions: Readonly<Record<string, readonly [RegExp, (claims: Claims) => Claims]>> = {
    'of another issuer': [/"iss" \(issuer\)/, (claims) => ({ ...claims, iss: 'https://evil.example' })],
    'for another application': [/"aud" \(audience\)/, (claims) => ({ ...claims, aud: 'other' })],
    'for several applications, issued to another': [
      /"azp" \(authorized party\)/,
      (claims) => ({ ...claims, aud: ['svc', 'other'], azp: 'other' }),
    ],
    'for several applications, without saying to which it was issued': [
      /"aud" \(audience\)/,
      (claims) => ({ ...claims, aud: ['svc', 'other'] }),
    ],
    'issued to another application': [/another application/, (claims) => ({ ...claims, azp: 'other' })],
    'of another sign-in': [/"nonce"/, (claims) => ({ ...claims, nonce: 'another' })],
    'of no sign-in': [/"nonce"/, ({ nonce: _, ...claims }) => claims],
    'that has expired': [/"exp" \(expiration time\)/, (claims) => ({ ...claims, exp: dayAgo() })],
    'that never expires': [/"exp" \(expiration time\)/, ({ exp: _, ...claims }) => claims],
    'that is a day old': [/within the last ten minutes/, (claims) => ({ ...claims, iat: dayAgo() })],
    'from the future': [
      /within the last ten minutes/,
      (claims) => ({ ...claims, iat: Math.floor(Date.now() / 1_000) + 3_600 }),
    ],
    'about nobody': [/"sub" \(subject\)/, ({ sub: _, ...claims }) => claims],
  }
  for (const [what, [says, distort]] of Object.entries(distortions))
    test(`an ID token ${what} opens nothing`, async () => {
      const company = await oidcCompany(app, issuer, { provider: jit })
      issuer.distort = distort
      const reason = await leavesNothing(company, async () =>
        turnedAway(
          await visitOf(app, issuer).signIn(company.provider, { sub: 'd', email: `d@${company.domain}` }),
          'invalid_answer',
        ),
      )
      assert.match(reason, says)
    })

  test('a state is used once, by the browser that it was given to', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    const { provider, domain } = company
    issuer.person = { sub: 's', email: `s@${domain}` }
    const visit = visitOf(app, issuer)
    const back = await visit.atProvider(await visit.start(provider))
    const [path, query = ''] = back.split('?')
    const without = new URLSearchParams(query)
    without.delete('state')
    await leavesNothing(company, async () =>
      turnedAway(await visit.comeBack(`${path}?${without}`), 'invalid_answer'),
    )
    await leavesNothing(company, async () =>
      turnedAway(await visit.comeBack(`${back}&state=another`), 'invalid_answer'),
    )
    const again = await visit.atProvider(await visit.start(provider))
    await leavesNothing(company, async () =>
      turnedAway(await visitOf(app, issuer).comeBack(again), 'invalid_answer'),
    )
    letIn(await visit.comeBack(again))
    await leavesNothing(company, async () => turnedAway(await visit.comeBack(again), 'expired'))
  })

  test('of two answers to one sign-in at the same time, one is accepted', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    issuer.person = { sub: 't', email: `t@${company.domain}` }
    const visit = visitOf(app, issuer)
    const back = await visit.atProvider(await visit.start(company.provider))
    const { cookie } = visit.tab
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => fetch(`${app.url}${back}`, { redirect: 'manual', headers: { cookie } })),
    )
    const places = answers.map(({ headers }) => headers.get('location')).toSorted()
    assert.deepEqual(places, ['/', ...Array(3).fill('/sign-in?error=expired')])
    assert.equal((await company.refusals()).length, 3)
  })

  test('an answer counts only at the provider that was asked, and from the issuer that it names', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    const { provider, domain, owner } = company
    issuer.person = { sub: 'm', email: `m@${domain}` }
    const second = await make(owner, '/identity-providers', {
      ...{ name: 'Other', protocol: 'oidc', status: 'active', ...jit },
      oidc: { issuer: other.issuer, clientId: other.clientId },
    })
    const visit = visitOf(app, issuer)
    const back = await visit.atProvider(await visit.start(provider))
    await leavesNothing(company, async () =>
      turnedAway(await visit.comeBack(back.replace(provider.id, second.id)), 'invalid_answer'),
    )
    for (const iss of [undefined, other.issuer]) {
      const [path, query = ''] = (await visit.atProvider(await visit.start(provider))).split('?')
      const changed = new URLSearchParams(query)
      changed.delete('iss')
      if (iss !== undefined) changed.set('iss', iss)
      const reason = await leavesNothing(company, async () =>
        turnedAway(await visit.comeBack(`${path}?${changed}`), 'invalid_answer'),
      )
      assert.match(reason, /"iss" \(issuer\)/)
    }
  })

  test('a code of somebody else, planted in a browser, signs nobody in', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    issuer.person = { sub: 'attacker', email: `attacker@${company.domain}` }
    const attacker = visitOf(app, issuer)
    const planted = await attacker.atProvider(await attacker.start(company.provider))
    const victim = visitOf(app, issuer)
    await victim.start(company.provider)
    await leavesNothing(company, async () => turnedAway(await victim.comeBack(planted), 'invalid_answer'))
    const own = new URLSearchParams(
      (await victim.atProvider(await victim.start(company.provider))).split('?')[1],
    )
    own.set('code', new URLSearchParams(planted.split('?')[1]).get('code') ?? '')
    await leavesNothing(company, async () =>
      turnedAway(
        await victim.comeBack(`/auth/oidc/${company.provider.id}/callback?${own}`),
        'invalid_answer',
      ),
    )
  })

  test('an address links nobody if the provider does not confirm it', async () => {
    const company = await oidcCompany(app, issuer)
    const { provider, domain } = company
    await company.owner.get('/users')
    const email = `member@${domain}`
    await memberWith(company, email)
    for (const email_verified of [false, 'true', 'false', 1])
      await leavesNothing(company, async () =>
        turnedAway(
          await visitOf(app, issuer).signIn(provider, { sub: 'e', email, email_verified }),
          'not_allowed',
        ),
      )
    letIn(await visitOf(app, issuer).signIn(provider, { sub: 'e', email }))
  })

  /** A member with this address, invited by the owner in the console. */
  async function memberWith({ setupLink }: Company, email: string, role = 'member'): Promise<Body> {
    const { tab } = visitOf(app, issuer)
    await tab.send('POST', '/auth/links/use', { link: setupLink, password: 'a long walk by the sea' })
    return bodyOf(await tab.send('POST', '/auth/members', { email, role }), 201).user
  }

  test('without a domain of its own, a provider that says nothing about an address links nobody', async () => {
    const company = await oidcCompany(app, issuer, { isBound: false, provider: jit })
    const email = `x@${company.domain}`
    await leavesNothing(company, async () =>
      turnedAway(await visitOf(app, issuer).signIn(company.provider, { sub: 'x', email }), 'not_allowed'),
    )
    const confirmed = { sub: 'x', email, email_verified: true }
    letIn(await visitOf(app, issuer).signIn(company.provider, confirmed))
    const member = `y@${company.domain}`
    await memberWith(company, member)
    await leavesNothing(company, async () =>
      turnedAway(
        await visitOf(app, issuer).signIn(company.provider, {
          sub: 'y',
          email: member,
          email_verified: true,
        }),
        'not_allowed',
      ),
    )
  })

  test('nobody new is let in unless the provider or the settings say so, and then of the domain only', async () => {
    const company = await oidcCompany(app, issuer, { provider: { jit: { enabled: false, role: 'viewer' } } })
    const { provider, domain, owner } = company
    const person = { sub: 'new', email: `new@${domain}` }
    const refuse = (claims: Claims) =>
      leavesNothing(company, async () =>
        turnedAway(await visitOf(app, issuer).signIn(provider, claims), 'not_allowed'),
      )
    await refuse(person)
    await change(owner, '/sso/settings', { forceJitProvisioning: true })
    await refuse({ sub: 'far', email: 'far@elsewhere.example', email_verified: true })
    const visit = visitOf(app, issuer)
    letIn(await visit.signIn(provider, person))
    assert.equal(bodyOf(await visit.tab.send('GET', '/auth/session')).role, 'viewer')
  })

  test('nobody becomes a member by an address that only looks like one of the company’s', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    const { provider, domain } = company
    await memberWith(company, `king@${domain}`, 'admin')
    const addresses = [
      `king@${domain} `,
      ` king@${domain}`,
      `king@sub.${domain}`,
      `king@${domain}.evil.example`,
      `king@evil.example@${domain} x`,
      `king@${domain.replace('o', 'о')}`,
      `\u212Aing@${domain}`,
      `kіng@${domain}`,
      `king@${domain}.`,
      'king@evil.example',
      '',
      ['king@', domain],
    ]
    for (const email of addresses)
      await leavesNothing(company, async () =>
        turnedAway(
          await visitOf(app, issuer).signIn(provider, { sub: 'spoof', email, email_verified: true }),
          'not_allowed',
        ),
      )
    // Whoever has been invited by such an address is that person, and nobody else.
    const { id: jörg } = await createFixtures({ app, organisation: company }).put(kinds.user, {
      email: `jörg@${domain}`,
    })
    const visit = visitOf(app, issuer)
    letIn(await visit.signIn(provider, { sub: 'jörg', email: `jörg@${domain}`, email_verified: true }))
    const { user } = bodyOf(await visit.tab.send('GET', '/auth/session'))
    assert.equal(user.id, jörg)
  })

  test('a second provider takes over no account, not even of an owner', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    const { provider, domain, owner } = company
    const email = `boss@${domain}`
    letIn(await visitOf(app, issuer).signIn(provider, { sub: 'boss', email, email_verified: true }))
    const ofOwner = (await memberWith(company, `owner@${domain}`, 'owner')).email
    bodyOf(
      await owner.post('/secrets', { name: 'x', type: 'text', keyword: 'other', value: other.clientSecret }),
      201,
    )
    const second = await make(owner, '/identity-providers', {
      ...{ name: 'Other', protocol: 'oidc', status: 'active', ...jit },
      oidc: { issuer: other.issuer, clientId: other.clientId, clientSecretVaultKeyword: 'other' },
    })
    // Not of somebody new either: people of the domain are another provider's.
    for (const claimed of [email, email.toUpperCase(), ofOwner, `new@${domain}`])
      await leavesNothing(company, async () =>
        turnedAway(
          await visitOf(app, other).signIn(second, { sub: 'boss', email: claimed, email_verified: true }),
          'not_allowed',
        ),
      )
    await leavesNothing(company, async () =>
      turnedAway(
        await visitOf(app, issuer).signIn(provider, { sub: 'another', email, email_verified: true }),
        'not_allowed',
      ),
    )
  })

  test('a deactivated member is not let in, and not made anew', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    const { provider, domain, setupLink } = company
    const email = `gone@${domain}`
    const visit = visitOf(app, issuer)
    letIn(await visit.signIn(provider, { sub: 'gone', email }))
    const { user } = bodyOf(await visit.tab.send('GET', '/auth/session'))
    const { tab } = visitOf(app, issuer)
    await tab.send('POST', '/auth/links/use', { link: setupLink, password: 'a long walk by the sea' })
    bodyOf(await tab.send('PATCH', `/auth/members/${user.id}`, { isActive: false }))
    assert.equal((await visit.tab.send('GET', '/auth/session')).status, 401)
    for (const sub of ['gone', 'gone-again'])
      await leavesNothing(company, async () =>
        turnedAway(await visitOf(app, issuer).signIn(provider, { sub, email }), 'not_allowed'),
      )
  })

  test('with Google, only people of the company’s own domain are meant', async () => {
    const company = await oidcCompany(app, issuer, { provider: { ...jit, vendor: 'google' } })
    const person = { sub: 'g', email: `g@${company.domain}`, email_verified: true }
    const refuses = (claims: Claims) =>
      leavesNothing(company, async () =>
        turnedAway(await visitOf(app, issuer).signIn(company.provider, claims), 'not_allowed'),
      )
    assert.match(await refuses({ ...person, hd: company.domain }), /hostedDomain is not set/)
    const oidc = { ...company.provider.oidc, hostedDomain: company.domain }
    await change(company.owner, `/identity-providers/${company.provider.id}`, { oidc })
    await refuses(person)
    await refuses({ ...person, hd: 'evil.example' })
    letIn(await visitOf(app, issuer).signIn(company.provider, { ...person, hd: company.domain }))
  })

  test('with Entra, people are known by their object id, and only those of the tenant', async () => {
    const company = await oidcCompany(app, issuer, { provider: { ...jit, vendor: 'entra' } })
    const person = { sub: 'pairwise', oid: 'object-1', email: `n@${company.domain}` }
    await leavesNothing(company, async () =>
      turnedAway(
        await visitOf(app, issuer).signIn(company.provider, { ...person, tid: 'another-tenant' }),
        'not_allowed',
      ),
    )
    for (const xms_edov of [false, 0, '0', 'false', null])
      await leavesNothing(company, async () =>
        turnedAway(
          await visitOf(app, issuer).signIn(company.provider, { ...person, xms_edov }),
          'not_allowed',
        ),
      )
    letIn(await visitOf(app, issuer).signIn(company.provider, person))
    letIn(await visitOf(app, issuer).signIn(company.provider, { ...person, sub: 'other-application' }))
    assert.equal((await read(company.owner, '/users')).users.length, 2)
    for (const [oid, xms_edov] of Object.entries({ 'object-2': true, 'object-3': '1' }))
      letIn(
        await visitOf(app, issuer).signIn(company.provider, {
          ...{ sub: oid, oid, email: `${oid}@${company.domain}`, xms_edov },
        }),
      )
  })

  test('what a provider publishes about itself is believed only if it is plausible', async () => {
    const fresh = await startIssuer()
    const company = await oidcCompany(app, fresh, { provider: jit })
    const path = `/auth/oidc/${company.provider.id}/start`
    const discovery = '/.well-known/openid-configuration'
    const answers: Readonly<Record<string, Parameters<OpenIdIssuer['answers']['set']>[1]>> = {
      'names another issuer': (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ issuer: 'https://evil.example' }))
      },
      'leads into the operator’s network': (_, response) =>
        void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      'is 10 MB long': (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'a'.repeat(10_000_000)}"`)
      },
      'never ends': (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }),
    }
    for (const [what, answer] of Object.entries(answers)) {
      fresh.answers.set(discovery, answer)
      await leavesNothing(company, async () => {
        const reply = await visitOf(app, fresh).tab.send('GET', path)
        assert.deepEqual(
          [reply.status, reply.headers.get('location')],
          [303, '/sign-in?error=provider_unavailable'],
          what,
        )
      })
    }
    await fresh.stop()
  })

  test('only keys that are strong and for signatures are used, and a huge set is not searched', async () => {
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const weakKey = { ...weak.publicKey.export({ format: 'jwk' }), kid: 'weak', use: 'sig' }
    const sets: readonly (readonly [string, (keys: JWK[]) => JWK[]])[] = [
      ['provider_unavailable', ([key]) => [{ ...key, use: 'enc' }, weakKey]],
      [
        'invalid_answer',
        (keys) => [...Array.from({ length: 1_000 }, (_, n) => ({ ...keys[0], kid: `${n}` })), ...keys],
      ],
    ]
    for (const [code, publish] of sets) {
      const fresh = await startIssuer()
      const company = await oidcCompany(app, fresh, { provider: jit })
      fresh.keys = publish(fresh.keys)
      await leavesNothing(company, async () =>
        turnedAway(
          await visitOf(app, fresh).signIn(company.provider, { sub: 'w', email: `w@${company.domain}` }),
          code,
        ),
      )
      await fresh.stop()
    }
  })

  test('a token that names an algorithm that its key is not for is refused like any other', async () => {
    const fresh = await startIssuer()
    try {
      const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const curve = { ...publicKey.export({ format: 'jwk' }), kid: 'curve' }
      const [rsa = ''] = fresh.keys.map(({ kid }) => kid)
      fresh.keys = [...fresh.keys, curve as JWK]
      const company = await oidcCompany(app, fresh, { provider: jit })
      const { provider, domain } = company
      for (const header of [
        { alg: 'ES384', kid: 'curve' },
        { alg: 'ES512', kid: 'curve' },
        { alg: 'EdDSA', kid: 'curve' },
        { alg: 'PS256', kid: 'curve' },
        { alg: 'ES256', kid: rsa },
        { alg: 'RS256', kid: rsa, crit: ['b64'], b64: false },
        { alg: 'RS256', kid: 7 },
        { alg: ['RS256'], kid: rsa },
      ]) {
        const renamed = (token: string): string =>
          token.replace(/^[^.]*/, Buffer.from(JSON.stringify(header)).toString('base64url'))
        const what = JSON.stringify(header)
        await leavesNothing(company, async () => {
          const reply = await fetch(`${app.url}/auth/oidc/${provider.id}/backchannel-logout`, {
            method: 'POST',
            body: new URLSearchParams({ logout_token: renamed(await fresh.logoutToken({ sub: 'n' })) }),
          })
          assert.deepEqual([reply.status, await reply.json()], [400, { error: 'invalid_request' }], what)
        })
        fresh.forge = async (claims) => renamed(await fresh.sign(claims))
        await leavesNothing(company, async () =>
          turnedAway(
            await visitOf(app, fresh).signIn(provider, { sub: 'n', email: `n@${domain}` }),
            'invalid_answer',
          ),
        )
      }
    } finally {
      await fresh.stop()
    }
  })

  const inventions: Readonly<Record<string, (fresh: OpenIdIssuer) => OpenIdIssuer['forge']>> = {
    'naming invented keys': (fresh) => (claims) => fresh.sign(claims, { kid: `invented ${Math.random()}` }),
    'signed by invented keys': (fresh) => (claims) => other.sign(claims, { kid: fresh.keys[0]?.kid }),
  }
  for (const [what, invent] of Object.entries(inventions))
    test(`tokens ${what} cause no more than one request for keys a minute`, async () => {
      const fresh = await startIssuer()
      try {
        const company = await oidcCompany(app, fresh, { provider: jit })
        const person = { sub: 'r', email: `r@${company.domain}` }
        letIn(await visitOf(app, fresh).signIn(company.provider, person))
        fresh.requests.length = 0
        fresh.forge = invent(fresh)
        for (let count = 0; count < 5; count++)
          turnedAway(await visitOf(app, fresh).signIn(company.provider, person), 'invalid_answer')
        assert.equal(fresh.requests.filter((path) => path === '/jwks').length, 1)
      } finally {
        await fresh.stop()
      }
    })

  test('a character that no store keeps is nobody’s name, and no reason to fail', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    const { provider, domain } = company
    const person = { sub: 'nul', email: `nul@${domain}` }
    const visit = visitOf(app, issuer)
    issuer.distort = (claims) => ({ ...claims, name: 'N\0', groups: ['g\0'], sid: 's\0' })
    letIn(await visit.signIn(provider, person))
    assert.equal(bodyOf(await visit.tab.send('GET', '/auth/session')).user.displayName, null)
    issuer.distort = (claims) => ({ ...claims, sub: 'nul\0' })
    await leavesNothing(company, async () =>
      turnedAway(await visitOf(app, issuer).signIn(provider, person), 'invalid_answer'),
    )
    for (const claims of [{ sub: 'nul\0' }, { sid: 's\0' }, { sub: 'nul', jti: 'j\0' }])
      await leavesNothing(company, async () => {
        const reply = await fetch(`${app.url}/auth/oidc/${provider.id}/backchannel-logout`, {
          method: 'POST',
          body: new URLSearchParams({ logout_token: await issuer.logoutToken(claims) }),
        })
        assert.equal(reply.status, 400)
      })
  })

  test('people return to svc, wherever they were asked to go', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    issuer.person = { sub: 'p', email: `p@${company.domain}` }
    for (const asked of ['//evil.example', '/\\evil.example', 'https:evil.example', '/a\r\nset-cookie:x=y']) {
      const visit = visitOf(app, issuer)
      const there = await visit.start(company.provider, `?return=${encodeURIComponent(asked)}`)
      letIn(await visit.comeBack(await visit.atProvider(there)), '/')
    }
  })

  test('a logout token ends nothing unless it is one, new, and for svc', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    const { provider, domain } = company
    const visit = visitOf(app, issuer)
    letIn(await visit.signIn(provider, { sub: 'l', email: `l@${domain}` }))
    const send = (token: string, at = provider) =>
      fetch(`${app.url}/auth/oidc/${at.id}/backchannel-logout`, {
        method: 'POST',
        body: new URLSearchParams({ logout_token: token }),
      })
    const idToken = {
      ...{ iss: issuer.issuer, aud: issuer.clientId, sub: 'l', nonce: 'n' },
      ...{ iat: dayAgo() + 86_400, exp: dayAgo() + 90_000 },
    }
    const used = await issuer.logoutToken({ sub: 'somebody' })
    assert.equal((await send(used)).status, 200)
    const wrong: Readonly<Record<string, string>> = {
      'an ID token': await issuer.sign(idToken),
      'with a nonce': await issuer.logoutToken({ sub: 'l', nonce: 'n' }),
      'without an event': await issuer.logoutToken({ sub: 'l', events: undefined }),
      'with an event that is no object': await issuer.logoutToken({ sub: 'l', events: { [logoutEvent]: 1 } }),
      old: await issuer.logoutToken({ sub: 'l', iat: dayAgo(), exp: dayAgo() + 120 }),
      'for another application': await issuer.logoutToken({ sub: 'l', aud: 'other' }),
      'of another issuer': await other.logoutToken({ sub: 'l', iss: issuer.issuer }),
      'about nobody': await issuer.logoutToken({}),
      'without an id': await issuer.logoutToken({ sub: 'l', jti: undefined }),
      'used before': used,
      'of another type': await issuer.logoutToken({ sub: 'l' }, { typ: 'at+jwt' }),
      'no token at all': 'nonsense',
    }
    for (const [what, token] of Object.entries(wrong))
      await leavesNothing(company, async () => {
        const reply = await send(token)
        assert.deepEqual([reply.status, await reply.json()], [400, { error: 'invalid_request' }], what)
        assert.equal(reply.headers.get('cache-control'), 'no-store')
      })
    const elsewhere = await oidcCompany(app, issuer)
    assert.equal((await send(await issuer.logoutToken({ sub: 'l' }), elsewhere.provider)).status, 200)
    assert.equal((await visit.tab.send('GET', '/auth/session')).status, 200, 'another organisation’s stays')
    const form = 'application/x-www-form-urlencoded'
    const bodies: readonly (readonly [string, string])[] = [
      [form, ''],
      [form, 'other=x'],
      [form, `logout_token=${used}&logout_token=${used}`],
      [form, `logout_token=${'x'.repeat(100_000)}`],
      ['application/json', JSON.stringify({ logout_token: used })],
      ['application/json', '{'],
      ['text/plain', `logout_token=${used}`],
    ]
    for (const [type, body] of bodies) {
      const headers = { 'content-type': type }
      const path = `${app.url}/auth/oidc/${provider.id}/backchannel-logout`
      const reply = await fetch(path, { method: 'POST', headers, body })
      assert.deepEqual(
        [reply.status, await reply.json()],
        [400, { error: 'invalid_request' }],
        body.slice(0, 30),
      )
      assert.equal(reply.headers.get('cache-control'), 'no-store')
    }
  })

  test('a provider that is disabled, changed or deleted meanwhile lets nobody in', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    const { provider, domain, owner } = company
    const path = `/identity-providers/${provider.id}`
    issuer.person = { sub: 'q', email: `q@${domain}` }
    const visit = visitOf(app, issuer)
    const under = async () => visit.atProvider(await visit.start(provider))
    const first = await under()
    await change(owner, path, { status: 'disabled' })
    await leavesNothing(company, async () => turnedAway(await visit.comeBack(first), 'not_allowed'))
    const start = await visit.tab.send('GET', `/auth/oidc/${provider.id}/start`)
    turnedAway(start, 'not_allowed')
    await change(owner, path, { status: 'active' })
    const second = await under()
    await change(owner, path, { oidc: { ...provider.oidc, scopes: ['openid', 'email'] } })
    await leavesNothing(company, async () => turnedAway(await visit.comeBack(second), 'expired'))
    const third = await under()
    await remove(owner, path)
    const reason = await leavesNothing(company, async () =>
      turnedAway(await visit.comeBack(third), 'not_allowed'),
    )
    assert.equal(reason, 'The identity provider was deleted meanwhile.')
    for (const id of ['idp_none', '%00'])
      for (const step of ['start', 'callback?state=x'])
        turnedAway(await visit.tab.send('GET', `/auth/oidc/${id}/${step}`), 'not_allowed')
  })

  test('nothing of a request says where people are sent back to', async () => {
    const { provider } = await oidcCompany(app, issuer)
    const forwarded = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const reply = await fetch(`${app.url}/auth/oidc/${provider.id}/start`, {
      redirect: 'manual',
      headers: forwarded,
    })
    const there = new URL(reply.headers.get('location') ?? '')
    assert.equal(there.searchParams.get('redirect_uri'), provider.oidc.redirectUri)
    assert.equal(reply.headers.get('referrer-policy'), 'no-referrer')
  })

  test('no secret of a sign-in is in an answer or in the log', async () => {
    const company = await oidcCompany(app, issuer, { provider: jit })
    const { provider, domain, owner } = company
    const visit = visitOf(app, issuer)
    issuer.person = { sub: 'z', email: `z@${domain}` }
    const back = await visit.atProvider(await visit.start(provider))
    const code = new URL(`http://svc${back}`).searchParams.get('code') ?? ''
    letIn(await visit.comeBack(back))
    turnedAway(await visit.comeBack(back), 'expired')
    const { text: log } = await owner.get('/audit-log?limit=100')
    const { text: sessions } = await visit.tab.send('GET', '/auth/sessions')
    const { text: shown } = await owner.get(`/identity-providers/${provider.id}`)
    for (const text of [log, sessions, shown])
      for (const secret of [code, issuer.clientSecret, 'eyJ'])
        assert.equal(text.includes(secret), false, `${secret.slice(0, 10)}… is not shown`)
  })
})
