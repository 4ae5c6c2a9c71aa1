import assert from 'node:assert/strict'
import { verify, X509Certificate } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { onEachEngine, useApp } from '../../testing/index.ts'
import { encryptedFor, type SamlIssuer, startSamlIssuer } from '../../testing/saml-issuer.ts'
import { assertionXml, responseXml, signedXml } from '../../testing/saml-messages.ts'
import { type Body, bodyOf, read, refused } from './checks.ts'
import { letIn, turnedAway } from './oidc-company.ts'
import { person, samlCompany, samlVisit } from './saml-company.ts'

const path = '/sso/saml-keys'

onEachEngine((engine) => {
  let issuer: SamlIssuer
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'], identityTimeoutMs: 2_000 })
  before(async () => {
    issuer = await startSamlIssuer()
  })
  after(() => issuer?.stop())
  beforeEach(() => {
    issuer.forge = undefined
  })

  /** The certificates in what svc tells a provider about itself. */
  async function inMetadata({ id }: Body, use: 'signing' | 'encryption'): Promise<readonly string[]> {
    const xml = await (await fetch(`${app.url}/auth/saml/${id}/metadata`)).text()
    const found = xml.matchAll(new RegExp(`use="${use}">.*?<ds:X509Certificate>([^<]+)<`, 'g'))
    return [...found].map(([, text = '']) => new X509Certificate(Buffer.from(text, 'base64')).fingerprint256)
  }

  /** Which of these has signed a request for sign-in. */
  async function signerAmong({ id }: Body, keys: readonly Body[]): Promise<string | undefined> {
    const reply = await samlVisit(app, issuer).tab.send('GET', `/auth/saml/${id}/start`)
    const [signed = '', signature = ''] =
      (reply.headers.get('location') ?? '').split('?')[1]?.split('&Signature=') ?? []
    const value = Buffer.from(decodeURIComponent(signature), 'base64')
    return keys.find(({ certificate }) =>
      verify('sha256', Buffer.from(signed), new X509Certificate(certificate).publicKey, value),
    )?.id
  }

  test('a new pair replaces another without cutting a provider off', async () => {
    const saml = { signRequests: true, encryptAssertions: true }
    const { owner, domain, provider } = await samlCompany(app, issuer, { saml })
    const keys = async (): Promise<readonly Body[]> => (await read(owner, path)).samlKeys
    const signInFor = async ({ certificate }: Body) => {
      issuer.forge = (said) => {
        const assertion = signedXml(assertionXml(said), issuer.privateKey)
        return responseXml(said, encryptedFor(certificate, assertion))
      }
      return samlVisit(app, issuer).signIn(provider, person('ada', domain))
    }
    assert.deepEqual(await keys(), [])
    const first = bodyOf(await owner.post(path, {}), 201)
    assert.deepEqual([first.use, await signerAmong(provider, [first])], ['signing', first.id])
    assert.doesNotMatch(JSON.stringify(first), /PRIVATE/)

    const second = bodyOf(await owner.post(path, {}), 201)
    assert.deepEqual([second.use, second.signsSince], ['next', null])
    refused(await owner.post(path, {}), 409, 'duplicate')
    const both = [first.fingerprint, second.fingerprint]
    assert.deepEqual(await inMetadata(provider, 'signing'), both)
    assert.deepEqual(await inMetadata(provider, 'encryption'), [first.fingerprint])
    assert.equal(await signerAmong(provider, [first, second]), first.id)
    for (const key of [first, second]) letIn(await signInFor(key))

    const { samlKeys } = bodyOf(await owner.post(`${path}/activate`, { id: second.id }))
    assert.deepEqual(
      samlKeys.map(({ id, use }: Body) => [id, use]),
      [
        [second.id, 'signing'],
        [first.id, 'previous'],
      ],
    )
    assert.deepEqual(await inMetadata(provider, 'signing'), both.toReversed())
    assert.deepEqual(await inMetadata(provider, 'encryption'), [second.fingerprint])
    assert.equal(await signerAmong(provider, [first, second]), second.id)
    for (const key of [first, second]) letIn(await signInFor(key))

    // The step can be taken back, and forth again.
    bodyOf(await owner.post(`${path}/activate`, { id: first.id }))
    assert.equal(await signerAmong(provider, [first, second]), first.id)
    bodyOf(await owner.post(`${path}/activate`, { id: second.id }))
    bodyOf(await owner.post(`${path}/activate`, { id: second.id }))

    refused(await owner.post(`${path}/delete`, { id: second.id }), 409, 'still_needed')
    bodyOf(await owner.post(`${path}/delete`, { id: first.id }))
    refused(await owner.post(`${path}/delete`, { id: first.id }), 404, 'not_found')
    assert.deepEqual(
      (await keys()).map(({ id }) => id),
      [second.id],
    )
    assert.deepEqual(await inMetadata(provider, 'signing'), [second.fingerprint])
    letIn(await signInFor(second))
    turnedAway(await signInFor(first), 'invalid_answer')
    const { auditLog } = await read(owner, '/audit-log?subjectKind=saml_key')
    assert.deepEqual(
      auditLog.map(({ type }: Body) => type),
      [
        'saml_key.deleted',
        ...Array.from({ length: 3 }, () => 'saml_key.activated'),
        ...['saml_key.created', 'saml_key.created'],
      ],
    )
  })

  test('only admins of the organisation replace them', async () => {
    const [organisation, other] = [await app.organisation(), await app.organisation()]
    const made = bodyOf(await organisation.owner.post(path, {}), 201)
    const member = await organisation.person('member')
    const admin = await organisation.person('admin')
    for (const attempt of [member.post(path, {}), member.post(`${path}/delete`, { id: made.id })])
      assert.equal((await attempt).status, 403)
    for (const reader of [member, admin]) assert.equal((await reader.get(path)).body.samlKeys.length, 1)
    assert.deepEqual((await read(other.owner, path)).samlKeys, [])
    refused(await other.owner.post(`${path}/activate`, { id: made.id }), 404, 'not_found')
    refused(await other.owner.post(`${path}/delete`, { id: made.id }), 404, 'not_found')
  })
})
