import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, beforeEach, test } from 'node:test'
import { type Client, onEachEngine, type TestApp, useApp } from '../../testing/index.ts'
import { discoveryPath, type OidcProvider, startOidcProvider, weakKey } from '../../testing/oidc-provider.ts'
import { type Body, bodyOf, change, make, notFound, read, refused, timestamp } from './checks.ts'

const canary = 'canary-client-secret-7f3a9'
const shortTimeoutMs = 400

/** How the other side answers, what the test then reports, and which server asks. */
type Trouble = readonly [(response: ServerResponse) => void, RegExp, TestApp?]

onEachEngine((engine) => {
  let idp: OidcProvider
  before(async () => {
    idp = await startOidcProvider()
  })
  beforeEach(() => idp.reset())
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'] })
  // Only where no answer ever comes: on a busy machine a real answer may take that long too.
  const withShortTimeout = useApp(engine, { fetchAllow: ['127.0.0.1'], identityTimeoutMs: shortTimeoutMs })
  after(() => idp?.stop())

  const addOidc = (owner: Client, over = {}): Promise<Body> =>
    make(owner, '/identity-providers', {
      name: 'Company',
      protocol: 'oidc',
      oidc: { clientId: 'svc', discoveryUrl: idp.issuer, ...over },
    })

  const tryOut = async (client: Client, { id }: Body): Promise<Body> =>
    bodyOf(await client.post(`/identity-providers/${id}/test`))

  /** The test of a new provider must fail with one sentence. */
  const fails = async (owner: Client, over: object, why: RegExp): Promise<void> => {
    const { ok, message, provider } = await tryOut(owner, await addOidc(owner, over))
    assert.equal(ok, false, message)
    assert.match(message, why)
    assert.match(message, /^[A-Z`"a-z].*\.$/s)
    assert.equal(provider.lastTestResult, 'failed')
    assert.match(provider.lastTestedAt, timestamp)
  }

  test('discovery fills in what is empty and says that it works', async () => {
    const { owner } = await app.organisation()
    const secret = { name: 'x', keyword: 'idp-secret', type: 'text', category: 'other', value: canary }
    bodyOf(await owner.post('/secrets', secret), 201)
    for (const discoveryUrl of [idp.issuer, `${idp.issuer}/`, `${idp.issuer}${discoveryPath}`]) {
      const scopes = ['openid', 'email']
      const added = await addOidc(owner, { discoveryUrl, scopes, clientSecretVaultKeyword: 'idp-secret' })
      const { ok, message, provider } = await tryOut(owner, added)
      assert.deepEqual([ok, message], [true, 'Discovery works and there is a key to check signatures with.'])
      assert.equal(provider.lastTestResult, 'success')
      assert.match(provider.oidc.jwksCachedAt, timestamp)
      assert.deepEqual(provider.oidc, {
        ...added.oidc,
        authorizationEndpoint: `${idp.issuer}/authorize`,
        tokenEndpoint: `${idp.issuer}/token`,
        userinfoEndpoint: `${idp.issuer}/userinfo`,
        jwksUri: `${idp.issuer}/jwks`,
        jwksCachedAt: provider.oidc.jwksCachedAt,
      })
      assert.deepEqual(await read(owner, `/identity-providers/${added.id}`), provider)
      assert.equal((await tryOut(owner, added)).ok, true, 'a second time too')
    }
    assert.doesNotMatch(JSON.stringify(idp.requests), new RegExp(canary))
    const { auditLog } = await read(owner, '/audit-log?type=identity_provider.tested&limit=1')
    assert.deepEqual(auditLog[0].after, { lastTestResult: 'success' })
  })

  test('an issuer that ends with a slash is taken literally', async () => {
    const { owner } = await app.organisation()
    idp.discovery.issuer = `${idp.issuer}/`
    assert.equal((await tryOut(owner, await addOidc(owner))).ok, true)
  })

  const answering =
    (status: number, headers = {}) =>
    (response: ServerResponse): void =>
      void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{}')

  const troubles: Readonly<Record<string, Trouble>> = {
    401: [answering(401), /status 401 instead of 200/],
    403: [answering(403), /status 403 instead of 200/],
    404: [answering(404), /status 404 instead of 200/],
    429: [answering(429, { 'retry-after': '30' }), /status 429 instead of 200/],
    500: [answering(500), /status 500 instead of 200/],
    'no answer in time': [
      () => {},
      /No complete answer arrived within the limit of 400 ms/,
      withShortTimeout,
    ],
    'a body cut off': [
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"issuer": "ht')
        setTimeout(() => response.destroy(), 20)
      },
      /The connection to "127\.0\.0\.1" failed/,
    ],
    'half a document': [
      (response) =>
        void response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer": "ht'),
      /is not a JSON object/,
    ],
    'a list': [
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
      /is not a JSON object/,
    ],
    'a web page': [
      (response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
      /is not sent as JSON/,
    ],
    '50 MB': [
      (response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        const chunk = 'x'.repeat(1024 * 1024)
        for (let n = 0; n < 50; n += 1) response.write(chunk)
        response.end()
      },
      /larger than the limit of 1048576 bytes/,
    ],
    'a redirect into the network': [
      (response) => void response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
      /may not be fetched/,
    ],
  }
  for (const [name, [answer, why, server = app]] of Object.entries(troubles)) {
    test(`${name}, for the discovery document or the keys, is reported by the test`, async () => {
      const { owner } = await server.organisation()
      idp.answers.set(discoveryPath, answer)
      await fails(owner, {}, why)
      idp.answers.clear()
      idp.answers.set('/jwks', answer)
      await fails(owner, {}, why)
    })
  }

  test('a document that does not fit is reported with the part that is wrong', async () => {
    const { owner } = await app.organisation()
    const misfits: readonly [string, unknown, RegExp][] = [
      ['issuer', 'https://evil.example', /names https:\/\/evil\.example\/ as its issuer, not http:/],
      ['issuer', `${idp.issuer}/tenant`, /as its issuer, not/],
      ['issuer', undefined, /names something else as its issuer/],
      ['authorization_endpoint', undefined, /no authorization_endpoint/],
      ['token_endpoint', 7, /no token_endpoint/],
      ['token_endpoint', 'http://idp.example/token', /token_endpoint must be an https URL/],
      ['userinfo_endpoint', 'javascript:alert(1)', /userinfo_endpoint must be an https URL/],
      ['jwks_uri', 'nowhere', /jwks_uri is not a URL/],
      ['response_types_supported', ['id_token'], /authorization code flow/],
      ['code_challenge_methods_supported', ['plain'], /PKCE with S256/],
      ['scopes_supported', ['openid'], /does not offer the scope email/],
    ]
    for (const [key, value, why] of misfits) {
      idp.reset()
      idp.discovery[key] = value
      await fails(owner, { scopes: ['openid', 'email'] }, why)
    }
    idp.reset()
    delete idp.discovery.code_challenge_methods_supported
    delete idp.discovery.scopes_supported
    delete idp.discovery.userinfo_endpoint
    const { ok, provider } = await tryOut(owner, await addOidc(owner, { scopes: ['openid', 'groups'] }))
    assert.deepEqual(
      [ok, provider.oidc.userinfoEndpoint],
      [true, null],
      'what is not stated is assumed to be fine',
    )
  })

  test('keys must exist and be strong', async () => {
    const { owner } = await app.organisation()
    const useless = [[], [weakKey], [{ kty: 'RSA', use: 'enc' }], [{ kty: 'oct', k: 'AAAA' }], [null, 'x']]
    for (const keys of useless) {
      idp.keySet.keys = keys as object[]
      await fails(owner, {}, /no key to check signatures with/)
    }
  })

  test('the settings themselves are checked first', async () => {
    const { owner } = await app.organisation()
    await fails(owner, { clientId: null }, /clientId is not set/)
    await fails(owner, { clientSecretVaultKeyword: 'nothing-there' }, /live vault has no value/)
    await fails(owner, { scopes: ['email'] }, /must include openid/)
    await fails(owner, { discoveryUrl: 'http://idp.example' }, /discoveryUrl must be an https URL/)
    await fails(owner, { discoveryUrl: 'idp' }, /discoveryUrl is not a URL/)
    await fails(owner, { discoveryUrl: 'https://10.0.0.1/' }, /may not be fetched/)
    await fails(owner, { discoveryUrl: null }, /Set issuer or discoveryUrl, or/)
    await fails(
      owner,
      { tokenEndpoint: 'https://evil.example/token' },
      /tokenEndpoint differs from the discovery/,
    )
    assert.equal(idp.requests.filter(({ path }) => path === '/jwks').length, 0)
    const given = {
      discoveryUrl: null,
      authorizationEndpoint: `${idp.issuer}/authorize`,
      tokenEndpoint: `${idp.issuer}/token`,
      jwksUri: `${idp.issuer}/jwks`,
    }
    assert.equal((await tryOut(owner, await addOidc(owner, given))).ok, true)
  })

  test('the result is for the settings that were tested: a changed setting makes it untested', async () => {
    const { owner } = await app.organisation()
    const added = await addOidc(owner)
    const { provider } = await tryOut(owner, added)
    const path = `/identity-providers/${added.id}`
    const sentBack = { ...provider, oidc: { ...provider.oidc, jwksCachedAt: '2020-01-01T00:00:00Z' } }
    assert.deepEqual(await change(owner, path, sentBack), provider, 'clients cannot set the time')
    const renamed = await change(owner, path, { name: 'Other' })
    assert.equal(renamed.lastTestResult, 'success')
    const other = await change(owner, path, { oidc: { ...provider.oidc, clientId: 'other' } })
    assert.deepEqual([other.lastTestResult, other.lastTestedAt], [null, null])
    assert.equal(other.oidc.jwksCachedAt, provider.oidc.jwksCachedAt)
    const elsewhere = await change(owner, path, { oidc: { ...provider.oidc, jwksUri: null } })
    assert.equal(elsewhere.oidc.jwksCachedAt, null)
  })

  test('only admins can test, and nobody can test another organisation’s provider', async () => {
    const [ours, theirs] = [await app.organisation(), await app.organisation()]
    const path = `/identity-providers/${(await addOidc(ours.owner)).id}/test`
    for (const client of [await ours.person('member'), await ours.key({ scopes: ['read', 'write'] })])
      refused(await client.post(path), 403, 'forbidden')
    notFound(await theirs.owner.post(path))
    assert.equal(idp.requests.length, 0)
  })
})
