import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { baseOf } from './endpoint.ts'

const bases = {
  'https://svc.example.com': 'https://svc.example.com',
  'https://svc.example.com/': 'https://svc.example.com',
  'https://svc.example.com/v1': 'https://svc.example.com',
  'https://svc.example.com/v1/': 'https://svc.example.com',
  'HTTP://LOCALHOST:8080': 'http://localhost:8080',
  'https://example.com:443/tools/svc/': 'https://example.com/tools/svc',
  'https://example.com/tools/svc//v1//': 'https://example.com/tools/svc',
  'https://example.com/apiv1': 'https://example.com/apiv1',
  'https://example.com/v1/svc': 'https://example.com/v1/svc',
}

for (const [given, base] of Object.entries(bases)) {
  test(`${given} is ${base}`, () => assert.equal(baseOf(given), base))
}

test('slashes and a version at the end make no difference', () => {
  const path = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 3 })
  const ending = fc.constantFrom('', '/', '//', '/v1', '/v1/', '/v1//')
  fc.assert(
    fc.property(path, ending, (parts, end) => {
      const bare = ['https://svc.example.com', ...parts].join('/')
      assert.equal(baseOf(bare + end), bare)
    }),
  )
})

for (const wrong of [
  '',
  'svc.example.com',
  'localhost:8080',
  'ftp://svc.example.com',
  '/v1',
  'svc_pat_live_x',
]) {
  test(`“${wrong}” is refused, and not repeated`, () =>
    assert.throws(() => baseOf(wrong), {
      name: 'TypeError',
      message: 'The endpoint is not an http or https URL; it must be a URL such as https://svc.example.com.',
    }))
}

test('an endpoint with a user name, password, query or fragment is rejected', () => {
  assert.throws(
    () => baseOf('https://ada:geheim@svc.example.com'),
    /^TypeError: The endpoint contains a user/,
  )
  assert.throws(() => baseOf('https://svc.example.com?a=b'), /contains a query/)
  assert.throws(() => baseOf('https://svc.example.com#a'), /contains a query/)
})
