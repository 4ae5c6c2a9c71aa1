import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Contract, hoursFromNow, serving } from '../testing/contract-server.ts'
import { startHttp } from '../testing/servers.ts'
import { canary, placeOf, testFailures } from '../testing/upstream-failures.ts'
import type { Watched } from '../oncall.ts'
import { pagerduty } from './pagerduty.ts'

const headers = {
  authorization: `Token token=${canary}`,
  accept: 'application/vnd.pagerduty+json;version=2',
  'content-type': 'application/json',
}

const [startsAt, endsAt] = [hoursFromNow(-1), hoursFromNow(7)]

const duty = (id: string, fields: object = {}) => ({
  user: { id, type: 'user', name: `Name of ${id}`, summary: id, email: `${id}@Example.com` },
  schedule: { id: 'PSCHED', type: 'schedule_reference' },
  escalation_policy: { id: 'PPOL', type: 'escalation_policy_reference' },
  escalation_level: 1,
  start: startsAt,
  end: endsAt,
  ...fields,
})

/** `/oncalls` over these entries, in the requested pages. */
const onCalls =
  (entries: readonly object[]): Contract[string] =>
  (query) => {
    const [schedules, policies] = ['schedule_ids[]', 'escalation_policy_ids[]'].map((key) =>
      query.getAll(key),
    )
    const isKnown = schedules?.join() === 'PSCHED' || policies?.join() === 'PPOL'
    if (!isKnown || query.get('include[]') !== 'users') return
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))]
    if (limit > 100) return
    const more = offset + limit < entries.length
    return { body: { oncalls: entries.slice(offset, offset + limit), limit, offset, more, total: null } }
  }

const schedule: Watched = { what: 'schedule', id: 'PSCHED' }
const service: Watched = { what: 'service', id: 'PSVC' }

async function asked(t: TestContext, contract: Contract, watched = schedule) {
  const server = await startHttp(t, serving(contract, headers))
  const shift = await pagerduty.ask(placeOf(t, server.port), { token: canary }, watched)
  return { shift, paths: server.requests.map(({ url }) => url?.split('?')[0]) }
}

testFailures({
  who: 'PagerDuty',
  ask: (place) => pagerduty.ask(place, { token: canary }, schedule),
  works: serving({ '/oncalls': onCalls([duty('PU1')]) }, headers),
})

test('PagerDuty: one request says who is on call and until when', async (t) => {
  const { shift, paths } = await asked(t, { '/oncalls': onCalls([duty('PU1')]) })
  assert.deepEqual(shift, { name: 'Name of PU1', email: 'PU1@Example.com', startsAt, endsAt })
  assert.deepEqual(paths, ['/oncalls'])
})

test('PagerDuty: of several policies the lowest level counts, then whose shift ends first', async (t) => {
  const entries = [
    duty('PU3', { escalation_level: 3, end: hoursFromNow(1) }),
    duty('PU2', { end: null }),
    duty('PU1', { escalation_level: 2 }),
    duty('PU1'),
  ]
  assert.equal((await asked(t, { '/oncalls': onCalls(entries) })).shift?.email, 'PU1@Example.com')
})

test('PagerDuty: a person whose shift has just ended does not hide the one on call', async (t) => {
  const gone = hoursFromNow(-1)
  const entries = [
    duty('PU1', { end: gone }),
    duty('PU2', { escalation_level: 1, end: gone }),
    duty('PU3', { escalation_level: 2 }),
  ]
  assert.equal((await asked(t, { '/oncalls': onCalls(entries) })).shift?.email, 'PU3@Example.com')
})

test('PagerDuty: a person who is always on call has no times', async (t) => {
  const { shift } = await asked(t, { '/oncalls': onCalls([duty('PU1', { start: null, end: null })]) })
  assert.deepEqual([shift?.startsAt, shift?.endsAt], [null, null])
})

test('PagerDuty: every page is read', async (t) => {
  const entries = Array.from({ length: 250 }, (_, index) => duty(`PU${index}`, { escalation_level: 2 }))
  const { shift, paths } = await asked(t, { '/oncalls': onCalls([...entries, duty('PLAST')]) })
  assert.equal(shift?.email, 'PLAST@Example.com')
  assert.equal(paths.length, 3)
})

test('PagerDuty: reading stops if the pages never end', async (t) => {
  const { paths } = await asked(t, { '/oncalls': () => ({ body: { oncalls: [duty('PU1')], more: true } }) })
  assert.equal(paths.length, 10)
})

const layered =
  (entries: readonly object[]): Contract[string] =>
  (query) =>
    query.get('overflow') === 'true' && query.has('since') && query.has('until')
      ? { body: { schedule: { id: 'PSCHED', final_schedule: { rendered_schedule_entries: entries } } } }
      : undefined

const user = (id: string): Contract => ({
  [`/users/${id}`]: () => ({ body: { user: { id, name: 'Ada', email: 'ada@example.com' } } }),
})

test('PagerDuty: a schedule that no policy uses is queried directly', async (t) => {
  const entries = [
    { user: { id: 'PU9', summary: 'Past' }, start: hoursFromNow(-9), end: startsAt },
    { user: { id: 'PU1', summary: 'Ada L.' }, start: startsAt, end: endsAt },
  ]
  const contract = { '/oncalls': onCalls([]), '/schedules/PSCHED': layered(entries), ...user('PU1') }
  const { shift, paths } = await asked(t, contract)
  assert.deepEqual(shift, { name: 'Ada', email: 'ada@example.com', startsAt, endsAt })
  assert.deepEqual(paths, ['/oncalls', '/schedules/PSCHED', '/users/PU1'])
})

test('PagerDuty: a credential that may not read people still returns who, as far as it can', async (t) => {
  const entries = [{ user: { id: 'PU1', summary: 'Ada L.' }, start: startsAt, end: endsAt }]
  const forbidden: Contract[string] = () => ({ status: 403, body: {} })
  const { shift } = await asked(t, {
    '/oncalls': onCalls([]),
    '/schedules/PSCHED': layered(entries),
    '/users/PU1': forbidden,
  })
  assert.deepEqual(shift, { name: 'Ada L.', email: null, startsAt, endsAt })
})

for (const status of [404, 400]) {
  test(`PagerDuty: a schedule made of shifts is at its own address (${status} at the other)`, async (t) => {
    const member = { type: 'user_member', user_id: 'PU1' }
    const shifts = [
      { type: 'computed_shift_assignment', start_time: endsAt, end_time: hoursFromNow(20), member: {} },
      { type: 'computed_shift_assignment', start_time: startsAt, end_time: endsAt, member },
    ]
    const { shift } = await asked(t, {
      '/oncalls': onCalls([]),
      '/schedules/PSCHED': () => ({ status, body: { error: { errors: { id: ['x'] } } } }),
      '/v3/schedules/PSCHED': (query) =>
        query.get('include[]') === 'final_schedule'
          ? { body: { schedule: { final_schedule: { computed_shift_assignments: shifts } } } }
          : undefined,
      ...user('PU1'),
    })
    assert.deepEqual(shift, { name: 'Ada', email: 'ada@example.com', startsAt, endsAt })
  })
}

test('PagerDuty: nobody on call is an answer', async (t) => {
  const { shift } = await asked(t, { '/oncalls': onCalls([]), '/schedules/PSCHED': layered([]) })
  assert.equal(shift, null)
})

test('PagerDuty: a schedule that does not exist is missing, and not nobody on call', async (t) => {
  await assert.rejects(asked(t, { '/oncalls': onCalls([]) }), {
    reason: 'missing',
    message: 'PagerDuty has no schedule "PSCHED" (status 404).',
  })
})

test('PagerDuty: a schedule cannot lead to another address', async (t) => {
  const server = await startHttp(t, serving({ '/oncalls': () => ({ body: { oncalls: [] } }) }, headers))
  const ask = (id: string) =>
    pagerduty.ask(placeOf(t, server.port), { token: canary }, { what: 'schedule', id })
  await assert.rejects(ask('..'), { reason: 'missing' })
  await assert.rejects(ask('../users?x'), { reason: 'missing' })
  assert.deepEqual(
    server.requests.map(({ url }) => url?.split('?')[0]),
    ['/oncalls', '/schedules/..%2Fusers%3Fx', '/v3/schedules/..%2Fusers%3Fx'],
  )
})

const withPolicy: Contract[string] = () => ({
  body: {
    service: {
      id: 'PSVC',
      type: 'service',
      status: 'active',
      escalation_policy: { id: 'PPOL', type: 'escalation_policy_reference', summary: 'Payments' },
    },
  },
})

testFailures({
  who: 'PagerDuty',
  ask: (place) => pagerduty.ask(place, { token: canary }, service),
  works: serving({ '/services/PSVC': withPolicy, '/oncalls': onCalls([duty('PU1')]) }, headers),
})

test('PagerDuty: for a service, its escalation policy says who is called first', async (t) => {
  const entries = [duty('PU3', { escalation_level: 3 }), duty('PU2', { escalation_level: 2 })]
  const { shift, paths } = await asked(
    t,
    { '/services/PSVC': withPolicy, '/oncalls': onCalls(entries) },
    service,
  )
  assert.deepEqual(shift, { name: 'Name of PU2', email: 'PU2@Example.com', startsAt, endsAt })
  assert.deepEqual(paths, ['/services/PSVC', '/oncalls'])
})

test('PagerDuty: nobody on call for a service is an answer', async (t) => {
  const { shift } = await asked(t, { '/services/PSVC': withPolicy, '/oncalls': onCalls([]) }, service)
  assert.equal(shift, null)
})

test('PagerDuty: a service that does not exist is missing, and one without a policy is an error', async (t) => {
  await assert.rejects(asked(t, { '/oncalls': onCalls([duty('PU1')]) }, service), {
    reason: 'missing',
    message: 'PagerDuty has no service "PSVC" (status 404).',
  })
  const bare: Contract[string] = () => ({ body: { service: { id: 'PSVC', escalation_policy: null } } })
  await assert.rejects(asked(t, { '/services/PSVC': bare }, service), { reason: 'content' })
})
