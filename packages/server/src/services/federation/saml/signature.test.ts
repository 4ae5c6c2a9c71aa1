import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { signedXml } from '../../../testing/saml-messages.ts'
import { ns } from './names.ts'
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
