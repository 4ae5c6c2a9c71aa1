import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { octets, oid, time } from './der.ts'

test('a length takes the shortest form there is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffff }), (size) => {
      const der = octets(new Uint8Array(size))
      const short = size < 0x80
      const lengthBytes = short ? 0 : der.readUInt8(1) & 0x7f
      const length = short ? der.readUInt8(1) : der.readUIntBE(2, lengthBytes)
      assert.equal(length, size)
      assert.equal(der.length, 2 + lengthBytes + size)
      assert.equal(lengthBytes, size < 0x80 ? 0 : size < 0x100 ? 1 : 2)
    }),
    { examples: [[0x7f], [0x80], [0xff], [0x100], [0xffff]] },
  )
})

for (const [dotted, hex] of [
  ['2.5.4.3', '0603550403'],
  ['1.2.840.10045.4.3.2', '06082a8648ce3d040302'],
  ['1.3.6.1.5.5.7.3.1', '06082b06010505070301'],
  ['1.2.840.113549', '06062a864886f70d'],
] as const) {
  test(`the object identifier ${dotted}`, () => assert.equal(oid(dotted).toString('hex'), hex))
}

for (const [date, text] of [
  ['2026-01-02T03:04:05.678Z', '\x17\x0d260102030405Z'],
  ['2049-12-31T23:59:59.999Z', '\x17\x0d491231235959Z'],
  ['2050-01-01T00:00:00.000Z', '\x18\x0f20500101000000Z'],
] as const) {
  test(`the time ${date}`, () => assert.equal(time(new Date(date)).toString('latin1'), text))
}
