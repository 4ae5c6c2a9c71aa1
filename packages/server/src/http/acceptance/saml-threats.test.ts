import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { onEachEngine, useApp } from '../../testing/index.ts'
import {
  bare,
  encryptedFor,
  inSeconds,
  newSamlKey,
  type SamlIssuer,
  signedAddress,
  startSamlIssuer,
} from '../../testing/saml-issuer.ts'
import {
  assertionXml,
  envelopedSignature,
  responseXml,
  type Said,
  type SigningOptions,
  signedXml,
} from '../../testing/saml-messages.ts'
import { rowsIn } from '../../testing/tables.ts'
import { type Body, bodyOf, change, make, remove } from './checks.ts'
import { letIn, turnedAway } from './oidc-company.ts'
import { acsOf, person, post, type SamlCompany, samlCompany, samlVisit, settingsFor } from './saml-company.ts'

type Forge = (said: Said) => string | Promise<string>

onEachEngine((engine) => {
  let issuer: SamlIssuer
  let other: SamlIssuer
  before(async () => {
    ;[issuer, other] = await Promise.all([startSamlIssuer(), startSamlIssuer()])
  })
  after(() => Promise.all([issuer?.stop(), other?.stop()]))
  beforeEach(() => {
    for (const one of [issuer, other]) {
      one.distort = () => ({})
      one.forge = undefined
      one.signs = 'assertion'
      one.answers.clear()
    }
  })
  const app = useApp(engine, { fetchAllow: ['127.0.0.1'], identityTimeoutMs: 2_000 })

  /** Nobody came in, nothing was written but one entry in the log. */
  async function leavesNothing(company: SamlCompany, attempt: () => Promise<void>): Promise<string> {
    const rows = () =>
      Promise.all(
        ['sessions', 'identities', 'users', 'used_assertions'].map(async (table) =>
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

  /** An answer about a person of the company that is not accepted; the reason in the log. */
  async function refuses(
    company: SamlCompany,
    forge: Forge | undefined,
    { said = {}, code = 'invalid_answer' }: { readonly said?: Partial<Said>; readonly code?: string } = {},
  ): Promise<string> {
    issuer.forge = forge
    issuer.distort = () => said
    return leavesNothing(company, async () =>
      turnedAway(
        await samlVisit(app, issuer).signIn(company.provider, person('mallory', company.domain)),
        code,
      ),
    )
  }

  /** What is signed about one person is rearranged so that another is read, as it is called in the literature. */
  const evil = (said: Said): Said => ({ ...said, assertionId: '_evil', nameId: 'admin' })
  const signedAssertion = (said: Said): string => signedXml(assertionXml(said), issuer.privateKey)
  const signatureIn = (xml: string): string => /<ds:Signature .*?<\/ds:Signature>/s.exec(xml)?.[0] ?? ''
  const without = (xml: string, part: string): string => xml.replace(part, '')
  const inside = (xml: string, part: string, end: string): string => {
    const at = xml.lastIndexOf(end)
    return xml.slice(0, at) + part + xml.slice(at)
  }
  const afterIssuer = (xml: string, part: string): string =>
    xml.replace('</saml:Issuer>', `</saml:Issuer>${part}`)
  const signedResponse = (said: Said): string =>
    signedXml(responseXml(said, assertionXml(said)), issuer.privateKey)
  const evilResponse = (said: Said): string =>
    responseXml({ ...said, responseId: '_evil-response' }, assertionXml(evil(said)))
  const extension = (part: string): string =>
    `<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${part}</samlp:Extensions>`
  const object = (part: string): string => `<ds:Object>${part}</ds:Object>`

  const wrappings: Readonly<Record<string, Forge>> = {
    'S1 XSW1: the signed response within the signature of a forged one': (said) => {
      const signed = signedResponse(said)
      const signature = signatureIn(signed)
      const wrapped = inside(signature, object(without(signed, signature)), '</ds:Signature>')
      return afterIssuer(evilResponse(said), wrapped)
    },
    'S2 XSW2: the signed response beside the signature in a forged one': (said) => {
      const signed = signedResponse(said)
      const signature = signatureIn(signed)
      return afterIssuer(evilResponse(said), without(signed, signature) + signature)
    },
    'S3 XSW3: a forged assertion before the signed one': (said) =>
      responseXml(said, assertionXml(evil(said)) + signedAssertion(said)),
    'S4 XSW4: the signed assertion within a forged one': (said) =>
      responseXml(said, inside(assertionXml(evil(said)), signedAssertion(said), '</saml:Assertion>')),
    'S5 XSW5: the signature moved into a forged assertion, the signed one behind it': (said) => {
      const signed = signedAssertion(said)
      const signature = signatureIn(signed)
      return responseXml(said, afterIssuer(assertionXml(evil(said)), signature) + without(signed, signature))
    },
    'S6 XSW6: the signature in a forged assertion, the signed one within the signature': (said) => {
      const signed = signedAssertion(said)
      const signature = signatureIn(signed)
      const wrapped = inside(signature, without(signed, signature), '</ds:Signature>')
      return responseXml(said, afterIssuer(assertionXml(evil(said)), wrapped))
    },
    'S7 XSW7: a forged assertion in Extensions': (said) =>
      responseXml(said, extension(assertionXml(evil(said))) + signedAssertion(said)),
    'S8 XSW8: the signed assertion in an Object of the signature of a forged one': (said) => {
      const signed = signedAssertion(said)
      const signature = signatureIn(signed)
      const wrapped = inside(signature, object(without(signed, signature)), '</ds:Signature>')
      return responseXml(said, afterIssuer(assertionXml(evil(said)), wrapped))
    },
  }
  for (const [what, forge] of Object.entries(wrappings))
    test(`${what} opens nothing`, async () => {
      await refuses(await samlCompany(app, issuer), forge)
    })

  test('S9 an answer that nobody, or somebody else, has signed opens nothing', async () => {
    const company = await samlCompany(app, issuer)
    const foreign = newSamlKey()
    const keyInfo = `<ds:X509Data><ds:X509Certificate>${bare(foreign.certificate)}</ds:X509Certificate></ds:X509Data>`
    const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'
    const secret = Buffer.from(issuer.certificates[0] ?? '') as never
    const unsigned = await refuses(company, (said) => responseXml(said, assertionXml(said)))
    assert.match(unsigned, /Neither the response nor its assertion is signed/)
    const forgeries: readonly Forge[] = [
      (said) => responseXml(said, signedXml(assertionXml(said), foreign.privateKey)),
      (said) => responseXml(said, signedXml(assertionXml(said), foreign.privateKey, { keyInfo })),
      (said) => signedXml(responseXml(said, assertionXml(said)), foreign.privateKey, { keyInfo }),
      (said) => responseXml(said, signedXml(assertionXml(said), secret, { algorithm: hmac })),
      (said) => signedResponse(said).replace('@', '@x.'),
      (said) => responseXml(said, signedAssertion(said).replace('>mallory<', '>admin<')),
    ]
    for (const forge of forgeries) await refuses(company, forge)
  })

  test('S10 comments, CDATA and instructions within a name open nothing', async () => {
    const company = await samlCompany(app, issuer)
    for (const inserted of ['<!-- -->', '<!---->', '<![CDATA[x]]>', '<?php x?>'])
      for (const name of [
        `mal${inserted}lory`,
        `${inserted}mallory`,
        `mallory${inserted}`,
        ` ${inserted} mallory`,
      ])
        await refuses(company, (said) =>
          responseXml(said, signedAssertion(said).replace('>mallory<', `>${name}<`)),
        )
  })

  test('S11 what would keep a parser busy is refused before one sees it', async () => {
    const company = await samlCompany(app, issuer)
    const doctype = '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>'
    const external = '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    const bombs: Readonly<Record<string, readonly [Forge, RegExp]>> = {
      doctype: [
        (said) => doctype + signedResponse(said).replace('mallory', '&c;'),
        /document type or an entity/,
      ],
      external: [
        (said) => external + signedResponse(said).replace('mallory', '&e;'),
        /document type or an entity/,
      ],
      levels: [
        (said) => responseXml(said, '<a>'.repeat(20_000) + '</a>'.repeat(20_000)),
        /nested too deeply/,
      ],
      attributes: [
        (said) => responseXml(said, `<a ${Array.from({ length: 20_000 }, (_, n) => `a${n}=""`).join(' ')}/>`),
        /too many attributes/,
      ],
      elements: [(said) => responseXml(said, '<a/>'.repeat(50_000)), /too many elements/],
      'elements around what is signed': [
        (said) =>
          responseXml(said, signedAssertion(said)).replace(
            '</samlp:Status>',
            `<samlp:StatusDetail>${'<a/>'.repeat(8_000)}</samlp:StatusDetail></samlp:Status>`,
          ),
        /too many elements/,
      ],
      entities: [(said) => signedResponse(said).replace('mallory', '&unknown;'), /not well-formed/],
      long: [(said) => responseXml(said, `<a>${'a'.repeat(270_000)}</a>`), /too long/],
    }
    for (const [what, [forge, why]] of Object.entries(bombs))
      assert.match(await refuses(company, forge), why, what)
    const visit = samlVisit(app, issuer)
    await visit.start(company.provider)
    const manyAttributes = `<a ${Array.from({ length: 100_000 }, (_, n) => `a${n}=""`).join(' ')}/>`
    for (const tooLong of [Buffer.alloc(2_000_000, 'a'), Buffer.from(manyAttributes)]) {
      const sent = { SAMLResponse: tooLong.toString('base64') }
      assert.equal((await post(app, acsOf(company.provider), sent)).status, 413)
    }
    const twice = await fetch(`${app.url}${acsOf(company.provider)}`, {
      method: 'POST',
      body: new URLSearchParams([
        ['SAMLResponse', 'a'],
        ['SAMLResponse', 'b'],
      ]),
    })
    assert.deepEqual([twice.status, ((await twice.json()) as Body).code], [400, 'invalid_request'])
    for (const text of ['%%%', 'AAAA', ''])
      await leavesNothing(company, async () => {
        const reply = await post(app, acsOf(company.provider), { SAMLResponse: text })
        assert.deepEqual(
          [reply.status, reply.headers.get('location')],
          [303, '/sign-in?error=invalid_answer'],
        )
      })
  })

  const distortions: Readonly<Record<string, Partial<Said>>> = {
    'of another issuer': { issuer: 'https://evil.example' },
    'in a response of another issuer': { responseIssuer: 'https://evil.example' },
    'of no issuer': { issuer: null },
    'for another audience': { audience: 'https://other.example' },
    'for no audience': { audience: null },
    'for another recipient': { recipient: 'https://other.example/acs' },
    'for no recipient': { recipient: null },
    'for another destination': { destination: 'https://other.example/acs' },
    'for no destination': { destination: null },
    'without conditions': { hasConditions: false },
    'with a condition that is not known': {
      moreConditions: '<x:Condition xmlns:x="urn:x"/>',
    },
    'for a second audience that is not svc': {
      moreConditions:
        '<saml:AudienceRestriction><saml:Audience>https://other.example</saml:Audience></saml:AudienceRestriction>',
    },
    'that nobody confirms': { hasConfirmation: false },
    'that somebody else vouches for': { method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' },
    'that is valid for ever': { notOnOrAfter: null },
    'that is confirmed for ever': { confirmedUntil: null },
    'that has expired': { notOnOrAfter: inSeconds(-600) },
    'whose confirmation has expired': { confirmedUntil: inSeconds(-600) },
    'from the future': { notBefore: inSeconds(3_600) },
    'whose session has ended': { sessionUntil: inSeconds(-1) },
    'that does not say how the person signed in': { authnInstant: null },
    'with a time that is none': { notOnOrAfter: 'tomorrow' },
  }
  for (const [what, said] of Object.entries(distortions))
    test(`S12 an assertion ${what} opens nothing`, async () => {
      await refuses(await samlCompany(app, issuer), undefined, { said })
    })

  test('S13 an answer counts once, also with a fresh request around it and at the same time', async () => {
    const company = await samlCompany(app, issuer)
    const { provider, domain } = company
    const visit = samlVisit(app, issuer)
    const asked = await visit.start(provider)
    const response = await issuer.respond(issuer.said(asked, person('once', domain)))
    letIn(await visit.bring(provider, response))
    await leavesNothing(company, async () => turnedAway(await visit.bring(provider, response), 'expired'))
    const fresh = await visit.start(provider)
    const rewrapped = response.replace(
      /(<samlp:Response[^>]* InResponseTo=")[^"]*/,
      (_, before) => before + fresh.id,
    )
    await leavesNothing(company, async () =>
      turnedAway(await visit.bring(provider, rewrapped), 'invalid_answer'),
    )

    const last = await visit.start(provider)
    const raced = Buffer.from(await issuer.respond(issuer.said(last, person('once', domain)))).toString(
      'base64',
    )
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => post(app, acsOf(provider), { SAMLResponse: raced })),
    )
    const places = answers.map(({ headers }) => headers.get('location') ?? '').toSorted()
    assert.equal(places.filter((place) => place.startsWith('/auth/saml/')).length, 1)
    assert.equal(places.filter((place) => place === '/sign-in?error=expired').length, 3)
    const finish = places[0] ?? ''
    const { cookie } = visit.tab
    const finished = await Promise.all(
      [1, 2, 3].map(() => fetch(`${app.url}${finish}`, { redirect: 'manual', headers: { cookie } })),
    )
    assert.deepEqual(finished.map(({ headers }) => headers.get('location')).toSorted(), [
      '/',
      '/sign-in?error=expired',
      '/sign-in?error=expired',
    ])
  })

  test('S14 an answer counts only for the request, the browser and the provider that it answers', async () => {
    const company = await samlCompany(app, issuer)
    const { provider, domain, owner } = company
    const unsolicited = { inResponseTo: null, outerInResponseTo: null }
    assert.match(await refuses(company, undefined, { said: unsolicited }), /Nobody asked/)
    issuer.distort = () => ({})
    const invented = { inResponseTo: '_invented', outerInResponseTo: '_invented' }
    await refuses(company, undefined, { said: invented, code: 'expired' })
    await refuses(company, undefined, { said: { outerInResponseTo: '_another' } })
    issuer.distort = () => ({})
    const [attacker, victim] = [samlVisit(app, issuer), samlVisit(app, issuer)]
    const asked = await attacker.start(provider)
    await victim.start(provider)
    const planted = await issuer.respond(issuer.said(asked, person('attacker', domain)))
    const users = Number((await rowsIn(app.store, 'select count(*) as n from users'))[0]?.n)
    turnedAway(await victim.bring(provider, planted), 'invalid_answer')
    assert.match((await company.refusals())[0]?.reason ?? '', /another browser/)
    assert.equal(Number((await rowsIn(app.store, 'select count(*) as n from users'))[0]?.n), users)
    const second = await make(owner, '/identity-providers', {
      ...{ name: 'Second', protocol: 'saml', status: 'active', saml: settingsFor(issuer) },
    })
    const elsewhere = await attacker.start(second)
    await leavesNothing(company, async () => {
      const said = {
        ...issuer.said(asked, person('a', domain)),
        inResponseTo: elsewhere.id,
        outerInResponseTo: null,
      }
      turnedAway(await attacker.bring(provider, await issuer.respond(said)), 'invalid_answer')
    })
    await leavesNothing(company, async () =>
      turnedAway(await victim.tab.send('GET', `/auth/saml/${provider.id}/finish`), 'invalid_answer'),
    )
  })

  test('S15 an answer of another organisation’s provider opens nothing', async () => {
    const [a, b] = [await samlCompany(app, issuer), await samlCompany(app, other)]
    const same = await samlCompany(app, issuer)
    await leavesNothing(a, async () => {
      const visit = samlVisit(app, issuer)
      const asked = await visit.start(a.provider)
      const said = {
        ...other.said(asked, person('x', a.domain)),
        issuer: issuer.entityId,
        responseIssuer: null,
      }
      turnedAway(await visit.bring(a.provider, await other.respond(said)), 'invalid_answer')
    })
    await leavesNothing(b, async () => {
      const visit = samlVisit(app, issuer)
      const asked = await visit.start(a.provider)
      const response = await issuer.respond(issuer.said(asked, person('x', a.domain)))
      turnedAway(await visit.bring(b.provider, response), 'invalid_answer')
    })
    await leavesNothing(same, async () => {
      const visit = samlVisit(app, issuer)
      const asked = await visit.start(a.provider)
      const response = await issuer.respond(issuer.said(asked, person('x', a.domain)))
      turnedAway(await visit.bring(same.provider, response), 'invalid_answer')
    })
  })

  test('S16 of two assertions none counts, nor one in a place where none belongs', async () => {
    const company = await samlCompany(app, issuer)
    const forgeries: readonly Forge[] = [
      (said) => responseXml(said, signedAssertion(said) + signedAssertion({ ...said, assertionId: '_b' })),
      (said) => responseXml(said, extension(signedAssertion(said)) + assertionXml(evil(said))),
      (said) =>
        responseXml(
          said,
          inside(
            assertionXml(evil(said)),
            `<saml:Advice>${signedAssertion(said)}</saml:Advice>`,
            '</saml:Assertion>',
          ),
        ),
      (said) => responseXml(said, signedAssertion(said).replace('<saml:Subject>', '<saml:Subject ID="_x">')),
      (said) =>
        responseXml(said, `${signedAssertion(said)}<saml:Advice ID="${said.assertionId}"></saml:Advice>`),
      (said) =>
        signedResponse(said)
          .replaceAll('urn:oasis:names:tc:SAML:2.0:assertion', 'urn:evil')
          .replaceAll('urn:oasis:names:tc:SAML:2.0:protocol', 'urn:evil'),
    ]
    for (const forge of forgeries) await refuses(company, forge)
  })

  test('S17 a signature in any other way than the customary one opens nothing', async () => {
    const company = await samlCompany(app, issuer)
    const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
    const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'
    const ways: Readonly<Record<string, SigningOptions>> = {
      'with SHA-1': { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
      'over a SHA-1 digest': { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' },
      'over comments': { transforms: [envelopedSignature, `${exclusive}WithComments`] },
      'with comments': { canonicalization: `${exclusive}WithComments` },
      inclusively: { transforms: [envelopedSignature, c14n] },
      'of the canonical form only': { transforms: [envelopedSignature] },
      twice: { references: 2 },
      'of the whole document': { isEmptyUri: true },
    }
    for (const [how, options] of Object.entries(ways))
      for (const forge of [
        (said: Said) => signedXml(responseXml(said, assertionXml(said)), issuer.privateKey, options),
        (said: Said) => responseXml(said, signedXml(assertionXml(said), issuer.privateKey, options)),
      ])
        assert.ok(await refuses(company, forge), how)
    for (const algorithm of [
      'http://www.w3.org/TR/1999/REC-xpath-19991116',
      'http://www.w3.org/TR/1999/REC-xslt-19991116',
    ])
      assert.match(
        await refuses(company, (said) => signedResponse(said).replace(envelopedSignature, algorithm)),
        /transforms what it covers in a way/,
      )
  })

  test('S18 a provider that did not let somebody in is believed, whatever else it says', async () => {
    const company = await samlCompany(app, issuer)
    const said = { status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' }
    const reason = await refuses(company, undefined, { said, code: 'refused_by_provider' })
    assert.equal(reason, 'The provider answered "Responder".')
    await refuses(company, (one) => responseXml(one, ''), { said, code: 'refused_by_provider' })
  })

  test('S19 a relay state leads nowhere', async () => {
    const { provider, domain } = await samlCompany(app, issuer)
    for (const relayState of ['https://evil.example/', '//evil.example', 'javascript:alert(1)']) {
      const visit = samlVisit(app, issuer)
      const asked = await visit.start(provider)
      const response = await issuer.respond(issuer.said(asked, person('r', domain)))
      letIn(await visit.bring(provider, response, relayState), '/')
    }
  })

  test('S20 a logout request ends nothing unless the provider has signed it, in the usual way and now', async () => {
    const company = await samlCompany(app, issuer)
    const { provider, domain } = company
    const visit = samlVisit(app, issuer)
    letIn(await visit.signIn(provider, person('l', domain)))
    const path = `/auth/saml/${provider.id}/slo`
    const slo = provider.saml.spSloUrl
    const here = `${app.url}${path}`
    const wanted = { nameId: 'l', destination: slo }
    const packed = (xml: string) => deflateRawSync(xml).toString('base64')
    const message = packed(issuer.logoutXml(slo, wanted))
    const { privateKey } = issuer
    const good = issuer.logoutAddress(here, wanted)
    const md5 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-md5'
    const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
    const at = (options: Partial<Parameters<SamlIssuer['logoutAddress']>[1]>) =>
      issuer.logoutAddress(here, { ...wanted, ...options })
    const addresses: Readonly<Record<string, string>> = {
      'not signed': `${here}?SAMLRequest=${encodeURIComponent(message)}`,
      'signed by another': signedAddress(here, { message, privateKey: other.privateKey }),
      'signed with MD5': signedAddress(here, { message, privateKey, algorithm: md5, hash: 'md5' }),
      'signed with SHA-1': signedAddress(here, { message, privateKey, algorithm: sha1, hash: 'sha1' }),
      'with another relay state': `${good}&RelayState=x`,
      'with a parameter twice': `${good}&SAMLRequest=${encodeURIComponent(message)}`,
      'that becomes megabytes': signedAddress(here, {
        message: deflateRawSync(Buffer.alloc(4_000_000, 'a')).toString('base64'),
        privateKey,
      }),
      'of another issuer': at({ issuer: 'https://evil.example' }),
      'for another destination': at({ destination: 'https://other.example/slo' }),
      old: at({ at: new Date(Date.now() - 3_600_000) }),
      'from the future': at({ at: new Date(Date.now() + 3_600_000) }),
      'with an answer beside it': `${good}&SAMLResponse=x`,
      nothing: here,
    }
    for (const [what, address] of Object.entries(addresses))
      await leavesNothing(company, async () => {
        const reply = await fetch(address, { redirect: 'manual' })
        assert.deepEqual(
          [reply.status, reply.headers.get('location')],
          [303, '/sign-in?error=invalid_answer'],
          what,
        )
      })
    // What becomes 200 MB has 200 kB, which no address may have.
    const long = Buffer.alloc(195_000, 'a').toString('base64')
    assert.equal((await fetch(`${here}?SAMLRequest=${long}`, { redirect: 'manual' })).status, 431)
    const victim = issuer.logoutXml(slo, { ...wanted, id: '_evil' })
    const signed = signedXml(issuer.logoutXml(slo, { ...wanted, nameId: 'somebody' }), privateKey)
    const signature = signatureIn(signed)
    const forms: Readonly<Record<string, string>> = {
      'not signed': issuer.logoutXml(slo, wanted),
      'signed by another': signedXml(issuer.logoutXml(slo, wanted), other.privateKey),
      wrapped: afterIssuer(victim, inside(signature, object(without(signed, signature)), '</ds:Signature>')),
      'with the signature of another': afterIssuer(victim, signature),
      changed: signed.replace('>somebody<', '>l<'),
    }
    for (const [what, xml] of Object.entries(forms))
      await leavesNothing(company, async () => {
        const reply = await post(app, path, { SAMLRequest: Buffer.from(xml).toString('base64') })
        assert.deepEqual(
          [reply.status, reply.headers.get('location')],
          [303, '/sign-in?error=invalid_answer'],
          what,
        )
      })
    // Any page can send somebody's browser here.
    const unasked = await visit.tab.send('GET', `${path}?SAMLResponse=eA%3D%3D`)
    assert.deepEqual([unasked.status, unasked.headers.get('set-cookie')], [303, null])
    assert.equal((await post(app, path, { SAMLResponse: 'eA==' })).headers.get('set-cookie'), null)
    const elsewhere = await samlCompany(app, issuer)
    const foreign = issuer.logoutAddress(`${app.url}/auth/saml/${elsewhere.provider.id}/slo`, {
      ...{ nameId: 'l', destination: elsewhere.provider.saml.spSloUrl },
    })
    await fetch(foreign, { redirect: 'manual' })
    assert.equal((await visit.tab.send('GET', '/auth/session')).status, 200, 'still signed in')
    await fetch(good, { redirect: 'manual' })
    assert.equal((await visit.tab.send('GET', '/auth/session')).status, 401)
    await leavesNothing(company, async () => {
      const again = await fetch(good, { redirect: 'manual' })
      assert.equal(again.headers.get('location'), '/sign-in?error=invalid_answer')
    })
  })

  test('S21 whatever is wrong with a ciphertext, the answer is the same', async () => {
    const company = await samlCompany(app, issuer, { saml: { encryptAssertions: true } })
    const metadata = await (await fetch(`${app.url}/auth/saml/${company.provider.id}/metadata`)).text()
    const text = /use="encryption".*?<ds:X509Certificate>([^<]+)</s.exec(metadata)?.[1] ?? ''
    const certificate = `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`
    const reasons = new Set<string>()
    for (const mode of ['gcm', 'cbc'] as const)
      for (const [which, at] of [
        [0, 0],
        [0, -1],
        [1, 0],
        [1, 40],
        [1, -1],
      ] as const)
        reasons.add(
          await refuses(company, (said) => {
            let count = 0
            const encrypted = encryptedFor(certificate, signedAssertion(said), mode).replaceAll(
              /<xenc:CipherValue>([^<]*)/g,
              (whole, value: string) => {
                if (count++ !== which) return whole
                const bytes = Buffer.from(value, 'base64')
                bytes.writeUInt8((bytes.at(at) ?? 0) ^ 1, at < 0 ? bytes.length + at : at)
                return `<xenc:CipherValue>${bytes.toString('base64')}`
              },
            )
            const response = responseXml(said, encrypted)
            return mode === 'cbc' ? signedXml(response, issuer.privateKey) : response
          }),
        )
    assert.ok(
      [...reasons].every((reason) => !/padding|tag|key/i.test(reason)),
      [...reasons].join('; '),
    )
    const rsa15 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5'
    await refuses(company, (said) =>
      responseXml(
        said,
        encryptedFor(certificate, signedAssertion(said)).replace(/http:[^"]*rsa-oaep-mgf1p/, rsa15),
      ),
    )
  })

  test('S22 metadata is believed only if it is plain, public and of the same provider', async () => {
    const company = await samlCompany(app, issuer, { saml: { metadataUrl: issuer.metadataUrl } })
    const { owner, provider } = company
    const path = `/identity-providers/${provider.id}`
    const tried = async (): Promise<string> => {
      const { ok, message } = bodyOf(await owner.post(`${path}/test`))
      assert.equal(ok, false)
      return message
    }
    const sending = (xml: string) =>
      issuer.answers.set('/metadata', (_, response) => {
        response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
      })
    sending(`<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/passwd">]>${issuer.metadata()}`)
    assert.match(await tried(), /cannot be read/)
    sending(issuer.metadata().replace(`entityID="${issuer.entityId}"`, 'entityID="https://evil.example"'))
    assert.match(await tried(), /"https:\/\/evil.example", not of/)
    sending(
      issuer
        .metadata()
        .replaceAll(bare(issuer.certificates[0] ?? ''), bare(newSamlKey(undefined, 1024).certificate)),
    )
    assert.match(await tried(), /strong enough/)
    sending(issuer.metadata().replace('entityID=', 'validUntil="2020-01-01T00:00:00Z" entityID='))
    assert.match(await tried(), /was valid until/)
    sending('a'.repeat(6_000_000))
    await tried()
    issuer.answers.set(
      '/metadata',
      (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    )
    await tried()
    await change(owner, path, { saml: { ...provider.saml, metadataUrl: 'https://192.168.0.1/metadata' } })
    assert.match(await tried(), /may not be fetched/)
    const pasted = await owner.post(`${path}/metadata`, { xml: other.metadata() })
    assert.match(bodyOf(pasted, 400).message, /^xml cannot be used: The metadata is of .* \(idpEntityId\)\.$/)
    const { saml } = bodyOf(await owner.get(path))
    assert.deepEqual([saml.idpEntityId, saml.signingCerts], [issuer.entityId, issuer.certificates])
  })

  test('A14 a provider that is disabled, changed or deleted meanwhile lets nobody in', async () => {
    const company = await samlCompany(app, issuer)
    const { provider, domain, owner } = company
    const path = `/identity-providers/${provider.id}`
    const visit = samlVisit(app, issuer)
    const under = async () => issuer.respond(issuer.said(await visit.start(provider), person('q', domain)))
    /** Verified, but not fetched by the browser yet. */
    const half = async (): Promise<string> => {
      const form = { SAMLResponse: Buffer.from(await under()).toString('base64') }
      return (await post(app, acsOf(provider), form)).headers.get('location') ?? ''
    }
    const [first, firstHalf] = [await under(), await half()]
    await change(owner, path, { status: 'disabled' })
    await leavesNothing(company, async () => turnedAway(await visit.bring(provider, first), 'not_allowed'))
    await leavesNothing(company, async () =>
      turnedAway(await visit.tab.send('GET', firstHalf), 'not_allowed'),
    )
    turnedAway(await visit.tab.send('GET', `/auth/saml/${provider.id}/start`), 'not_allowed')
    await change(owner, path, { status: 'active' })
    const [second, secondHalf] = [await under(), await half()]
    await change(owner, path, { saml: { ...provider.saml, sloUrl: null } })
    await leavesNothing(company, async () => turnedAway(await visit.bring(provider, second), 'expired'))
    await leavesNothing(company, async () => turnedAway(await visit.tab.send('GET', secondHalf), 'expired'))
    const [third, thirdHalf] = [await under(), await half()]
    await remove(owner, path)
    await leavesNothing(company, async () => turnedAway(await visit.bring(provider, third), 'not_allowed'))
    await leavesNothing(company, async () =>
      turnedAway(await visit.tab.send('GET', thirdHalf), 'not_allowed'),
    )
    turnedAway(await visit.tab.send('GET', '/auth/saml/idp_none/start'), 'not_allowed')
  })

  test('A9 nothing of a request says where a provider sends people, or what svc is called there', async () => {
    const { provider } = await samlCompany(app, issuer)
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
    const at = (what: string) =>
      fetch(`${app.url}/auth/saml/${provider.id}/${what}`, { headers, redirect: 'manual' })
    assert.doesNotMatch(await (await at('metadata')).text(), /evil/)
    const start = await at('start')
    const asked = issuer.read(new URL(start.headers.get('location') ?? ''))
    assert.deepEqual([asked.acsUrl, asked.issuer], [provider.saml.acsUrl, provider.saml.spEntityId])
    assert.equal(start.headers.get('referrer-policy'), 'no-referrer')
  })

  test('no secret of a sign-in is in an answer or in the log', async () => {
    const company = await samlCompany(app, issuer, { saml: { signRequests: true } })
    const { provider, domain, owner } = company
    const visit = samlVisit(app, issuer)
    const asked = await visit.start(provider)
    const response = await issuer.respond(issuer.said(asked, person('z', domain)))
    letIn(await visit.bring(provider, response))
    turnedAway(await visit.bring(provider, response), 'expired')
    const { text: log } = await owner.get('/audit-log?limit=100')
    const { text: shown } = await owner.get(`/identity-providers/${provider.id}`)
    const signature = /<ds:SignatureValue>([^<]*)/.exec(response)?.[1] ?? 'missing'
    for (const secret of [asked.id, signature, Buffer.from(response).toString('base64'), 'PRIVATE KEY'])
      for (const place of [log, shown]) assert.ok(!place.includes(secret))
    const [key] = await rowsIn(app.store, 'select private_key from saml_keys')
    assert.doesNotMatch(String((key as Body).private_key), /PRIVATE/)
  })
})
