import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, codeOf, stepAt, stepOf, totpUri } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('codes are those of RFC 6238, appendix B', () => {
  for (const [seconds, code] of [
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ] as const) {
    assert.equal(codeOf(secret, stepAt(new Date(seconds * 1_000))), code.slice(-6), String(seconds))
  }
})

test('codes are those of RFC 4226, appendix D', () => {
  const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ')
  for (const [counter, code] of codes.entries()) assert.equal(codeOf(secret, counter), code)
})

test('a code is good for its own step and the ones next to it', () => {
  const now = new Date(1_234_567_890_000)
  const step = stepAt(now)
  for (const off of [-1, 0, 1]) assert.equal(stepOf(secret, codeOf(secret, step + off), now), step + off)
  for (const off of [-2, 2]) assert.equal(stepOf(secret, codeOf(secret, step + off), now), undefined)
  for (const code of ['', '00000', '0000000', 'abcdef']) assert.equal(stepOf(secret, code, now), undefined)
})

test('a secret is written as RFC 4648 has it, and apps can read its address', () => {
  assert.equal(base32(Buffer.from('fooba')), 'MZXW6YTB')
  assert.equal(base32(secret), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  const uri = totpUri(secret, { issuer: 'svc (Acme & Söhne)', account: 'ada@example.com' })
  const url = new URL(uri)
  assert.equal(url.protocol, 'otpauth:')
  assert.equal(decodeURIComponent(url.pathname), '/svc (Acme & Söhne):ada@example.com')
  assert.equal(url.searchParams.get('issuer'), 'svc (Acme & Söhne)')
  assert.equal(url.searchParams.get('secret'), base32(secret))
  assert.ok(!uri.includes('+'))
})
