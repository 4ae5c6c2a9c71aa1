import assert from 'node:assert/strict'
import { createPublicKey, verify, X509Certificate } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { after, before, beforeEach, test } from 'node:test'
import { kinds } from '@svc/model'
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { createFixtures, onEachEngine, useApp } from '../../testing/index.ts'
import {
  encryptedFor,
  inSeconds,
  newSamlKey,
  readRequest,
  type SamlIssuer,
  startSamlIssuer,
} from '../../testing/saml-issuer.ts'
import { assertionXml, responseXml, type Said, signedXml } from '../../testing/saml-messages.ts'
import { type Body, bodyOf, change, make, read } from './checks.ts'
import { letIn, turnedAway } from './oidc-company.ts'
import { acsOf, person, post, samlCompany, samlVisit, settingsFor } from './saml-company.ts'

onEachEngine((engine) => {
  let issuer: SamlIssuer
  before(async () => {
    issuer = await startSamlIssuer()
  })
  after(() => issuer?.stop())
  beforeEach(() => {
    issuer.distort = () => ({})
    issuer.forge = undefined
    issuer.signs = 'assertion'
    issuer.answers.clear()
    issuer.requests.length = 0
  })
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'], identityTimeoutMs: 2_000 })

  test('a member signs in through their company’s SAML provider, and the session says how', async () => {
    const { owner, domain, provider, refusals } = await samlCompany(app, issuer)
    const visit = samlVisit(app, issuer)
    const asked = await visit.start(provider, '?return=/teams%3Ftag%3Da')
    assert.match(asked.id, /^_[\w-]{43}$/)
    assert.deepEqual([asked.acsUrl, asked.issuer], [provider.saml.acsUrl, provider.saml.spEntityId])
    assert.ok(asked.xml.includes(`Destination="${issuer.ssoUrl}"`))
    assert.doesNotMatch(asked.xml, /RequestedAuthnContext|NameIDPolicy|ForceAuthn/)
    assert.deepEqual([...asked.params.keys()], ['SAMLRequest'])
    const said = issuer.said(asked, person('ada', domain, { displayName: 'Ada L.' }))
    letIn(await visit.bring(provider, await issuer.respond(said)), '/teams?tag=a')
    const { user, role } = bodyOf(await visit.tab.send('GET', '/auth/session'))
    assert.deepEqual([user.email, user.displayName, role], [`ada@${domain}`, 'Ada L.', 'member'])
    const { sessions } = bodyOf(await visit.tab.send('GET', '/auth/sessions'))
    assert.deepEqual(
      sessions.map((one: Body) => [one.method, one.providerId]),
      [['saml', provider.id]],
    )
    const { auditLog } = await read(owner, `/audit-log?subjectId=${user.id}&type=user.signed_in`)
    assert.deepEqual(
      auditLog.map(({ after }: Body) => after),
      [{ method: 'saml', identityProviderId: provider.id }],
    )
    assert.deepEqual(await refusals(), [])
    const { providers } = bodyOf(await visit.tab.send('POST', '/auth/ways-in', { domain }))
    assert.deepEqual(providers, [{ id: provider.id, name: 'Company', protocol: 'saml' }])
  })

  test('a signature over the response, the assertion or both is accepted, and people stay who they are', async () => {
    const { owner, domain, provider } = await samlCompany(app, issuer)
    for (const signs of ['response', 'assertion', 'both'] as const) {
      issuer.signs = signs
      const mail = `${signs}@${domain}`
      letIn(
        await samlVisit(app, issuer).signIn(provider, { ...person('grace', domain), attributes: { mail } }),
      )
    }
    assert.equal((await read(owner, '/users')).users.length, 2)
  })

  test('an answer is accepted as different products write it', async () => {
    const { domain, provider } = await samlCompany(app, issuer)
    const unsigned = (said: Said) => responseXml(said, assertionXml(said))
    const strong = {
      algorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
      digest: 'http://www.w3.org/2001/04/xmlenc#sha512',
    }
    const type = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="xs:string"'
    const spellings: Readonly<Record<string, (said: Said) => string>> = {
      'other prefixes': (said) =>
        signedXml(
          unsigned(said)
            .replaceAll(/\bsamlp(?=[:=])/g, 'p')
            .replaceAll(/\bsaml(?=[:=])/g, 'saml2'),
          issuer.privateKey,
        ),
      'lines of Windows': (said) =>
        signedXml(unsigned(said).replaceAll('><', '>\n  <'), issuer.privateKey).replaceAll('\n', '\r\n'),
      'comments between elements': (said) =>
        `<!-- a -->${signedXml(unsigned(said), issuer.privateKey).replaceAll('><', '><!-- b --><')}`,
      'another digest': (said) => signedXml(unsigned(said), issuer.privateKey, strong),
      'types of values': (said) =>
        signedXml(
          unsigned(said)
            .replaceAll('<saml:AttributeValue>', `<saml:AttributeValue ${type}>`)
            .replace('<samlp:Response', '<samlp:Response xmlns:xs="http://www.w3.org/2001/XMLSchema"'),
          issuer.privateKey,
        ),
      'several statements': (said) =>
        signedXml(
          unsigned(said).replace(
            '</saml:Attribute><saml:Attribute',
            '</saml:Attribute></saml:AttributeStatement><saml:AttributeStatement><saml:Attribute',
          ),
          issuer.privateKey,
        ),
    }
    for (const [what, forge] of Object.entries(spellings)) {
      issuer.forge = forge
      const visit = samlVisit(app, issuer)
      letIn(await visit.signIn(provider, person('ada', domain)))
      const { user } = bodyOf(await visit.tab.send('GET', '/auth/session'))
      assert.deepEqual([user.email, user.displayName], [`ada@${domain}`, 'ada'], what)
    }
  })

  test('the attributes of Keycloak’s predefined mappers say who a person is', async () => {
    const { domain, provider } = await samlCompany(app, issuer)
    const visit = samlVisit(app, issuer)
    const attributes = {
      'urn:oid:1.2.840.113549.1.9.1': `kim@${domain}`,
      ...{ 'urn:oid:2.5.4.42': 'Kim', 'urn:oid:2.5.4.4': 'Example' },
    }
    letIn(await visit.signIn(provider, { nameId: 'G-1', attributes }))
    const { user } = bodyOf(await visit.tab.send('GET', '/auth/session'))
    assert.deepEqual([user.email, user.displayName], [`kim@${domain}`, 'Kim Example'])
  })

  test('groups that are missing, elsewhere or unreadable are unknown, not none', async () => {
    const { owner, domain, provider } = await samlCompany(app, issuer)
    const { id: teamId } = await make(owner, '/teams', { name: 'Payments' })
    const mapping = { source: 'idp', identityProviderId: provider.id, group: 'a', teamId }
    await make(owner, '/group-mappings', mapping)
    const teamsWith = async (attributes: Said['attributes']) => {
      const visit = samlVisit(app, issuer)
      letIn(await visit.signIn(provider, person('ada', domain, attributes)))
      const { user } = bodyOf(await visit.tab.send('GET', '/auth/session'))
      return (await read(owner, `/users/${user.id}`)).teamIds
    }
    assert.deepEqual(await teamsWith({ groups: ['a', 'b'] }), [teamId])
    const elsewhere = { 'http://schemas.microsoft.com/claims/groups.link': 'https://graph.example' }
    for (const unknown of [{}, elsewhere, { groups: ['b', '<x>a</x>'] }])
      assert.deepEqual(await teamsWith(unknown), [teamId], JSON.stringify(unknown))
    assert.deepEqual(await teamsWith({ groups: ['b'] }), [])
  })

  test('Entra’s object id identifies people, a transient name does not', async () => {
    const { owner, domain, provider, refusals } = await samlCompany(app, issuer)
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    const email = { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': `t@${domain}` }
    turnedAway(
      await samlVisit(app, issuer).signIn(provider, { nameId: 'x', nameIdFormat: format, attributes: email }),
      'invalid_answer',
    )
    assert.match((await refusals())[0]?.reason ?? '', /transient/)
    const attributes = { ...email, 'http://schemas.microsoft.com/identity/claims/objectidentifier': 'oid-1' }
    for (const nameId of ['one', 'two'])
      letIn(await samlVisit(app, issuer).signIn(provider, { nameId, nameIdFormat: format, attributes }))
    assert.equal((await read(owner, '/users')).users.length, 2)
  })

  test('several certificates count, one that has expired too, and a new one in the metadata interrupts nobody', async () => {
    const rotating = await startSamlIssuer()
    try {
      const saml = { idpEntityId: null, ssoUrl: null, signingCerts: [], metadataUrl: rotating.metadataUrl }
      const { owner, domain, provider } = await samlCompany(app, rotating, { saml })
      letIn(await samlVisit(app, rotating).signIn(provider, person('k', domain)))
      const path = `/identity-providers/${provider.id}`
      const found = (await read(owner, path)).saml
      assert.deepEqual(
        [found.idpEntityId, found.ssoUrl, found.sloUrl, found.ssoBinding, found.signingCerts.length],
        [rotating.entityId, rotating.ssoUrl, rotating.sloUrl, 'redirect', 1],
      )
      assert.ok(found.metadataReadAt)
      rotating.rotate()
      letIn(await samlVisit(app, rotating).signIn(provider, person('k', domain)))
      assert.equal((await read(owner, path)).saml.signingCerts.length, 2)
      assert.equal(rotating.requests.filter((one) => one === '/metadata').length, 2)
    } finally {
      await rotating.stop()
    }
  })

  test('a certificate that cannot be read does not take the others with it', async () => {
    const signingCerts = ['MIIC', ...issuer.certificates]
    const { domain, provider } = await samlCompany(app, issuer, { saml: { signingCerts } })
    letIn(await samlVisit(app, issuer).signIn(provider, person('u', domain)))
  })

  test('requests are sent by a form or signed where the provider wants that', async () => {
    const { owner, provider } = await samlCompany(app, issuer, { saml: { signRequests: true } })
    const metadata = await (await fetch(`${app.url}/auth/saml/${provider.id}/metadata`)).text()
    const certificate = new X509Certificate(
      Buffer.from(/<ds:X509Certificate>([^<]+)</.exec(metadata)?.[1] ?? '', 'base64'),
    )
    assert.ok(certificate.verify(certificate.publicKey))
    const visit = samlVisit(app, issuer)
    const reply = await visit.tab.send('GET', `/auth/saml/${provider.id}/start`)
    const [signed = '', signature = ''] =
      (reply.headers.get('location') ?? '').split('?')[1]?.split('&Signature=') ?? []
    assert.ok(
      verify(
        'sha256',
        Buffer.from(signed),
        certificate.publicKey,
        Buffer.from(decodeURIComponent(signature), 'base64'),
      ),
    )
    await change(owner, `/identity-providers/${provider.id}`, {
      saml: {
        ...provider.saml,
        ssoBinding: 'post',
        nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      },
    })
    const page = await fetch(`${app.url}/auth/saml/${provider.id}/start`)
    const html = await page.text()
    assert.match(
      page.headers.get('content-security-policy') ?? '',
      /script-src 'sha256-.*frame-ancestors 'none'/,
    )
    assert.ok(html.includes(`action="${issuer.ssoUrl}"`))
    const xml = Buffer.from(/value="([^"]+)"/.exec(html)?.[1] ?? '', 'base64').toString()
    assert.match(xml, /<\/saml:Issuer><ds:Signature/)
    assert.match(xml, /NameIDPolicy Format="[^"]*emailAddress"/)
    assert.equal(readRequest(xml).acsUrl, provider.saml.acsUrl)
  })

  test('what svc hands out about itself has its addresses, and a key to encrypt with only if that is wanted', async () => {
    const { owner, provider } = await samlCompany(app, issuer)
    const metadata = async () => {
      const answer = await fetch(`${app.url}/auth/saml/${provider.id}/metadata`)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/samlmetadata\+xml/)
      return answer.text()
    }
    const plain = await metadata()
    for (const part of [
      `entityID="${provider.saml.spEntityId}"`,
      `Location="${provider.saml.acsUrl}"`,
      `Location="${provider.saml.spSloUrl}"`,
      'use="signing"',
    ])
      assert.ok(plain.includes(part), part)
    assert.doesNotMatch(plain, /use="encryption"/)
    await change(owner, `/identity-providers/${provider.id}`, {
      saml: { ...provider.saml, encryptAssertions: true },
    })
    assert.match(await metadata(), /use="encryption"/)
    assert.equal((await fetch(`${app.url}/auth/saml/idp_none/metadata`)).status, 404)
  })

  test('encrypted assertions are read, in CBC mode only within a signed response', async () => {
    const { provider, domain, refusals } = await samlCompany(app, issuer, {
      saml: { encryptAssertions: true },
    })
    const metadata = await (await fetch(`${app.url}/auth/saml/${provider.id}/metadata`)).text()
    const text = /use="encryption".*?<ds:X509Certificate>([^<]+)</s.exec(metadata)?.[1] ?? ''
    const certificate = `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`
    assert.ok(createPublicKey(certificate))
    issuer.forge = (said) => {
      const assertion = signedXml(assertionXml(said), issuer.privateKey)
      return responseXml(said, encryptedFor(certificate, assertion))
    }
    letIn(await samlVisit(app, issuer).signIn(provider, person('e', domain)))
    const cbc = (said: Parameters<typeof assertionXml>[0]) =>
      responseXml(said, encryptedFor(certificate, signedXml(assertionXml(said), issuer.privateKey), 'cbc'))
    issuer.forge = cbc
    turnedAway(await samlVisit(app, issuer).signIn(provider, person('e', domain)), 'invalid_answer')
    assert.match((await refusals())[0]?.reason ?? '', /CBC/)
    issuer.forge = (said) => signedXml(cbc(said), issuer.privateKey)
    letIn(await samlVisit(app, issuer).signIn(provider, person('e', domain)))
  })

  test('the session ends when it ends at the provider', async () => {
    const { provider, domain } = await samlCompany(app, issuer)
    const visit = samlVisit(app, issuer)
    const sessionUntil = inSeconds(1_800)
    letIn(await visit.signIn(provider, { ...person('s', domain), sessionUntil }))
    const { sessions } = bodyOf(await visit.tab.send('GET', '/auth/sessions'))
    assert.equal(sessions[0].expiresAt, sessionUntil)
  })

  test('somebody who is asked again has to have proved just now who they are', async () => {
    const { provider, domain } = await samlCompany(app, issuer)
    for (const [authnInstant, isIn] of [
      [inSeconds(-3_600), false],
      [inSeconds(0), true],
    ] as const) {
      const visit = samlVisit(app, issuer)
      const asked = await visit.start(provider, '?reauthenticate=1')
      assert.match(asked.xml, /ForceAuthn="true"/)
      const said = issuer.said(asked, { ...person('r', domain), authnInstant })
      const reply = await visit.bring(provider, await issuer.respond(said))
      if (isIn) letIn(reply)
      else turnedAway(reply, 'refused_by_provider')
    }
  })

  test('whom the provider lets in without asking has not confirmed that it is still them', async () => {
    const { provider, domain } = await samlCompany(app, issuer)
    for (const [authnInstant, code] of [
      [inSeconds(-3_600), 'reauthentication_required'],
      [inSeconds(-60), undefined],
    ] as const) {
      const visit = samlVisit(app, issuer)
      letIn(await visit.signIn(provider, { ...person('again', domain), authnInstant }))
      assert.equal((await visit.tab.send('POST', '/auth/totp')).body.code, code)
    }
  })

  test('people may begin at the provider where that is allowed, and return to the first page', async () => {
    const { provider, domain } = await samlCompany(app, issuer, { saml: { idpInitiated: true } })
    const visit = samlVisit(app, issuer)
    const said = issuer.said(
      { id: '', acsUrl: provider.saml.acsUrl, issuer: provider.saml.spEntityId },
      { ...person('i', domain), inResponseTo: null, outerInResponseTo: null },
    )
    const response = Buffer.from(await issuer.respond(said)).toString('base64')
    const form = { SAMLResponse: response, RelayState: 'https://evil.example/' }
    const answer = await post(app, acsOf(provider), form)
    const location = answer.headers.get('location') ?? ''
    turnedAway(await visit.tab.send('GET', location), 'invalid_answer')
    const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    const finished = await fetch(`${app.url}${location}`, { headers: { cookie }, redirect: 'manual' })
    assert.equal(finished.headers.get('location'), '/')
    assert.match(finished.headers.get('set-cookie') ?? '', /svc_session=svc_ses_/)
    const again = await post(app, acsOf(provider), form)
    assert.equal(again.headers.get('location'), '/sign-in?error=invalid_answer')
  })

  test('signing out here goes on to the provider, and signing out there ends the session here', async () => {
    const { owner, provider, domain } = await samlCompany(app, issuer)
    const visit = samlVisit(app, issuer)
    letIn(await visit.signIn(provider, { ...person('o', domain), sessionIndex: 'index-1' }))
    const { endSessionUrl } = bodyOf(await visit.tab.send('POST', '/auth/sign-out', {}))
    const url = new URL(endSessionUrl)
    assert.equal(`${url.origin}${url.pathname}`, issuer.sloUrl)
    const xml = inflateRawSync(Buffer.from(url.searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    assert.match(xml, /<saml:NameID Format="[^"]*persistent">o<.*<samlp:SessionIndex>index-1</s)
    assert.ok(url.searchParams.get('Signature'))
    assert.equal((await visit.tab.send('GET', '/auth/session')).status, 401)
    const back = await fetch(`${app.url}/auth/saml/${provider.id}/slo?SAMLResponse=eA%3D%3D`, {
      redirect: 'manual',
    })
    assert.deepEqual([back.status, back.headers.get('location')], [303, '/sign-in'])

    const slo = provider.saml.spSloUrl.replace('localhost', '127.0.0.1')
    const [one, two, other] = [samlVisit(app, issuer), samlVisit(app, issuer), samlVisit(app, issuer)]
    letIn(await one.signIn(provider, { ...person('o', domain), sessionIndex: 'i1' }))
    letIn(await two.signIn(provider, { ...person('o', domain), sessionIndex: 'i2' }))
    letIn(await other.signIn(provider, person('p', domain)))
    const isIn = async ({ tab }: typeof one) => (await tab.send('GET', '/auth/session')).status === 200
    const signOut = { nameId: 'o', destination: provider.saml.spSloUrl, relayState: 'a b&c' }
    const ended = await fetch(issuer.logoutAddress(slo, { ...signOut, sessionIndexes: ['i1'] }), {
      redirect: 'manual',
    })
    const answer = new URL(ended.headers.get('location') ?? '')
    assert.equal(ended.status, 303)
    assert.equal(`${answer.origin}${answer.pathname}`, issuer.sloUrl)
    assert.equal(answer.searchParams.get('RelayState'), 'a b&c')
    assert.match(
      inflateRawSync(Buffer.from(answer.searchParams.get('SAMLResponse') ?? '', 'base64')).toString(),
      /status:Success/,
    )
    assert.deepEqual(await Promise.all([one, two, other].map(isIn)), [false, true, true])
    const signed = signedXml(issuer.logoutXml(slo, signOut), issuer.privateKey)
    await post(app, `/auth/saml/${provider.id}/slo`, { SAMLRequest: Buffer.from(signed).toString('base64') })
    assert.deepEqual(await Promise.all([one, two, other].map(isIn)), [false, false, true])
    await change(owner, `/identity-providers/${provider.id}`, { status: 'disabled' })
    assert.equal(await isIn(other), false)
  })

  test('metadata can be pasted, and a test reads what is published', async () => {
    const { owner, provider } = await samlCompany(app, issuer, { provider: { saml: {} } })
    const path = `/identity-providers/${provider.id}`
    const taken = bodyOf(await owner.post(`${path}/metadata`, { xml: issuer.metadata() }))
    assert.deepEqual(
      [taken.saml.idpEntityId, taken.saml.ssoUrl, taken.saml.signingCerts.length],
      [issuer.entityId, issuer.ssoUrl, 1],
    )
    assert.equal((await owner.post(`${path}/metadata`, { xml: '<a' })).status, 400)
    assert.equal((await owner.post(`${path}/metadata`, {})).status, 400)
    await change(owner, path, { saml: { ...taken.saml, metadataUrl: issuer.metadataUrl } })
    const { ok, message } = bodyOf(await owner.post(`${path}/test`))
    assert.equal(ok, true, message)
    issuer.answers.set('/metadata', (_, response) => void response.writeHead(500).end())
    const failed = bodyOf(await owner.post(`${path}/test`))
    assert.deepEqual([failed.ok, failed.provider.saml.warning], [false, `metadataUrl: ${failed.message}`])
    assert.equal(failed.provider.saml.ssoUrl, issuer.ssoUrl, 'what was known stays')
  })

  test('a name that svc had before at a provider stays', async () => {
    const company = await samlCompany(app, issuer)
    const spEntityId = 'https://svc.example/as-it-was-typed'
    const { id } = await createFixtures({ app, organisation: company }).put(kinds.identityProvider, {
      ...{ name: 'Old', protocol: 'saml', saml: { ...settingsFor(issuer), spEntityId }, status: 'active' },
    })
    const provider = await read(company.owner, `/identity-providers/${id}`)
    assert.equal(provider.saml.spEntityId, spEntityId)
    const metadata = await (await fetch(`${app.url}/auth/saml/${id}/metadata`)).text()
    assert.ok(metadata.includes(`entityID="${spEntityId}"`))
    const asked = await samlVisit(app, issuer).start(provider)
    assert.equal(asked.issuer, spEntityId)
    const path = `/identity-providers/${id}`
    const { saml } = await change(company.owner, path, {
      saml: { ...provider.saml, spEntityId: 'https://x.example' },
    })
    assert.equal(saml.spEntityId, spEntityId, 'nobody can choose it any more')
  })

  test('certificates that expire are a warning, once, and the key of one that has expired still counts', async () => {
    const until = new Date(Date.now() + 10 * 86_400_000)
    const { owner, provider } = await samlCompany(app, issuer, {
      saml: { signingCerts: [...issuer.certificates, newSamlKey(until).certificate] },
    })
    const identityFetch = createGuardedFetch({ allow: ['127.0.0.1'] })
    const run = () => runJob({ store: app.store, now: () => new Date(), identityFetch }, 'saml-metadata')
    await run()
    await run()
    const path = `/identity-providers/${provider.id}`
    assert.match((await read(owner, path)).saml.warning, /^A certificate of the provider expires on /)
    const { auditLog } = await read(owner, '/audit-log?type=identity_provider.warning')
    assert.equal(auditLog.length, 1)
    const expired = newSamlKey(new Date(Date.now() - 86_400_000))
    const company = await samlCompany(app, issuer, { saml: { signingCerts: [expired.certificate] } })
    issuer.forge = (said) => responseXml(said, signedXml(assertionXml(said), expired.privateKey))
    letIn(await samlVisit(app, issuer).signIn(company.provider, person('x', company.domain)))
    await run()
    const warned = await read(company.owner, `/identity-providers/${company.provider.id}`)
    assert.match(warned.saml.warning, /expired on .* still counts/)
  })
})
