import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Contract, hoursFromNow, serving } from '../testing/contract-server.ts'
import { startHttp } from '../testing/servers.ts'
import { canary, placeOf, testFailures } from '../testing/upstream-failures.ts'
import { opsgenie } from './opsgenie.ts'

const headers = { authorization: `GenieKey ${canary}` }
const scheduleId = '361a7e37-e8f6-4a3c-9f0f-6f4a3a1b2c3d'
const path = `/v2/schedules/${scheduleId}`
const [startDate, endDate] = [hoursFromNow(-1), hoursFromNow(7)]

const onCalls =
  (onCallRecipients: readonly string[]): Contract[string] =>
  (query) =>
    query.get('scheduleIdentifierType') === 'id' && query.get('flat') === 'true'
      ? {
          body: {
            data: { _parent: { id: scheduleId, name: 'x', enabled: true }, onCallRecipients },
            took: 0.1,
          },
        }
      : undefined

const timeline =
  (periods: readonly object[], edges: object = {}): Contract[string] =>
  (query) =>
    query.get('identifierType') === 'id' && query.has('interval') && query.has('intervalUnit')
      ? {
          body: {
            data: {
              ...{ startDate: hoursFromNow(-12), endDate: hoursFromNow(300), ...edges },
              finalTimeline: {
                rotations: [
                  { id: 'r0', periods: [] },
                  { id: 'r1', periods },
                ],
              },
            },
          },
        }
      : undefined

const period = (name: string, fields: object = {}) => ({
  ...{ startDate, endDate, type: 'historical', recipient: { id: 'u', name, type: 'user' } },
  ...fields,
})

async function asked(t: TestContext, contract: Contract) {
  const server = await startHttp(t, serving(contract, headers))
  return opsgenie.ask(placeOf(t, server.port), { token: canary }, { what: 'schedule', id: scheduleId })
}

const whole: Contract = {
  [`${path}/on-calls`]: onCalls(['ada@example.com', 'bob@example.com']),
  [`${path}/timeline`]: timeline([
    period('bob@example.com'),
    period('Ada@example.com', { startDate: hoursFromNow(-40), endDate: startDate }),
    period('Ada@example.com'),
  ]),
}

testFailures({
  who: 'Opsgenie',
  ask: (place) => opsgenie.ask(place, { token: canary }, { what: 'schedule', id: scheduleId }),
  works: serving(whole, headers),
})

test('Opsgenie: the first recipient is on call, their period says until when', async (t) => {
  assert.deepEqual(await asked(t, whole), {
    ...{ name: null, email: 'ada@example.com', startsAt: startDate, endsAt: endDate },
  })
})

test('Opsgenie: nobody on call is an answer', async (t) => {
  assert.equal(await asked(t, { [`${path}/on-calls`]: onCalls([]) }), null)
})

test('Opsgenie: without a timeline the times are unknown', async (t) => {
  const { startsAt, endsAt, email } =
    (await asked(t, { [`${path}/on-calls`]: onCalls(['ada@example.com']) })) ?? {}
  assert.deepEqual([email, startsAt, endsAt], ['ada@example.com', null, null])
})

test('Opsgenie: the end of a shift that is cut off at the edge of the timeline is unknown', async (t) => {
  const shift = await asked(t, {
    [`${path}/on-calls`]: onCalls(['ada@example.com']),
    [`${path}/timeline`]: timeline([period('ada@example.com')], { endDate }),
  })
  assert.deepEqual([shift?.startsAt, shift?.endsAt], [startDate, null])
})

test('Opsgenie: people who are on call through a team are found in it', async (t) => {
  const team = { id: 't', name: 'Ops', type: 'team' }
  const flattenedRecipients = [{ id: 'u', name: 'ada@example.com', type: 'user' }]
  const shift = await asked(t, {
    [`${path}/on-calls`]: onCalls(['ada@example.com']),
    [`${path}/timeline`]: timeline([period('', { recipient: team, flattenedRecipients })]),
  })
  assert.equal(shift?.endsAt, endDate)
})
