import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { type TestContext, test } from 'node:test'
import { serving } from '../testing/contract-server.ts'
import { startHttp } from '../testing/servers.ts'
import { canary, placeOf, testFailures } from '../testing/upstream-failures.ts'
import { bugsnag } from './bugsnag.ts'

const headers = { authorization: `token ${canary}`, 'x-version': '2' }
const projectId = '515fb9337c1074f6fd000001'

const error = (n: number, events = 1) => ({
  id: `e${n}`,
  error_class: 'NoMethodError',
  message: `undefined method x${n}`,
  severity: 'warning',
  status: 'open',
  events,
  last_seen: '2026-11-15T10:00:00.000Z',
  url: `https://api.bugsnag.com/projects/${projectId}/errors/e${n}`,
})

interface World {
  readonly errors: readonly object[]
  readonly totalOpen?: number
  readonly project?: object | undefined
  /** Where links lead, if not to the server itself. */
  readonly elsewhere?: string
}

/** Pages as documented: a full link to the next page, until the last. */
const upstream =
  ({ errors, totalOpen = 50, project, elsewhere }: World): RequestListener =>
  (request, response) => {
    const base = elsewhere ?? `http://${request.headers.host}`
    const path = `/projects/${projectId}`
    const list = (query: URLSearchParams) => {
      if (query.get('filters[error.status][][value]') !== 'open') return undefined
      const size = Number(query.get('per_page'))
      if (size > 100) return undefined
      const start = Number(query.get('offset') ?? 0)
      const next = new URLSearchParams(query)
      next.set('offset', String(start + size))
      const isRecent = query.get('filters[event.since][][value]') === '24h'
      const link =
        isRecent && start + size < errors.length
          ? { link: `<${base}${path}/errors?${next}>; rel="next"` }
          : {}
      return {
        body: errors.slice(start, start + size),
        headers: { ...link, 'x-total-count': String(totalOpen) },
      }
    }
    const contract = {
      [`${path}/errors`]: list,
      ...(project && { [path]: () => ({ body: project }) }),
    }
    serving(contract, headers)(request, response)
  }

async function asked(t: TestContext, world: World) {
  const server = await startHttp(t, upstream(world))
  const found = await bugsnag.ask(placeOf(t, server.port), { token: canary }, projectId)
  return { found, server }
}

testFailures({
  who: 'Bugsnag',
  ask: (place) => bugsnag.ask(place, { token: canary }, projectId),
  works: upstream({ errors: [error(1)] }),
})

test('Bugsnag: open errors, how often each in 24 hours, and the totals', async (t) => {
  const project = { id: projectId, html_url: 'https://app.bugsnag.com/acme/checkout' }
  const { found } = await asked(t, { errors: [error(1, 5), error(2, 9)], project })
  assert.deepEqual([found.totalOpen, found.totalEvents24h], [50, 14])
  assert.deepEqual(found.issues[0], {
    id: 'e2',
    title: 'NoMethodError: undefined method x2',
    level: 'warning',
    count24h: 9,
    lastSeenAt: '2026-11-15T10:00:00.000Z',
    url: 'https://app.bugsnag.com/acme/checkout/errors/e2',
  })
})

test('Bugsnag: a project without errors has none', async (t) => {
  const { found } = await asked(t, { errors: [], totalOpen: 0 })
  assert.deepEqual(found, { totalOpen: 0, totalEvents24h: 0, issues: [] })
})

test('Bugsnag: pages are followed as the links say, and the top 25 kept', async (t) => {
  const errors = Array.from({ length: 250 }, (_, n) => error(n, 2))
  const { found, server } = await asked(t, { errors })
  assert.deepEqual([found.issues.length, found.totalEvents24h], [25, 500])
  assert.equal(server.requests.filter(({ url }) => url?.includes('24h')).length, 3)
})

test('Bugsnag: with too many pages there is no total, rather than one that is too small', async (t) => {
  const errors = Array.from({ length: 1_200 }, (_, n) => error(n, 2))
  const { found } = await asked(t, { errors })
  assert.deepEqual([found.issues.length, found.totalEvents24h], [25, null])
})

test('Bugsnag: a link to another host is not followed with the token', async (t) => {
  const thief = await startHttp(t, (_, response) => response.end('[]'))
  const errors = Array.from({ length: 150 }, (_, n) => error(n))
  const { found } = await asked(t, { errors, elsewhere: `http://127.0.0.1:${thief.port}` })
  assert.equal(thief.requests.length, 0)
  assert.equal(found.totalEvents24h, null)
})

test('Bugsnag: without the project’s page there are no links for people', async (t) => {
  for (const project of [undefined, {}, { html_url: 'javascript:alert(1)' }])
    assert.equal((await asked(t, { errors: [error(1)], project })).found.issues[0]?.url, null)
})

test('Bugsnag: a list of half a million is refused, with one sentence', async (t) => {
  const server = await startHttp(t, (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(Array.from({ length: 500_000 }, () => 1))),
  )
  await assert.rejects(bugsnag.ask(placeOf(t, server.port), { token: canary }, projectId), {
    name: 'UpstreamError',
    reason: 'content',
    message: 'Bugsnag does not answer as its API is documented: a list has 500000 entries.',
  })
})
