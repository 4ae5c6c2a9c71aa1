import assert from 'node:assert/strict'
import dns from 'node:dns'
import { test } from 'node:test'
import { parseAllowList } from './allow-list.ts'
import { ForbiddenAddressError } from './errors.ts'
import { type Lookup, resolveTarget } from './resolve.ts'
import { lookupOf } from './testing/servers.ts'

const { signal } = new AbortController()

for (const addresses of [
  ['127.0.0.1'],
  ['10.0.0.1'],
  ['169.254.169.254'],
  ['fd00:ec2::254'],
  ['::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:8.8.8.8'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::'],
  ['2001:0:7f00:1::'],
  ['fe80::1%eth0'],
  ['8.8.8.8', '10.0.0.1'],
  ['10.0.0.1', '8.8.8.8'],
  ['2606:4700:4700::1111', '8.8.8.8', '::1'],
  ['8.8.8.8', 'not an address'],
]) {
  test(`a name that resolves to ${addresses.join(' and ')} is refused`, async () => {
    const lookup = lookupOf({ 'rebind.example': addresses })
    await assert.rejects(resolve('http://rebind.example/', { lookup }), {
      name: 'ForbiddenAddressError',
      message:
        /^The host "rebind\.example" resolves to an address that may not be fetched \(.+\); only public .+ can be\.$/,
    })
  })
}

test('the refusal of a name does not reveal its internal address', async () => {
  const lookup = lookupOf({ 'db.internal': ['10.1.2.3'] })
  await assert.rejects(
    resolve('http://db.internal/', { lookup }),
    ({ message }) => !message.includes('10.1.2.3'),
  )
})

test('all public addresses are returned, after one lookup', async () => {
  const lookup = lookupOf({ 'example.com': ['8.8.8.8', '2606:4700:4700::1111'] })
  assert.deepEqual(await resolve('https://example.com/', { lookup }), [
    { address: '8.8.8.8', family: 4 },
    { address: '2606:4700:4700::1111', family: 6 },
  ])
  assert.deepEqual(lookup.asked, ['example.com'])
})

test('a literal is not looked up', async () => {
  const lookup = lookupOf({})
  assert.deepEqual(await resolve('http://8.8.8.8/', { lookup }), [{ address: '8.8.8.8', family: 4 }])
  assert.deepEqual(await resolve('http://[2003::1]/', { lookup }), [{ address: '2003::1', family: 6 }])
  assert.deepEqual(lookup.asked, [])
})

test('the system resolver is used in the same way', async () => {
  await assert.rejects(resolve('http://localhost/', { lookup: dns.lookup }), ForbiddenAddressError)
})

test('an allowed range lets a name in when all its addresses are public or in the range', async () => {
  const lookup = lookupOf({
    'a.internal': ['10.0.0.1', '8.8.8.8'],
    'b.internal': ['10.0.0.1', '192.168.0.1'],
  })
  const allow = ['10.0.0.0/8']
  assert.equal((await resolve('http://a.internal/', { lookup, allow })).length, 2)
  await assert.rejects(resolve('http://b.internal/', { lookup, allow }), ForbiddenAddressError)
})

test('an allowed host may resolve to anything, on the port that is allowed', async () => {
  const lookup = lookupOf({ 'a.internal': ['10.0.0.1'] })
  const allow = ['a.internal:8080']
  assert.equal((await resolve('http://a.internal:8080/', { lookup, allow })).length, 1)
  await assert.rejects(resolve('http://a.internal/', { lookup, allow }), ForbiddenAddressError)
})

test('an allowed literal does not let in a name that leads to it', async () => {
  const lookup = lookupOf({ 'rebind.example': ['10.0.0.5'] })
  await assert.rejects(
    resolve('http://rebind.example/', { lookup, allow: ['10.0.0.5'] }),
    ForbiddenAddressError,
  )
})

for (const [about, lookup] of [
  ['unknown', lookupOf({})],
  ['without addresses', lookupOf({ 'nowhere.example': [] })],
] as const) {
  test(`a name that is ${about} is an upstream failure`, async () => {
    await assert.rejects(resolve('http://nowhere.example/', { lookup }), {
      name: 'UpstreamError',
      reason: 'name',
      message: 'The host "nowhere.example" does not resolve to an address.',
    })
  })
}

interface Options {
  readonly lookup: Lookup
  readonly allow?: readonly string[]
}

function resolve(url: string, { lookup, allow = [] }: Options) {
  return resolveTarget(new URL(url), { lookup, allow: parseAllowList(allow), signal })
}
