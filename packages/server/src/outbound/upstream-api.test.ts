import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestedWaitMs } from './requested-wait.ts'
import { countAt, listAt, textAt, timeAt } from './json-value.ts'
import { startHttp } from './testing/servers.ts'
import { canary, placeOf, testFailures } from './testing/upstream-failures.ts'
import { createUpstreamApi, segment } from './upstream-api.ts'

testFailures({
  who: 'Acme',
  ask: async (place) => {
    const headers = { authorization: `Bearer ${canary}` }
    const { value } = await createUpstreamApi({ who: 'Acme', subject: 'thing', headers, ...place }).get(
      '/things',
    )
    return listAt('Acme', value, 'things')
  },
  works: (_, response) =>
    response.writeHead(200, { 'content-type': 'application/vnd.acme+json;version=2' }).end('{"things":[1]}'),
})

test('a query repeats its lists and is encoded', async (t) => {
  const server = await startHttp(t, (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('null'),
  )
  const api = createUpstreamApi({ who: 'Acme', subject: 'thing', headers: {}, ...placeOf(t, server.port) })
  await api.get('/a', { 'ids[]': ['1', 'a&b'], at: '2026-01-01T00:00:00+01:00', flat: true })
  assert.equal(
    server.requests[0]?.url,
    '/a?ids%5B%5D=1&ids%5B%5D=a%26b&at=2026-01-01T00%3A00%3A00%2B01%3A00&flat=true',
  )
})

test('a cancelled request does not wait any longer', async (t) => {
  const server = await startHttp(t, (_, response) => response.writeHead(429, { 'retry-after': '9' }).end())
  const stop = new AbortController()
  const options = {
    who: 'Acme',
    subject: 'thing',
    headers: {},
    ...placeOf(t, server.port),
    signal: stop.signal,
  }
  const asked = createUpstreamApi(options).get('/')
  setTimeout(() => stop.abort(), 100)
  const startedAt = performance.now()
  await assert.rejects(asked, { reason: 'aborted', message: 'The request to Acme was cancelled.' })
  assert.ok(performance.now() - startedAt < 8_000, 'it does not wait for what the upstream asked for')
})

test('each provider’s own header says how long to wait', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  const cases: readonly (readonly [Record<string, string>, number | undefined])[] = [
    [{}, undefined],
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': 'Sun, 15 Nov 2026 12:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Sun, 15 Nov 2026 11:00:00 GMT' }, 0],
    [{ 'retry-after': 'soon', 'ratelimit-reset': '4' }, 4_000],
    [{ 'retry-after': '-5' }, undefined],
    [{ 'retry-after': '1e3x' }, undefined],
    [{ 'ratelimit-reset': '-4' }, undefined],
    [{ 'x-ratelimit-period-in-sec': '60' }, 60_000],
    [{ 'x-sentry-rate-limit-reset': String(now / 1_000 + 5) }, 5_000],
  ]
  for (const [headers, expected] of cases)
    assert.equal(requestedWaitMs(headers, now), expected, JSON.stringify(headers))
})

test('a part of a path stays one part', () => {
  assert.equal(segment('a/b?c'), 'a%2Fb%3Fc')
  for (const text of ['', '.', '..']) assert.throws(() => segment(text), /not a valid name/)
})

test('values read from elsewhere can be stored', () => {
  const value = { name: ' A\0da ', blank: ' ', long: 'x'.repeat(500), count: '12', when: 1_700_000_000 }
  assert.equal(textAt(value, 'name'), 'Ada')
  assert.equal(textAt(value, 'blank'), null)
  assert.equal(textAt(value, 'long')?.length, 200)
  assert.equal(textAt(value, 'toString'), null)
  assert.equal(countAt(value, 'count'), 12)
  assert.equal(countAt({ count: -1 }, 'count'), null)
  assert.equal(timeAt(value, 'when'), '2023-11-14T22:13:20.000Z')
  assert.equal(timeAt({ when: '2026-03-01T09:00:00+01:00' }, 'when'), '2026-03-01T08:00:00.000Z')
  for (const when of ['soon', 1e20, null, '+275760-01-01T00:00:00Z'])
    assert.equal(timeAt({ when }, 'when'), null)
})
