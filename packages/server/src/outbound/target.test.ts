import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseAllowList } from './allow-list.ts'
import { ForbiddenAddressError } from './errors.ts'
import { parseTarget } from './target.ts'

const nothing = parseAllowList([])

for (const url of [
  'http://127.0.0.1/',
  'https://127.0.0.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://127.1/',
  'http://0177.0.0.1/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://127。0。0。1/',
  'http://127．0．0．1/',
  'http://127｡0｡0｡1/',
  'http://①②⑦.0.0.1/',
  'http://%31%32%37.0.0.1/',
  'http://0/',
  'http:127.0.0.1',
  'http:///127.0.0.1/',
  'http:\\\\127.0.0.1\\',
  ' http://127.0.0.1/ ',
  'ht\ntp://127.0.\t0.1/',
  'HTTP://127.0.0.1/',
  'http://127.0.0.1:80/',
  'http://127.0.0.1:443/',
  'http://[::1]/',
  'http://[::]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://[fd00:ec2::254]/latest/meta-data/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[ff02::1]/',
  'http://localhost/',
  'http://localhost./',
  'https://LOCALHOST/',
  'http://anything.localhost/',
]) {
  test(`a literal that is not public is refused: ${JSON.stringify(url)}`, () => {
    refuses(url, /^The address "\S+" may not be fetched \(.+\); only public addresses .+ can be\.$/)
  })
}

test('every way to write a private address is refused', () => {
  const privateAddress = fc.integer({ min: 0, max: 0xffffff }).map((low) => 10 * 2 ** 24 + low)
  fc.assert(
    fc.property(privateAddress, (number) => {
      const parts = [24, 16, 8, 0].map((shift) => (number >>> shift) & 0xff)
      const hosts = [
        number.toString(),
        `0x${number.toString(16)}`,
        `0${number.toString(8)}`,
        parts.map((part) => `0x${part.toString(16)}`).join('.'),
        parts.map((part) => `0${part.toString(8)}`).join('.'),
        `${parts[0]}.${number & 0xffffff}`,
        `${parts[0]}.${parts[1]}.${number & 0xffff}`,
        parts.join('。'),
        `[::ffff:${parts.join('.')}]`,
      ]
      for (const host of hosts) refuses(`http://${host}/`, /may not be fetched/)
    }),
  )
})

for (const url of [
  'file:///etc/passwd',
  'ftp://example.com/spec.yaml',
  'data:text/plain,hello',
  'gopher://example.com/',
  'javascript:alert(1)',
  'ws://example.com/',
  'unix:/run/docker.sock',
  'blob:http://example.com/1',
]) {
  const scheme = url.slice(0, url.indexOf(':'))
  test(`the scheme of ${url} is refused`, () => {
    refuses(url, `The scheme "${scheme}" may not be fetched; only http and https are allowed.`)
  })
}

for (const url of [
  '',
  'example.com',
  '/spec.yaml',
  '//example.com/',
  'http://',
  'http://1.2.3.4.5/',
  'http://[::1',
  'http://a b/',
  'http://[fe80::1%25eth0]/',
  'http://example.com:65536/',
]) {
  test(`"${url}" is refused as not a URL`, () => {
    refuses(url, 'The URL is not valid; only absolute http and https URLs are allowed.')
  })
}

for (const url of [
  'http://user@example.com/',
  'http://user:secret@example.com/',
  'http://:secret@example.com/',
  'https://example.com@127.0.0.1/',
  'https://127.0.0.1@example.com/',
  'https://example.com%40@127.0.0.1/',
]) {
  test(`credentials are refused and not repeated: ${url}`, () => {
    refuses(
      url,
      /^The URL of "(example\.com|127\.0\.0\.1)" carries a user name or password; only URLs without credentials are allowed\.$/,
    )
  })
}

test('credentials are refused for an allowed host too', () => {
  const allow = parseAllowList(['example.com'])
  assert.throws(() => parseTarget('http://user:secret@example.com/', allow), ForbiddenAddressError)
})

test('a backslash ends the host, so the trap behind it is a path', () => {
  const { hostname, pathname } = parseTarget('https://example.com\\@127.0.0.1/', nothing)
  assert.deepEqual([hostname, pathname], ['example.com', '/@127.0.0.1/'])
})

for (const port of [0, 1, 21, 22, 25, 81, 444, 3000, 6379, 8080, 8443, 65535]) {
  test(`port ${port} is refused`, () => {
    refuses(
      `http://example.com:${port}/`,
      `Port ${port} of "example.com" may not be fetched; only ports 80 and 443 and those the operator allows can be.`,
    )
  })
}

for (const url of [
  'http://example.com/',
  'https://example.com/',
  'http://example.com:443/',
  'https://example.com:80/',
]) {
  test(`the web ports are allowed: ${url}`, () =>
    assert.equal(parseTarget(url, nothing).hostname, 'example.com'))
}

const allowed = [
  { allow: 'example.com', url: 'http://example.com:8080/', isOpen: true },
  { allow: 'example.com:8080', url: 'http://example.com:8080/', isOpen: true },
  { allow: 'example.com:8080', url: 'http://example.com:8081/', isOpen: false },
  { allow: '127.0.0.1', url: 'http://127.0.0.1/', isOpen: true },
  { allow: '127.0.0.1:8080', url: 'http://127.1:8080/', isOpen: true },
  { allow: '127.0.0.1:8080', url: 'http://127.0.0.1/', isOpen: false },
  { allow: '127.0.0.1', url: 'http://[::ffff:127.0.0.1]/', isOpen: false },
  { allow: '127.0.0.0/8', url: 'http://127.0.0.1/', isOpen: true },
  { allow: '127.0.0.0/8', url: 'http://127.0.0.1:8080/', isOpen: false },
  { allow: '127.0.0.0/8', url: 'http://localhost/', isOpen: true },
  { allow: 'localhost:8080', url: 'http://localhost.:8080/', isOpen: true },
  { allow: 'localhost:8080', url: 'http://localhost/', isOpen: false },
  { allow: '127.0.0.0/8', url: 'http://[::ffff:127.0.0.1]/', isOpen: false },
  { allow: 'example.com', url: 'file://example.com/etc/passwd', isOpen: false },
]

for (const { allow, url, isOpen } of allowed) {
  test(`with "${allow}" allowed, ${url} is ${isOpen ? 'open' : 'refused'}`, () => {
    const parse = () => parseTarget(url, parseAllowList([allow]))
    if (isOpen) assert.doesNotThrow(parse)
    else assert.throws(parse, ForbiddenAddressError)
  })
}

function refuses(url: string, message: string | RegExp): void {
  assert.throws(() => parseTarget(url, nothing), { name: 'ForbiddenAddressError', message })
}
