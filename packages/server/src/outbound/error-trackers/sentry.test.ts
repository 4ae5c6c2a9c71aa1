import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Contract, serving } from '../testing/contract-server.ts'
import { startHttp } from '../testing/servers.ts'
import { canary, placeOf, testFailures } from '../testing/upstream-failures.ts'
import { sentry } from './sentry.ts'

const headers = { authorization: `Bearer ${canary}` }
const issuesPath = '/api/0/organizations/acme/issues/'
const statsPath = '/api/0/projects/acme/checkout/stats/'

const issue = (n: number, perHour = 1) => ({
  id: String(n),
  shortId: `CHECKOUT-${n}`,
  title: `TypeError ${n}`,
  level: 'error',
  count: '1234',
  lastSeen: '2026-11-15T11:59:58.123456Z',
  permalink: `https://acme.sentry.io/issues/${n}/`,
  stats: { '24h': Array.from({ length: 24 }, (_, hour) => [1_763_200_000 + hour * 3_600, perHour]) },
})

/** The list of issues, in pages of the server's own maximum size. */
const issues =
  (all: readonly object[], pageSize = 100): Contract[string] =>
  (query) => {
    if (query.get('project') !== 'checkout' || query.get('query') !== 'is:unresolved') return
    const [start, limit] = [Number(query.get('cursor') ?? 0), Number(query.get('limit'))]
    const end = start + Math.min(limit, pageSize)
    const link = (rel: string, cursor: number, results: boolean) =>
      `<https://sentry.test${issuesPath}?cursor=${cursor}>; rel="${rel}"; results="${results}"; cursor="${cursor}"`
    return {
      body: all.slice(start, end),
      headers: {
        link: [link('previous', 0, start > 0), link('next', end, end < all.length)].join(', '),
        'x-hits': String(all.length + 40),
        'x-max-hits': '1000',
      },
    }
  }

const stats: Contract[string] = (query) =>
  query.get('stat') === 'received' && query.get('resolution') === '1h'
    ? {
        body: [
          [1_763_200_000, 30],
          [1_763_203_600, 12],
        ],
      }
    : undefined

async function asked(t: TestContext, contract: Contract) {
  const server = await startHttp(t, serving(contract, headers))
  return sentry.ask(placeOf(t, server.port), { token: canary }, 'acme/checkout')
}

testFailures({
  who: 'Sentry',
  ask: (place) => sentry.ask(place, { token: canary }, 'acme/checkout'),
  works: serving({ [issuesPath]: issues([issue(1)]), [statsPath]: stats }, headers),
})

test('Sentry: open issues, how often each in 24 hours, and the totals', async (t) => {
  const found = await asked(t, { [issuesPath]: issues([issue(1), issue(2, 3)]), [statsPath]: stats })
  assert.deepEqual([found.totalOpen, found.totalEvents24h], [42, 42])
  assert.deepEqual(found.issues, [
    {
      id: '2',
      title: 'TypeError 2',
      level: 'error',
      count24h: 72,
      lastSeenAt: '2026-11-15T11:59:58.123Z',
      url: 'https://acme.sentry.io/issues/2/',
    },
    {
      ...found.issues[0],
      id: '1',
      title: 'TypeError 1',
      count24h: 24,
      url: 'https://acme.sentry.io/issues/1/',
    },
  ])
})

test('Sentry: a project without issues has none', async (t) => {
  const found = await asked(t, { [issuesPath]: issues([]), [statsPath]: () => ({ body: [] }) })
  assert.deepEqual(found, { totalOpen: 40, totalEvents24h: 0, issues: [] })
})

test('Sentry: pages are followed until there are 25, and no further', async (t) => {
  const all = Array.from({ length: 60 }, (_, n) => issue(n))
  const { issues: found } = await asked(t, { [issuesPath]: issues(all, 10), [statsPath]: stats })
  assert.equal(found.length, 25)
  assert.equal(new Set(found.map(({ id }) => id)).size, 25)
})

test('Sentry: a token that may not read statistics, or a list without them, leaves figures out', async (t) => {
  const { stats: _, permalink, ...bare } = issue(1)
  const found = await asked(t, {
    [issuesPath]: () => ({ body: [{ ...bare, permalink: 'javascript:alert(1)' }, { title: 'no id' }] }),
    [statsPath]: () => ({ status: 403, body: {} }),
  })
  assert.deepEqual([found.totalOpen, found.totalEvents24h], [null, null])
  assert.deepEqual(
    found.issues.map(({ id, count24h, url }) => [id, count24h, url]),
    [['1', null, null]],
  )
  assert.ok(permalink)
})
