import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRedirect, type OutboundRequest, redirected } from './redirects.ts'

const get: OutboundRequest = {
  url: 'https://a.example/dir/spec?x=1',
  method: 'GET',
  headers: {
    accept: '*/*',
    'accept-language': 'en',
    'user-agent': 'svc',
    authorization: 'Bearer secret',
    cookie: 'session=secret',
    'private-token': 'secret',
    'x-api-key': 'secret',
  },
  body: undefined,
}
const post: OutboundRequest = {
  ...get,
  method: 'POST',
  headers: { 'content-type': 'text/plain' },
  body: 'hello',
}

for (const status of [301, 302, 303, 307, 308]) {
  test(`${status} with a location is a redirect, without one an answer`, () => {
    assert.equal(isRedirect({ status, headers: { location: '/' } }), true)
    assert.equal(isRedirect({ status, headers: {} }), false)
  })
}

for (const status of [200, 201, 300, 304, 305, 306, 404, 500]) {
  test(`${status} is an answer even with a location`, () => {
    assert.equal(isRedirect({ status, headers: { location: '/' } }), false)
  })
}

for (const [location, url] of [
  ['other', 'https://a.example/dir/other'],
  ['/other', 'https://a.example/other'],
  ['?x=2', 'https://a.example/dir/spec?x=2'],
  ['//b.example/', 'https://b.example/'],
  ['http://b.example', 'http://b.example/'],
  ['\\\\127.0.0.1\\', 'https://127.0.0.1/'],
  ['file:///etc/passwd', 'file:///etc/passwd'],
] as const) {
  test(`the location ${location} leads to ${url}`, () => {
    assert.equal(redirected(get, answer(302, location)).url, url)
  })
}

for (const origin of [
  'https://b.example',
  'https://www.a.example',
  'https://a.example.',
  'http://a.example',
  'https://a.example:8443',
]) {
  test(`only harmless headers are forwarded to ${origin}`, () => {
    const { headers } = redirected(get, answer(307, `${origin}/`))
    assert.deepEqual(Object.keys(headers), ['accept', 'accept-language', 'user-agent'])
  })
}

test('all headers are kept within an origin, but not restored when returning to it', () => {
  assert.deepEqual(redirected(get, answer(302, 'https://a.example:443/')).headers, get.headers)
  const away = redirected(get, answer(302, 'https://b.example/'))
  const back = redirected(away, answer(302, 'https://a.example/'))
  assert.equal(back.headers.authorization, undefined)
})

for (const [status, method, expected] of [
  [301, 'POST', 'GET'],
  [302, 'POST', 'GET'],
  [303, 'POST', 'GET'],
  [303, 'PUT', 'GET'],
  [301, 'PUT', 'PUT'],
  [307, 'POST', 'POST'],
  [308, 'POST', 'POST'],
] as const) {
  test(`${status} turns ${method} into ${expected}`, () => {
    const next = redirected({ ...post, method }, answer(status, '/'))
    assert.equal(next.method, expected)
    assert.equal(next.body, expected === 'GET' ? undefined : 'hello')
    assert.equal(next.headers['content-type'], expected === 'GET' ? undefined : 'text/plain')
  })
}

test('HEAD stays HEAD', () => {
  assert.equal(redirected({ ...get, method: 'HEAD' }, answer(303, '/')).method, 'HEAD')
})

test('a body is not sent to another origin', () => {
  assert.throws(() => redirected(post, answer(307, 'https://b.example/')), {
    name: 'UpstreamError',
    reason: 'redirect',
    message: 'The host "a.example" redirects a request body to another host.',
  })
})

test('a location that is not a URL is an upstream failure', () => {
  assert.throws(() => redirected(get, answer(302, 'http://[::1')), {
    name: 'UpstreamError',
    reason: 'redirect',
  })
})

function answer(status: number, location: string) {
  return { status, headers: { location }, body: Buffer.alloc(0) }
}
