import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { useApp } from '@svc/server/testing'
import { createClient, type RetryNotice, type RetryOptions } from './index.ts'
import {
  abandoned,
  answer,
  type Behaviour,
  forwardTo,
  loseAnswerOf,
  reset,
  serve,
  serveSockets,
  silence,
} from './testing/loopback.ts'

const quick = { firstWaitMs: 4, longestWaitMs: 16 }
const limited = { code: 'rate_limited', message: 'Too many.', requestId: 'req_1' }
const unavailable = { code: 'unavailable', message: 'Not now.', requestId: 'req_1' }
const stillRunning = { code: 'idempotency_conflict', message: 'Still running.', requestId: 'req_1' }
const found = answer(200, { id: 'team_1', name: 'a' })

const app = useApp('sqlite')

async function startClient(t: TestContext, behaviours: readonly Behaviour[], retry: RetryOptions = {}) {
  const server = await serve(t, ...behaviours)
  const notices: RetryNotice[] = []
  const client = createClient({
    endpoint: server.url,
    token: 'svc_pat_test_x',
    timeoutMs: 60_000,
    retry: { ...quick, onRetry: (notice) => notices.push(notice), ...retry },
  })
  return { client, notices, requests: server.requests }
}

/** A client whose first requests go through a misbehaving proxy in front of a real server. */
async function startBehind(t: TestContext, ...mishaps: readonly ((target: string) => Behaviour)[]) {
  const { ownerToken, owner } = await app.organisation()
  const server = await serve(t, ...[...mishaps, forwardTo].map((mishap) => mishap(app.url)))
  const client = createClient({ endpoint: server.url, token: ownerToken, retry: quick })
  return { client, owner, requests: server.requests }
}

for (const [about, behaviour] of Object.entries({
  '429 of svc': answer(429, limited),
  '503 of svc': answer(503, unavailable),
  '429 of a proxy': answer(429, 'Slow down'),
  '503 of a proxy': answer(503, 'Nobody home'),
  '409 while the first one runs': answer(409, stillRunning),
})) {
  test(`${about}: every request gets another attempt`, async (t) => {
    const { client, notices, requests } = await startClient(t, [behaviour, behaviour, found])
    assert.equal((await client.team.read('team_1')).record.name, 'a')
    assert.deepEqual(
      notices.map(({ attempt, method, path }) => [attempt, method, path]),
      [
        [1, 'GET', '/teams/team_1'],
        [2, 'GET', '/teams/team_1'],
      ],
    )
    assert.equal(requests.length, 3)
  })

  test(`${about}: a PATCH without If-Match, too`, async (t) => {
    const { client, requests } = await startClient(t, [behaviour, found])
    await client.team.update('team_1', { name: 'a' })
    assert.equal(requests.length, 2)
  })
}

test('503 from svc with an unknown outcome: only what may be done twice is repeated', async (t) => {
  const open = answer(503, unavailable, { 'svc-outcome': 'unknown' })
  const created = await startClient(t, [open, found])
  await created.client.team.create({ name: 'a' })
  const [first, second] = created.requests.map(({ headers }) => headers['idempotency-key'])
  assert.ok(first !== undefined && first === second, 'a create is repeated with its key')
  const changed = await startClient(t, [open, found])
  await assert.rejects(changed.client.team.update('team_1', { name: 'a' }), { code: 'unavailable' })
  assert.equal(changed.requests.length, 1)
})

const losses = {
  '502 of a proxy': answer(502, 'Bad gateway'),
  '504 of a proxy': answer(504, 'Timed out'),
  'a lost connection': reset,
}

for (const [about, loss] of Object.entries(losses)) {
  test(`${about}: requests that are safe to repeat get another attempt`, async (t) => {
    const { client, requests } = await startClient(t, [loss, found])
    await client.team.read('team_1')
    assert.equal(requests.length, 2)
  })

  test(`${about}: a POST is sent again with the same key`, async (t) => {
    const { client, requests } = await startClient(t, [loss, loss, answer(201, { id: 'team_1' })])
    await client.team.create({ name: 'a' })
    const keys = requests.map(({ headers }) => headers['idempotency-key'])
    assert.match(String(keys[0]), /^[0-9a-f]{32}$/)
    assert.deepEqual(keys, [keys[0], keys[0], keys[0]])
    await client.team.create({ name: 'a' })
    assert.notEqual(requests.at(-1)?.headers['idempotency-key'], keys[0], 'another create has another key')
    await client.team.create({ name: 'a' }, { idempotencyKey: 'mine' })
    assert.equal(requests.at(-1)?.headers['idempotency-key'], 'mine')
  })

  test(`${about}: a PATCH without If-Match could undo another's, and is not repeated`, async (t) => {
    const { client, requests } = await startClient(t, [loss, found])
    await assert.rejects(
      client.team.update('team_1', { name: 'a' }),
      /UnexpectedAnswerError|UnreachableError/,
    )
    assert.equal(requests.length, 1)
    const guarded = await startClient(t, [loss, found])
    await guarded.client.team.update('team_1', { name: 'a' }, { ifMatch: '"1"' })
    assert.equal(guarded.requests.length, 2)
  })
}

test('a timeout counts as a lost answer', async (t) => {
  const server = await serve(t, silence, found)
  const client = createClient({ endpoint: server.url, token: 'x', timeoutMs: 50, retry: quick })
  assert.equal((await client.team.read('team_1')).record.id, 'team_1')
})

test('every request is retried while the server is unreachable, since nothing has reached it', async () => {
  const attempts: number[] = []
  const retry = { ...quick, attempts: 3, onRetry: ({ attempt }: RetryNotice) => attempts.push(attempt) }
  const client = createClient({ endpoint: await abandoned(), token: 'x', retry })
  await assert.rejects(client.team.update('team_1', {}), { reason: 'refused' })
  assert.deepEqual(attempts, [1, 2])
})

for (const [about, behaviour] of Object.entries({
  'a refusal': answer(400, { code: 'invalid_request', message: 'No.', requestId: 'req_1' }),
  'a 409 of another sort': answer(409, { code: 'duplicate', message: 'No.', requestId: 'req_1' }),
  'a key used for something else': answer(422, stillRunning),
  'a failure inside svc': answer(500, { code: 'internal', message: 'No.', requestId: 'req_1' }),
  'a failure behind svc': answer(502, { code: 'upstream_unavailable', message: 'No.', requestId: 'req_1' }),
  'a page': answer(200, '<p>Welcome'),
})) {
  test(`${about} is final`, async (t) => {
    const { client, requests } = await startClient(t, [behaviour])
    await assert.rejects(client.team.create({ name: 'a' }))
    await assert.rejects(client.team.read('team_1'))
    assert.equal(requests.length, 2)
  })
}

test('a failure that no retry can fix is final', async (t) => {
  let connections = 0
  const mail = await serveSockets(t, (socket) => {
    connections += 1
    socket.end('220 mail.example.com ESMTP\r\n')
  })
  const client = createClient({ endpoint: mail, token: 'x', retry: quick })
  await assert.rejects(client.team.read('team_1'), { reason: 'protocol' })
  assert.equal(connections, 1)
})

test('Retry-After is respected, in seconds or as a time', async (t) => {
  const { client, requests, notices } = await startClient(t, [
    answer(429, limited, { 'retry-after': '1' }),
    found,
  ])
  await client.team.read('team_1')
  const [first, second] = requests
  assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 1_000)
  assert.ok((notices[0]?.waitMs ?? 0) < 1_100)

  const soon = new Date(Date.now() + 2_000).toUTCString()
  const dated = await startClient(t, [answer(503, 'Later', { 'retry-after': soon }), found])
  await dated.client.team.read('team_1')
  assert.ok(Date.now() >= Date.parse(soon))
})

test('a Retry-After beyond the time limit fails at once', async (t) => {
  const { client, requests } = await startClient(t, [answer(429, limited, { 'retry-after': '3600' })])
  await assert.rejects(client.team.read('team_1'), { code: 'rate_limited', status: 429 })
  assert.equal(requests.length, 1)
})

test('attempts are bounded, and so is the time for all of them', async (t) => {
  const few = await startClient(t, [answer(503, unavailable)], { attempts: 4 })
  await assert.rejects(few.client.team.read('team_1'), { code: 'unavailable' })
  assert.equal(few.requests.length, 4)

  const brief = await startClient(t, [answer(503, unavailable)], { attempts: 1_000_000, totalMs: 1_000 })
  const startedAt = performance.now()
  await assert.rejects(brief.client.team.read('team_1'), { code: 'unavailable' })
  assert.ok(performance.now() - startedAt < 60_000)
  assert.ok(brief.requests.length > 4)
})

test('waits grow and are randomised', async (t) => {
  const waits = { firstWaitMs: 10, longestWaitMs: 40, attempts: 6 }
  const { client, notices } = await startClient(t, [answer(503, unavailable)], waits)
  await assert.rejects(client.team.read('team_1'))
  for (const [at, full] of [10, 20, 40, 40, 40].entries()) {
    const { waitMs = 0 } = notices[at] ?? {}
    assert.ok(waitMs >= full / 2 && waitMs <= full, `wait ${at} is ${waitMs} of ${full}`)
  }
  assert.equal(new Set(notices.map(({ waitMs }) => waitMs)).size, 5)
})

for (const whose of ['call', 'client'] as const) {
  test(`the signal of the ${whose} ends waiting at once`, async (t) => {
    const server = await serve(t, answer(429, limited, { 'retry-after': '60' }))
    const stop = new AbortController()
    const signal = stop.signal
    const endpoint = server.url
    const client = createClient({ endpoint, token: 'x', ...(whose === 'client' && { signal }) })
    const call = assert.rejects(client.team.create({ name: 'a' }, whose === 'call' ? { signal } : {}), {
      message: 'enough',
    })
    while (server.requests.length === 0) await new Promise(setImmediate)
    await sleep(50)
    const abortedAt = performance.now()
    stop.abort(new Error('enough'))
    await call
    assert.ok(performance.now() - abortedAt < 50_000, 'before the requested 60 seconds')
    assert.equal(server.requests.length, 1)
  })
}

test('calls leave no listeners behind on a shared signal', async (t) => {
  const stop = new AbortController()
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  const server = await serve(t, answer(503, unavailable), found)
  const client = createClient({ endpoint: server.url, token: 'x', signal: stop.signal, retry: quick })
  await Promise.all(Array.from({ length: 200 }, () => client.team.read('team_1')))
  assert.equal(getEventListeners(stop.signal, 'abort').length, 0)
  assert.deepEqual(warnings, [])
})

test('a create whose answer was lost is done once, and gets the first answer', async (t) => {
  const { client, owner, requests } = await startBehind(t, loseAnswerOf, loseAnswerOf)
  const { record, etag } = await client.team.create({ name: 'Payments' })
  assert.equal(requests.length, 3)
  assert.equal(record.name, 'Payments')
  assert.match(etag ?? '', /^".+"$/)
  assert.deepEqual((await owner.get('/teams')).body.teams, [record])
})

test('a delete whose answer was lost succeeds; a delete of a missing record does not', async (t) => {
  const { client, owner, requests } = await startBehind(t, forwardTo, loseAnswerOf)
  const { record } = await client.team.create({ name: 'Payments' })
  await client.team.delete(record.id)
  assert.equal(requests.length, 3)
  assert.deepEqual((await owner.get('/teams')).body.teams, [])
  await assert.rejects(client.team.delete(record.id), { code: 'not_found' })
})

test('a guarded change whose answer was lost is recognised as done', async (t) => {
  const { client, owner, requests } = await startBehind(t, forwardTo, loseAnswerOf)
  const created = await client.api.create({ name: 'Orders' })
  const changes = { name: 'Orders API', tags: ['a', 'b'], description: null }
  const changed = await client.api.update(created.record.id, changes, { ifMatch: created.etag })
  assert.deepEqual(
    requests.map(({ method }) => method),
    ['POST', 'PATCH', 'PATCH', 'GET'],
  )
  const { body, headers } = await owner.get(`/apis/${created.record.id}`)
  assert.deepEqual(changed.record, body)
  assert.equal(changed.etag, headers.get('etag'))
})

test('a guarded change that conflicts with another is rejected, lost answer or not', async (t) => {
  const overtake =
    (target: string): Behaviour =>
    async (received, response) => {
      await loseAnswerOf(target)(received, response)
      const path = received.url.replace('/v1', '')
      await fetch(`${target}/v1${path}`, {
        method: 'PATCH',
        headers: {
          authorization: String(received.headers.authorization),
          'content-type': 'application/json',
        },
        body: '{"name":"Theirs"}',
      })
    }
  const { client, owner } = await startBehind(t, forwardTo, overtake)
  const { record, etag } = await client.api.create({ name: 'Orders' })
  await assert.rejects(client.api.update(record.id, { name: 'Ours' }, { ifMatch: etag }), {
    code: 'precondition_failed',
    status: 412,
  })
  assert.equal((await owner.get(`/apis/${record.id}`)).body.name, 'Theirs')
})

test('a key whose first request is still running is retried', async (t) => {
  const { ownerToken, owner } = await app.organisation()
  const server = await serve(t, forwardTo(app.url))
  const client = createClient({ endpoint: server.url, token: ownerToken, retry: quick })
  const made = await Promise.all(
    Array.from({ length: 8 }, () => client.team.create({ name: 'Payments' }, { idempotencyKey: 'k' })),
  )
  assert.equal(new Set(made.map(({ record }) => record.id)).size, 1)
  assert.equal((await owner.get('/teams')).body.teams.length, 1)
})
