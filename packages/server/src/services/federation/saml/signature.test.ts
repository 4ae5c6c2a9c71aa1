import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { test } from 'node:test'
import { signedXml } from '../../../testing/saml-messages.ts'
import { enveloped, exclusive, ns } from './names.ts'
import { readMessage } from './read-xml.ts'
import { signedBytes } from './signature.ts'

const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const several = Array.from({ length: 10 }, newKeys)
const [own = newKeys()] = several
const keys = several.map(({ publicKey }) => publicKey)

const assertionWith = (content: string): string =>
  `<saml:Assertion xmlns:saml="${ns.assertion}" ID="_a"><saml:Issuer>x</saml:Issuer>${content}</saml:Assertion>`

async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return process.cpuUsage(before).user
}

test('S11 a long forgery costs less than a genuine message, however many certificates a provider has', async () => {
  const parts = Array.from({ length: 3_900 }, (_, n) => `<saml:A x="${n}"/>`).join('')
  const genuine = signedXml(assertionWith(parts), own.privateKey)
  const forged = signedXml(assertionWith(parts), newKeys().privateKey)
  const [good, bad] = [await readMessage(genuine), await readMessage(forged)]
  const whole = await cpuOf(() => signedBytes(genuine, good, keys))
  const refused = await cpuOf(() =>
    assert.rejects(signedBytes(forged, bad, keys), /not made with a key of the provider/),
  )
  assert.ok(refused < whole / 2, `${refused} µs to refuse it, ${whole} µs to read a genuine one`)
})

test('each of the keys of a provider counts, wherever it is among them', async () => {
  for (const { privateKey } of [own, ...several.slice(-1)]) {
    const signed = signedXml(assertionWith(''), privateKey)
    assert.match(await signedBytes(signed, await readMessage(signed), keys), /^<saml:Assertion .*>x</)
    const changed = signed.replace('>x<', '>y<')
    await assert.rejects(signedBytes(changed, await readMessage(changed), keys), /has changed/)
  }
})

/** Written by hand, in the form that is signed, with the list of prefixes that many products add. */
function signedByHand(
  key: KeyObject,
  { method, hash }: { readonly method: string; readonly hash: string },
): string {
  const start = `<saml:Assertion xmlns:saml="${ns.assertion}" xmlns:xs="http://www.w3.org/2001/XMLSchema" ID="_a"><saml:Issuer>x</saml:Issuer>`
  const digest = createHash('sha256').update(`${start}</saml:Assertion>`).digest('base64')
  const info = (declared: string): string =>
    `<ds:SignedInfo${declared}><ds:CanonicalizationMethod Algorithm="${exclusive}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#${method}"></ds:SignatureMethod>` +
    `<ds:Reference URI="#_a"><ds:Transforms><ds:Transform Algorithm="${enveloped}"></ds:Transform><ds:Transform Algorithm="${exclusive}">` +
    `<ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="xs"></ec:InclusiveNamespaces></ds:Transform></ds:Transforms>` +
    `<ds:DigestMethod Algorithm="${ns.encryption}sha256"></ds:DigestMethod><ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
  const value = sign(hash, Buffer.from(info(` xmlns:ds="${ns.signature}"`)), {
    key,
    dsaEncoding: 'ieee-p1363',
  }).toString('base64')
  const broken = value.replaceAll(/.{60}/g, '$&&#13;\n')
  return `${start}<ds:Signature xmlns:ds="${ns.signature}">${info('')}<ds:SignatureValue>${broken}</ds:SignatureValue></ds:Signature></saml:Assertion>`
}

test('RSA and elliptic curves count with each of the usual digests, and only with the method that is named', async () => {
  const pairs = {
    rsa: own,
    ecdsa: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  }
  for (const [kind, { privateKey, publicKey }] of Object.entries(pairs))
    for (const hash of ['sha256', 'sha384', 'sha512']) {
      const signed = signedByHand(privateKey, { method: `${kind}-${hash}`, hash })
      assert.match(
        await signedBytes(signed, await readMessage(signed), [publicKey]),
        /^<saml:Assertion .* xmlns:xs=.*>x</,
        `${kind}-${hash}`,
      )
      const other = signed.replace(`#${kind}-${hash}`, `#${kind === 'rsa' ? 'ecdsa' : 'rsa'}-${hash}`)
      await assert.rejects(signedBytes(other, await readMessage(other), [publicKey]), /has changed/)
    }
})
