import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Contract, serving } from '../testing/contract-server.ts'
import { startHttp } from '../testing/servers.ts'
import { canary, placeOf, testFailures } from '../testing/upstream-failures.ts'
import { rollbar } from './rollbar.ts'

const headers = { 'x-rollbar-access-token': canary }
const now = Math.floor(Date.now() / 1_000)

const item = (n: number) => ({
  id: 1_000 + n,
  counter: n,
  project_id: 77,
  title: `TimeoutError ${n}`,
  level: 'critical',
  status: 'active',
  environment: 'production',
  last_occurrence_timestamp: 1_763_200_000 - n,
  total_occurrences: 9_999,
})

const items =
  (count: number, environment: string | null = null): Contract[string] =>
  (query) => {
    const [page, all] = [Number(query.get('page')), Array.from({ length: count }, (_, n) => item(n))]
    if (query.get('status') !== 'active' || query.get('environment') !== environment) return
    const found = all.slice((page - 1) * 100, page * 100)
    return { body: { err: 0, result: { page, total_count: count, items: found } } }
  }

const report =
  (result: unknown): Contract[string] =>
  () => ({ body: { err: 0, result } })

const whole = (count: number, rows: readonly object[]): Contract => ({
  '/api/1/items/': items(count),
  '/api/1/reports/top_active_items': report(rows),
  '/api/1/reports/occurrence_counts': report([
    [now - 90_000, 1_000],
    [now - 3_600, 5],
    [now - 60, 7],
  ]),
})

async function asked(t: TestContext, contract: Contract, projectRef: string | null = null) {
  const server = await startHttp(t, serving(contract, headers))
  const found = await rollbar.ask(placeOf(t, server.port), { token: canary }, projectRef)
  return { found, paths: server.requests.map(({ url }) => url?.split('?')[0]) }
}

testFailures({
  who: 'Rollbar',
  ask: (place) => rollbar.ask(place, { token: canary }, 'checkout'),
  works: serving(whole(2, []), headers),
})

test('Rollbar: active items, how often each in 24 hours, and the totals', async (t) => {
  const { found } = await asked(t, whole(3, [{ id: 1_001, counter: 1, occurrences: 8 }]))
  assert.deepEqual([found.totalOpen, found.totalEvents24h], [3, 12])
  assert.deepEqual(found.issues[0], {
    id: '1001',
    title: 'TimeoutError 1',
    level: 'critical',
    count24h: 8,
    lastSeenAt: '2025-11-15T09:46:39.000Z',
    url: 'https://rollbar.com/project/77/item/1/',
  })
  assert.deepEqual(
    found.issues.map(({ id, count24h }) => [id, count24h]),
    [
      ['1001', 8],
      ['1000', null],
      ['1002', null],
    ],
  )
})

test('Rollbar: counts by the hour are added up', async (t) => {
  const rows = [{ item: { id: 1_002, counter: 2 }, counts: [1, 2, 3, ...Array(21).fill(0)] }]
  assert.equal((await asked(t, whole(3, rows))).found.issues[0]?.count24h, 6)
})

test('Rollbar: a project without items has none', async (t) => {
  const { found } = await asked(t, whole(0, []))
  assert.deepEqual([found.totalOpen, found.issues], [0, []])
})

test('Rollbar: pages are read until the most active items are found, and the top 25 kept', async (t) => {
  const { found, paths } = await asked(t, whole(350, [{ id: 1_150, occurrences: 4 }]))
  assert.equal(found.issues.length, 25)
  assert.deepEqual([found.issues[0]?.id, found.totalOpen], ['1150', 350])
  assert.equal(paths.filter((path) => path === '/api/1/items/').length, 2)
  const { paths: all } = await asked(t, whole(990, [{ id: 7, occurrences: 4 }]))
  assert.equal(all.filter((path) => path === '/api/1/items/').length, 3, 'and no further')
})

test('Rollbar: the environment is the part after the slash', async (t) => {
  const contract = { ...whole(1, []), '/api/1/items/': items(1, 'staging') }
  assert.equal((await asked(t, contract, 'checkout/staging')).found.totalOpen, 1)
  await assert.rejects(asked(t, contract, 'checkout'), { reason: 'refused' })
})

test('Rollbar: reports that may not be read leave figures out', async (t) => {
  const { found } = await asked(t, { '/api/1/items/': items(1) })
  assert.deepEqual([found.totalOpen, found.totalEvents24h, found.issues[0]?.count24h], [1, null, null])
})

test('Rollbar: an error reported only in the body is an error', async (t) => {
  const contract: Contract = {
    '/api/1/items/': () => ({ body: { err: 1, message: 'x', result: { items: [] } } }),
  }
  await assert.rejects(asked(t, contract), { reason: 'status', message: /error in the body \(err 1\)/ })
})
