import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Contract, hoursFromNow, serving } from '../testing/contract-server.ts'
import { startHttp } from '../testing/servers.ts'
import { canary, placeOf, testFailures } from '../testing/upstream-failures.ts'
import { askJsm } from './jsm.ts'

const cloudId = '11223344-a1b2-3b33-c444-def123456789'
const email = 'bot@example.com'
const headers = { authorization: `Basic ${Buffer.from(`${email}:${canary}`).toString('base64')}` }
const path = `/jsm/ops/api/${cloudId}/v1/schedules/s-1`
const [startDate, endDate] = [hoursFromNow(-1), hoursFromNow(7)]

const people: Contract = {
  [`/ex/jira/${cloudId}/rest/api/3/user`]: (query) =>
    query.get('accountId') === 'acc:1'
      ? { body: { accountId: 'acc:1', displayName: 'Ada', emailAddress: 'ada@example.com' } }
      : undefined,
}

const onCalls = (onCallParticipants: readonly object[]): Contract => ({
  [`${path}/on-calls`]: (query) =>
    query.get('flat') === 'false' ? { body: { onCallParticipants } } : undefined,
})

const timeline: Contract = {
  [`${path}/timeline`]: () => ({
    body: {
      startDate: hoursFromNow(-12),
      endDate: hoursFromNow(300),
      finalTimeline: {
        rotations: [{ periods: [{ startDate, endDate, recipient: { id: 'acc:1', type: 'user' } }] }],
      },
    },
  }),
}

const ada = { id: 'acc:1', type: 'user' }
const account = { siteUrl: 'http://127.0.0.1:1', email, token: canary }

async function asked(t: TestContext, contract: Contract) {
  const server = await startHttp(t, serving(contract, headers))
  return askJsm(placeOf(t, server.port), { ...account, cloudId }, 's-1')
}

testFailures({
  who: 'Jira Service Management',
  ask: (place) => askJsm(place, { ...account, cloudId }, 's-1'),
  works: serving({ ...onCalls([ada]), ...people, ...timeline }, headers),
})

test('JSM: the first person among the participants is on call', async (t) => {
  const nested = [
    { id: 'team-1', type: 'team', onCallParticipants: [] },
    { id: 'esc-1', type: 'escalation', onCallParticipants: [{ id: 't', type: 'team' }, ada] },
  ]
  for (const participants of [[ada], nested])
    assert.deepEqual(await asked(t, { ...onCalls(participants), ...people, ...timeline }), {
      ...{ name: 'Ada', email: 'ada@example.com', startsAt: startDate, endsAt: endDate },
    })
})

test('JSM: nobody on call is an answer', async (t) => {
  assert.equal(await asked(t, onCalls([])), null)
  assert.equal(await asked(t, onCalls([{ id: 'team-1', type: 'team', onCallParticipants: [] }])), null)
})

test('JSM: a person with a private profile is identified by their account', async (t) => {
  const hidden: Contract = {
    [`/ex/jira/${cloudId}/rest/api/3/user`]: () => ({ body: { accountId: 'acc:1', displayName: 'Ada' } }),
  }
  const times = { startsAt: null, endsAt: null }
  assert.deepEqual(await asked(t, { ...onCalls([ada]), ...hidden }), { name: 'Ada', email: null, ...times })
  assert.deepEqual(await asked(t, onCalls([ada])), { name: 'acc:1', email: null, ...times })
})

test('JSM: the site returns its id, and receives no credential', async (t) => {
  const api = await startHttp(t, serving({ ...onCalls([ada]), ...people, ...timeline }, headers))
  const site = await startHttp(t, serving({ '/_edge/tenant_info': () => ({ body: { cloudId } }) }, {}))
  const siteUrl = `http://127.0.0.1:${site.port}`
  const shift = await askJsm(placeOf(t, api.port), { ...account, siteUrl }, 's-1')
  assert.equal(shift?.name, 'Ada')
  assert.equal(site.requests.length, 1)
  assert.equal(site.requests[0]?.headers.authorization, undefined)
  assert.ok(api.requests.every(({ url }) => url?.includes(cloudId)))
})

test('JSM: a site that does not return its id is reported', async (t) => {
  const site = await startHttp(t, serving({ '/_edge/tenant_info': () => ({ body: {} }) }, {}))
  const siteUrl = `http://127.0.0.1:${site.port}`
  await assert.rejects(askJsm(placeOf(t, site.port), { ...account, siteUrl }, 's-1'), { reason: 'content' })
})
