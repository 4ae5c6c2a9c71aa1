import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPublicUrl, withoutPrefix } from './public-url.ts'

test('a public URL is an origin, perhaps with a path', () => {
  assert.deepEqual(readPublicUrl('https://svc.example.com'), {
    url: 'https://svc.example.com',
    origin: 'https://svc.example.com',
    path: '',
    isSecure: true,
  })
  assert.deepEqual(readPublicUrl('http://[2001:db8::1]:8443/tools/svc/'), {
    url: 'http://[2001:db8::1]:8443/tools/svc',
    origin: 'http://[2001:db8::1]:8443',
    path: '/tools/svc',
    isSecure: false,
  })
  assert.equal(readPublicUrl('HTTPS://Svc.Example.com:443/').url, 'https://svc.example.com')
})

const wrong: readonly (readonly [text: string, reason: RegExp])[] = [
  ['svc.example.com', /start with http/],
  ['//svc.example.com', /start with http/],
  ['ftp://svc.example.com', /start with http/],
  ['javascript:alert(1)', /start with http/],
  ['https://', /not a valid URL/],
  ['https://a b', /not a valid URL/],
  ['https://svc.example.com/a b', /not a valid URL/],
  ['https:\\\\svc.example.com', /start with http/],
  ['https://ada:hush@svc.example.com', /user name or password/],
  ['https://ada@svc.example.com', /user name or password/],
  ['https://svc.example.com/?a=b', /\? or #/],
  ['https://svc.example.com/?', /\? or #/],
  ['https://svc.example.com/#x', /\? or #/],
  ['https://svc.example.com/"><script>', /its path/],
  ['https://svc.example.com/a;b', /its path/],
  ['https://svc.example.com/a//b', /its path/],
  ['https://svc.example.com/v1', /\/v1, which svc itself uses/],
  ['https://svc.example.com/docs/svc', /\/docs, which svc itself uses/],
]

for (const [text, reason] of wrong) {
  test(`${text} is not a public URL`, () => {
    assert.throws(() => readPublicUrl(text), reason)
  })
}

test('an address is the same with the prefix and without it', () => {
  for (const [asked, meant] of [
    ['/svc', '/'],
    ['/svc/', '/'],
    ['/svc?a=/svc', '/?a=/svc'],
    ['/svc/v1/teams?limit=1', '/v1/teams?limit=1'],
    ['/v1/teams', '/v1/teams'],
    ['/svcs/x', '/svcs/x'],
    ['/', '/'],
    ['/svc/svc/x', '/svc/x'],
  ] as const)
    assert.equal(withoutPrefix('/svc', asked), meant, asked)
})
