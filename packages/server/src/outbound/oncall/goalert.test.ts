import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { json } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { goalertQuery } from '@svc/model'
import { hoursFromNow } from '../testing/contract-server.ts'
import { startHttp } from '../testing/servers.ts'
import { canary, placeOf, testFailures } from '../testing/upstream-failures.ts'
import { goalert } from './goalert.ts'

const scheduleId = '8c6a1f0e-2f2b-4d0e-9f55-0c6f3b9f8a11'
const watched = { what: 'schedule', id: scheduleId } as const

interface Asked {
  readonly query: string
  readonly variables: { readonly id: string; readonly start: string; readonly end: string }
}

type Answer = (asked: Asked) => object

const wrongQuery = {
  errors: [{ message: 'wrong query for API key', extensions: { code: 'invalid_query' } }],
  data: null,
}
const noUuid = {
  errors: [{ message: 'must be a valid UUID', extensions: { isFieldError: true, fieldName: 'ScheduleID' } }],
  data: { schedule: null },
}

/** As in its source: a key is for one query, GraphQL errors have the status 200, 50 days at most. */
const upstream =
  (answer: Answer, keyQuery: string = goalertQuery): RequestListener =>
  async (request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${canary}`) return send(401, {})
    if (request.method !== 'POST' || request.url !== '/api/graphql') return send(404, {})
    const asked = (await json(request)) as Asked
    const { id, start, end } = asked.variables
    if (asked.query !== keyQuery) return send(200, wrongQuery)
    if (!/^[0-9a-f-]{36}$/.test(id)) return send(200, noUuid)
    if (Date.parse(end) - Date.parse(start) > 50 * 86_400_000) return send(422, {})
    return send(200, id === scheduleId ? answer(asked) : { data: { schedule: null } })
  }

const shift = (name: string, from: number, to: number, more: object = {}) => ({
  ...{ start: hoursFromNow(from), end: hoursFromNow(to), truncated: false, userID: `u-${name}` },
  ...{ user: { name, email: `${name.toLowerCase()}@example.com` } },
  ...more,
})

const shifts =
  (...found: readonly object[]): Answer =>
  () => ({ data: { schedule: { shifts: found } } })

async function asked(t: TestContext, answer: Answer, over: { id?: string; keyQuery?: string } = {}) {
  const server = await startHttp(t, upstream(answer, over.keyQuery))
  return goalert.ask(placeOf(t, server.port), { token: canary }, { ...watched, id: over.id ?? scheduleId })
}

testFailures({
  who: 'GoAlert',
  ask: (place) => goalert.ask(place, { token: canary }, watched),
  works: upstream(shifts(shift('Ada', -1, 5))),
})

test('GoAlert: the person whose shift it is now is on call, with their address', async (t) => {
  const [startsAt, endsAt] = [hoursFromNow(-1), hoursFromNow(5)]
  assert.deepEqual(await asked(t, shifts(shift('Bob', -9, -1), shift('Ada', -1, 5), shift('Bob', 5, 9))), {
    ...{ name: 'Ada', email: 'ada@example.com', startsAt, endsAt },
  })
})

test('GoAlert: of several who are on call, the one who goes off first counts', async (t) => {
  const found = await asked(t, shifts(shift('Cy', -1, 9), shift('Bob', -2, 5), shift('Ada', -1, 5)))
  assert.equal(found?.name, 'Ada')
})

test('GoAlert: a start or an end that was cut off is unknown', async (t) => {
  const found = await asked(t, ({ variables: { start, end } }) =>
    shifts(shift('Ada', 0, 0, { start, end, truncated: true }))({} as Asked),
  )
  assert.deepEqual([found?.name, found?.startsAt, found?.endsAt], ['Ada', null, null])
})

test('GoAlert: nobody on call is an answer, and a user who cannot be read is still on call', async (t) => {
  assert.equal(await asked(t, shifts()), null)
  const hidden = await asked(t, shifts(shift('Ada', -1, 5, { user: null })))
  assert.deepEqual([hidden?.name, hidden?.email], ['u-Ada', null])
})

test('GoAlert: a shift whose times cannot be read is a failure, and never nobody', async (t) => {
  for (const times of [{ start: 'x', end: 'y' }, { start: null }, { end: 'y' }])
    await assert.rejects(asked(t, shifts(shift('Ada', -1, 5, times))), /times cannot be read/)
})

test('GoAlert: errors alongside usable data are not a failure', async (t) => {
  const errors = [{ message: 'one user could not be read' }]
  const found = await asked(t, () => ({ errors, data: { schedule: { shifts: [shift('Ada', -1, 5)] } } }))
  assert.equal(found?.name, 'Ada')
})

test('GoAlert: a schedule that it does not know is missing, whether or not it looks like an id', async (t) => {
  for (const id of ['ffffffff-2f2b-4d0e-9f55-0c6f3b9f8a11', 'primary'])
    await assert.rejects(asked(t, shifts(), { id }), {
      name: 'UpstreamError',
      reason: 'missing',
      message: `GoAlert has no schedule "${id}".`,
    })
})

test('GoAlert: a key for another query is a wrong credential, and other messages do not quote the body', async (t) => {
  await assert.rejects(asked(t, shifts(), { keyQuery: '{ user { id } }' }), {
    reason: 'credential',
    message:
      'GoAlert says that the API key was made for another query than the one that svc documents for it.',
  })
  const failed = () => ({ errors: [{ message: 'raw words' }], data: { schedule: null } })
  await assert.rejects(asked(t, failed), {
    reason: 'status',
    message: 'GoAlert answers with an error in the body.',
  })
})
