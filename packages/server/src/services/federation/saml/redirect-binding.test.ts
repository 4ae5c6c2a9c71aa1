import assert from 'node:assert/strict'
import { generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'
import { receivedBy } from './redirect-binding.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

function addressed(message: Buffer): string {
  const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
  const signed = `SAMLRequest=${encodeURIComponent(message.toString('base64'))}&SigAlg=${encodeURIComponent(algorithm)}`
  const signature = sign('sha256', Buffer.from(signed), privateKey).toString('base64')
  return `${signed}&Signature=${encodeURIComponent(signature)}`
}

/** So many megabytes of the same letter; made from one, since all of them would take a second. */
function bomb(megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(1024 ** 2, 'a'), { finishFlush: constants.Z_SYNC_FLUSH })
  return Buffer.concat([...Array<Buffer>(megabytes).fill(one), Buffer.from([3, 0])])
}

const cpuOf = (work: () => unknown): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

test('S20 a message of 200 kB that becomes 200 MB is not inflated to its end', () => {
  const small = bomb(200)
  assert.ok(small.length < 260_000, `${small.length} bytes`)
  let size = 0
  const whole = cpuOf(() => {
    size = inflateRawSync(small).length
  })
  assert.equal(size, 200 * 1024 ** 2)
  const query = addressed(small)
  const refused = cpuOf(() =>
    assert.throws(() => receivedBy(query, [publicKey]), /cannot be decompressed, or is too long/),
  )
  assert.ok(refused < whole / 2, `${refused} µs to refuse it, ${whole} µs to inflate it`)
  assert.equal(receivedBy(addressed(deflateRawSync('<a/>')), [publicKey]).text, '<a/>')
})
