import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowedAddress, isAllowedHost, parseAllowList } from './allow-list.ts'

const hostCases = [
  { allow: 'git.internal', url: 'http://git.internal/', isAllowed: true },
  { allow: 'git.internal', url: 'https://git.internal:8443/', isAllowed: true },
  { allow: 'Git.Internal.', url: 'http://git.internal/', isAllowed: true },
  { allow: 'git.internal', url: 'http://git.internal./', isAllowed: true },
  { allow: 'git.internal', url: 'http://www.git.internal/', isAllowed: false },
  { allow: 'git.internal', url: 'http://git.internal.example/', isAllowed: false },
  { allow: 'git.internal', url: 'http://internal/', isAllowed: false },
  { allow: 'git.internal', url: 'http://git/', isAllowed: false },
  { allow: 'git.internal:8080', url: 'http://git.internal:8080/', isAllowed: true },
  { allow: 'git.internal:8080', url: 'http://git.internal/', isAllowed: false },
  { allow: 'git.internal:8080', url: 'http://git.internal:8081/', isAllowed: false },
  { allow: 'git.internal:80', url: 'http://git.internal/', isAllowed: true },
  { allow: 'git.internal:80', url: 'https://git.internal/', isAllowed: false },
  { allow: 'git.internal:443', url: 'https://git.internal/', isAllowed: true },
  { allow: '10.0.0.5', url: 'http://10.0.0.5/', isAllowed: true },
  { allow: '10.0.0.5:9090', url: 'http://10.0.0.5:9090/', isAllowed: true },
  { allow: '127.0.0.1', url: 'http://2130706433/', isAllowed: true },
  { allow: '127.0.0.1', url: 'http://[::ffff:127.0.0.1]/', isAllowed: false },
  { allow: '::1', url: 'http://[0:0::1]/', isAllowed: true },
  { allow: '[::1]:8080', url: 'http://[::1]:8080/', isAllowed: true },
  { allow: '[::1]:8080', url: 'http://[::1]/', isAllowed: false },
  { allow: '10.0.0.0/8', url: 'http://10.0.0.5/', isAllowed: false },
  { allow: 'bücher.example', url: 'http://xn--bcher-kva.example/', isAllowed: true },
]

for (const { allow, url, isAllowed } of hostCases) {
  test(`"${allow}" ${isAllowed ? 'allows' : 'does not allow'} the host of ${url}`, () => {
    assert.equal(isAllowedHost(parseAllowList([allow]), new URL(url)), isAllowed)
  })
}

const addressCases = [
  { allow: '10.0.0.0/8', address: '10.255.255.255', isAllowed: true },
  { allow: '10.0.0.0/8', address: '11.0.0.0', isAllowed: false },
  { allow: '10.1.2.3/32', address: '10.1.2.3', isAllowed: true },
  { allow: '10.1.2.3/32', address: '10.1.2.4', isAllowed: false },
  { allow: 'fd12::/16', address: 'fd12::1', isAllowed: true },
  { allow: 'fd12::/16', address: 'fd13::1', isAllowed: false },
  { allow: '127.0.0.0/8', address: '::ffff:127.0.0.1', isAllowed: false },
  { allow: '0.0.0.0/0', address: '::1', isAllowed: false },
  { allow: '10.0.0.0/8', address: 'git.internal', isAllowed: false },
  { allow: '10.0.0.5', address: '10.0.0.5', isAllowed: false },
]

for (const { allow, address, isAllowed } of addressCases) {
  test(`"${allow}" ${isAllowed ? 'allows' : 'does not allow'} a name that leads to ${address}`, () => {
    assert.equal(isAllowedAddress(parseAllowList([allow]), address), isAllowed)
  })
}

for (const entry of [
  '',
  ' ',
  '*',
  '*.internal',
  'http://git.internal',
  'git.internal/path',
  'user@git.internal',
  'git.internal:0',
  'git.internal:65536',
  'git.internal:http',
  '[::1',
  '10/8',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '0x0a.0.0.0/8',
  'fd00::/129',
]) {
  test(`"${entry}" is refused as a configuration error`, () => {
    assert.throws(() => parseAllowList([entry]), {
      name: 'TypeError',
      message: new RegExp(`^"${RegExp.escape(entry)}"`),
    })
  })
}
