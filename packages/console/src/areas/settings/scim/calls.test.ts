import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf, type ScimCall, verdictOn, wishOf } from './calls.ts'

const now = Date.parse('2026-11-18T12:00:00.000Z')

const call = (given: Partial<ScimCall>): ScimCall => ({
  ...{ id: 'scc_1', at: '2026-11-18T11:59:00.000Z', tokenId: 'sct_1', tokenName: 'Okta' },
  ...{ method: 'GET', path: '/Users', status: 200, detail: null, agent: null },
  ...given,
})

test('without calls nothing is known, and a refusal counts until fifty others have come', () => {
  assert.deepEqual(verdictOn([], now), { is: 'unknown' })
  assert.equal(verdictOn([call({})], now).is, 'in step')
  assert.equal(verdictOn([call({ at: '2026-11-16T11:59:00.000Z' })], now).is, 'quiet')
  const refused = call({ method: 'POST', status: 409, at: '2026-11-18T10:00:00.000Z' })
  assert.deepEqual(verdictOn([call({}), refused, call({})], now), {
    ...{ is: 'refused', refused: 1, of: 3, lastAt: refused.at },
  })
  assert.equal(
    verdictOn([call({ status: 404 })], now).is,
    'in step',
    'it asked for somebody who is not there',
  )
  assert.equal(verdictOn([call({ method: 'PATCH', status: 404 })], now).is, 'refused')
})

test('calls and answers are told in words', () => {
  for (const [method, path, wish] of [
    ['GET', '/Users', 'look for people'],
    ['GET', '/Users/usr_1', 'read a person'],
    ['POST', '/Users', 'add a person'],
    ['PATCH', '/Groups/sgr_1', 'change a group'],
    ['DELETE', '/groups/sgr_1', 'remove a group'],
    ['GET', '/ServiceProviderConfig', 'find out what svc supports'],
    ['GET', '', 'find out what svc supports'],
    ['POST', '/Bulk', 'something else'],
    ['OPTIONS', '/Users', 'something else'],
  ] as const)
    assert.equal(wishOf(call({ method, path })), wish, `${method} ${path}`)
  assert.deepEqual([200, 201, 204, 400, 401, 404, 409, 500, 503].map(outcomeOf), [
    'done',
    'added',
    'done',
    'invalid',
    'refused',
    'not found',
    'conflict',
    'failed in svc',
    'svc was busy',
  ])
})
