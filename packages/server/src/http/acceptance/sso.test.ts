import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Client, onEachEngine, useApp } from '../../testing/index.ts'
import {
  bodyOf,
  change,
  idsOf,
  make,
  notFound,
  read,
  refused,
  refusedField,
  remove,
  timestamp,
} from './checks.ts'

const noSaml = {
  ...{
    ssoUrl: null,
    idpEntityId: null,
    signingCert: null,
    signingCerts: [],
    metadataUrl: null,
    sloUrl: null,
  },
  ...{ ssoBinding: 'redirect', metadataReadAt: null, warning: null },
  ...{ nameIdFormat: null, signRequests: false, encryptAssertions: false, idpInitiated: false },
  attributes: { email: null, name: null, groups: null },
}

const noOidc = {
  ...{ clientId: null, clientSecretVaultKeyword: null, issuer: null, discoveryUrl: null },
  ...{ authorizationEndpoint: null, tokenEndpoint: null, userinfoEndpoint: null, endSessionEndpoint: null },
  ...{ jwksUri: null, jwksCachedAt: null, scopes: [], hostedDomain: null },
  claims: { subject: null, email: null, name: null, groups: null },
}

onEachEngine((engine) => {
  const app = useApp(engine)

  test('an identity provider has a complete saml or oidc block', async () => {
    const { owner } = await app.organisation()
    const saml = { ssoUrl: 'https://idp.example/sso', signRequests: true }
    const publicUrl = app.url.replace('127.0.0.1', 'localhost')
    const made = await make(owner, '/identity-providers', { name: 'Company', protocol: 'saml', saml })
    const { id, createdAt, updatedAt, priority, ...provider } = made
    assert.match(id, /^idp_/)
    for (const time of [createdAt, updatedAt]) assert.match(time, timestamp)
    assert.ok(Number.isInteger(priority))
    assert.deepEqual(provider, {
      ...{
        name: 'Company',
        protocol: 'saml',
        status: 'configuring',
        lastTestedAt: null,
        lastTestResult: null,
        lastSignInAt: null,
        vendor: 'generic',
        jit: { enabled: false, role: 'member' },
      },
      saml: {
        ...noSaml,
        ...saml,
        acsUrl: `${publicUrl}/auth/saml/${id}/acs`,
        spEntityId: `${publicUrl}/auth/saml/${id}/metadata`,
        spSloUrl: `${publicUrl}/auth/saml/${id}/slo`,
      },
      oidc: null,
    })
    const oidc = { clientId: 'svc', clientSecretVaultKeyword: 'login-secret', scopes: ['openid', 'email'] }
    const second = await make(owner, '/identity-providers', {
      name: 'Other',
      protocol: 'oidc',
      oidc,
      priority: 1,
    })
    assert.deepEqual(second.oidc, {
      ...noOidc,
      ...oidc,
      redirectUri: `${publicUrl}/auth/oidc/${second.id}/callback`,
      backchannelLogoutUri: `${publicUrl}/auth/oidc/${second.id}/backchannel-logout`,
    })
    assert.equal(second.saml, null)
    assert.deepEqual(await read(owner, `/identity-providers/${second.id}`), second)
    assert.deepEqual(
      idsOf((await read(owner, '/identity-providers')).providers).toSorted(),
      [id, second.id].toSorted(),
    )
    notFound(await owner.get('/identity-providers/idp_none'))
  })

  test('either one certificate or several can be named, and what is sent back as it was stays', async () => {
    const { owner } = await app.organisation()
    const path = '/identity-providers'
    const [one, two, three] = ['ONE', 'TWO', 'THREE']
    const { id, saml } = await make(owner, path, {
      name: 'Company',
      protocol: 'saml',
      saml: { signingCerts: [one, two] },
    })
    assert.deepEqual([saml.signingCert, saml.signingCerts], [one, [one, two]])
    for (const [sent, kept] of [
      [{ signingCerts: [one, two], signRequests: true }, [one, two]],
      [{ signingCert: three, signingCerts: [one, two] }, [three, two]],
      [{ signingCert: three, signingCerts: [one, two] }, [one, two]],
      [{ signingCert: null, signingCerts: [one, two] }, [two]],
      [{ signingCert: three }, [three]],
      [{}, []],
    ] as const) {
      const after = await change(owner, `${path}/${id}`, { saml: sent })
      assert.deepEqual([after.saml.signingCert, after.saml.signingCerts], [kept[0] ?? null, kept])
    }
  })

  test('an identity provider’s fields are checked, and it cannot contain a secret', async () => {
    const { owner } = await app.organisation()
    const path = '/identity-providers'
    const oidc = { name: 'x', protocol: 'oidc' }
    refusedField(await owner.post(path, { protocol: 'oidc' }), 'name')
    refusedField(await owner.post(path, { name: 'x' }), 'protocol')
    refusedField(await owner.post(path, { name: 'x', protocol: 'ldap' }), 'protocol')
    refusedField(await owner.post(path, { ...oidc, status: 'broken' }), 'status')
    refusedField(await owner.post(path, { ...oidc, priority: 1.5 }), 'priority')
    refusedField(await owner.post(path, { ...oidc, saml: {} }), 'saml')
    refusedField(await owner.post(path, { ...oidc, oidc: { clientSecret: 'hush' } }), 'clientSecret')
    const { id } = await make(owner, path, oidc)
    const active = await change(owner, `${path}/${id}`, { status: 'active', priority: 5 })
    assert.deepEqual([active.status, active.priority], ['active', 5])
    await remove(owner, `${path}/${id}`)
    notFound(await owner.get(`${path}/${id}`))
  })

  test('SSO domains are stored in lower case and are unique in an organisation', async () => {
    const { owner } = await app.organisation()
    const { id: identityProviderId } = await make(owner, '/identity-providers', {
      name: 'x',
      protocol: 'oidc',
    })
    const made = await make(owner, '/sso/domains', { normalizedDomain: 'Shop.EXAMPLE', identityProviderId })
    const { id, addedAt, createdAt: _, updatedAt: __, verificationValue, ...domain } = made
    assert.match(verificationValue, /^svc-domain-verification=[0-9a-f]{40}$/)
    assert.ok(id)
    assert.match(addedAt, timestamp)
    assert.deepEqual(domain, {
      ...{ normalizedDomain: 'shop.example', identityProviderId, verificationStatus: 'pending' },
      ...{ verificationMethod: 'dns_txt', enforcementOverride: 'inherit', verifiedAt: null },
      ...{ verificationLocation: '_svc-challenge.shop.example' },
      ...{ verificationMessage: null, lastCheckedAt: null },
    })
    refused(await owner.post('/sso/domains', { normalizedDomain: 'SHOP.example' }), 409, 'duplicate')
    const verified = { normalizedDomain: 'b.example', verificationStatus: 'verified' }
    const sent = await make(owner, '/sso/domains', verified)
    assert.equal(sent.verificationStatus, 'pending', 'a domain is not verified by claiming it')
    const path = `/sso/domains/${id}`
    const changed = await change(owner, path, {
      enforcementOverride: 'required',
      verificationMethod: 'http_meta',
    })
    assert.deepEqual([changed.enforcementOverride, changed.verificationMethod], ['required', 'http_meta'])
    refusedField(await owner.patch(path, { enforcementOverride: 'maybe' }), 'enforcementOverride')
    refusedField(
      await owner.patch(path, { identityProviderId: 'idp_none' }),
      'identityProviderId',
      'idp_none',
    )
    for (const normalizedDomain of ['', 'no dots', 'https://x.example', 'a..b', '-x.example'])
      refusedField(await owner.post('/sso/domains', { normalizedDomain }), 'normalizedDomain')
    assert.equal((await read(owner, '/sso/domains')).domains.length, 2)
    await remove(owner, path)
    assert.equal((await read(owner, '/sso/domains')).domains.length, 1)
  })

  test('SSO settings are there from the start and can be changed', async () => {
    const { owner } = await app.organisation()
    const { updatedAt: _, ...settings } = await read(owner, '/sso/settings')
    assert.deepEqual(settings, {
      ...{ enforcementMode: 'disabled', allowPasswordFallback: true, breakGlassUidsCount: 0 },
      ...{
        defaultIdentityProviderId: null,
        forceJitProvisioning: false,
        passwordSessionGracePeriodMinutes: 0,
      },
      ...{ secondFactor: 'none', sessionIdleMinutes: 0, sessionMaxMinutes: 0, personalTokens: 'keep' },
    })
    const input = { enforcementMode: 'optional', passwordSessionGracePeriodMinutes: 60 }
    const changed = await change(owner, '/sso/settings', input)
    assert.match(changed.updatedAt, timestamp)
    assert.deepEqual(await read(owner, '/sso/settings'), changed)
    assert.equal(changed.enforcementMode, 'optional')
    assert.equal(changed.passwordSessionGracePeriodMinutes, 60)
    assert.equal(changed.allowPasswordFallback, true)
    refusedField(await owner.patch('/sso/settings', { enforcementMode: 'all' }), 'enforcementMode')
    const key = 'passwordSessionGracePeriodMinutes'
    for (const value of [-1, 0.5, '5'])
      refusedField(await owner.patch('/sso/settings', { [key]: value }), key)
    refusedField(await owner.patch('/sso/settings', { wings: 2 }), 'wings')
    const none = { defaultIdentityProviderId: 'idp_none' }
    refusedField(await owner.patch('/sso/settings', none), 'defaultIdentityProviderId', 'idp_none')
    refused(await owner.patch('/sso/settings', input, { 'if-match': '"x"' }), 412, 'precondition_failed')
  })

  test('everyone may read, admins with a personal token manage', async () => {
    const { owner, person, key } = await app.organisation()
    const provider = await make(owner, '/identity-providers', { name: 'x', protocol: 'oidc' })
    const domain = await make(owner, '/sso/domains', { normalizedDomain: 'x.example' })
    const at = [`/identity-providers/${provider.id}`, `/sso/domains/${domain.id}`] as const
    const weak: readonly Client[] = [await person('viewer'), await person('member'), await key()]
    for (const client of weak) {
      for (const path of ['/identity-providers', at[0], '/sso/domains', '/sso/settings'])
        await read(client, path)
      const refusals = [
        await client.post('/identity-providers', { name: 'y', protocol: 'oidc' }),
        await client.post('/sso/domains', { normalizedDomain: 'y.example' }),
        await client.patch(at[0], { name: 'y' }),
        await client.patch(at[1], { enforcementOverride: 'required' }),
        await client.patch('/sso/settings', { enforcementMode: 'optional' }),
        await client.delete(at[0]),
        await client.delete(at[1]),
      ]
      for (const reply of refusals) refused(reply, 403, 'forbidden')
    }
    const admin = await person('admin')
    bodyOf(await admin.patch(at[0], { name: 'y' }))
  })

  test('they are the organisation’s, the same in both modes', async () => {
    const { owner, person } = await app.organisation()
    const tester = await person('admin', { mode: 'test' })
    const provider = await make(owner, '/identity-providers', { name: 'x', protocol: 'saml' })
    assert.deepEqual((await read(tester, '/identity-providers')).providers, [provider])
    assert.deepEqual(await read(tester, '/sso/settings'), await read(owner, '/sso/settings'))
    const other = await app.organisation()
    notFound(await other.owner.get(`/identity-providers/${provider.id}`))
    await make(other.owner, '/sso/domains', { normalizedDomain: 'x.example' })
    await make(owner, '/sso/domains', { normalizedDomain: 'x.example' })
  })
})
