import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { isPublicAddress, whyNotPublic } from './address-guard.ts'

const blockedRanges = [
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['::', '::'],
  ['::1', '::1'],
  ['::2', '::ffff:ffff'],
  ['::ffff:0:0', '::ffff:ffff:ffff'],
  ['::ffff:0:0:0', '::ffff:0:ffff:ffff'],
  ['64:ff9b::', '64:ff9b::ffff:ffff'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::ffff:ffff:ffff:ffff'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
  ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
] as const

for (const [first, last] of blockedRanges) {
  test(`${first} to ${last} is not public, from its first to its last address`, () => {
    const [low, high] = [toNumber(first), toNumber(last)]
    const size = first.includes(':') ? 16 : 4
    fc.assert(
      fc.property(fc.bigInt({ min: low, max: high }), (number) => !isPublicAddress(toAddress(number, size))),
      { examples: [[low], [high]] },
    )
  })
}

for (const address of [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2003::1',
  '2606:4700:4700::1111',
  '3ffe:ffff::1',
]) {
  test(`${address} is public`, () => assert.equal(whyNotPublic(address), undefined))
}

for (const address of ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '::ffff:169.254.169.254']) {
  test(`the metadata address ${address} is not public`, () => assert.equal(isPublicAddress(address), false))
}

const embeddings = {
  compatible: (a, b) => `::${a}:${b}`,
  mapped: (a, b) => `::ffff:${a}:${b}`,
  translated: (a, b) => `::ffff:0:${a}:${b}`,
  nat64: (a, b) => `64:ff9b::${a}:${b}`,
  'local nat64': (a, b) => `64:ff9b:1::${a}:${b}`,
  '6to4': (a, b) => `2002:${a}:${b}::1`,
  teredo: (a, b) => `2001:0:${a}:${b}::1`,
} satisfies Record<string, (high: string, low: string) => string>

for (const [name, embed] of Object.entries(embeddings)) {
  test(`a v6 address that embeds a v4 one is not public, not even a public one: ${name}`, () => {
    const part = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
    fc.assert(
      fc.property(part, part, (high, low) => !isPublicAddress(embed(high, low))),
      { examples: [['808', '808']] },
    )
  })
}

test('a v6 address outside 2000::/3 is not public', () => {
  const outside = fc.bigInt({ min: 0n, max: (1n << 128n) - 1n }).filter((number) => number >> 125n !== 1n)
  fc.assert(fc.property(outside, (number) => !isPublicAddress(toAddress(number, 16))))
})

for (const text of [
  '',
  'localhost',
  '127.1',
  '0x7f.1',
  '2130706433',
  '8',
  '8.8.8.8.',
  '8.8.8.8/32',
  '[2003::1]',
]) {
  test(`what is not written as an IP address is not public: "${text}"`, () => {
    assert.equal(whyNotPublic(text), 'not an IP address')
  })
}

test('a zone does not hide a link-local address', () => {
  assert.equal(whyNotPublic('fe80::1%eth0'), 'link-local')
})

function toNumber(address: string): bigint {
  return BigInt(`0x${Buffer.from(ipaddr.parse(address).toByteArray()).toString('hex')}`)
}

function toAddress(number: bigint, size: 4 | 16): string {
  const bytes = Buffer.from(number.toString(16).padStart(size * 2, '0'), 'hex')
  return ipaddr.fromByteArray([...bytes]).toString()
}
