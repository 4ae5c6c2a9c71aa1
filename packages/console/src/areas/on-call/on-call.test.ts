import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds, oncallFactsOf, oncallProviderNames, plain, type Rota } from '@svc/model'
import { bodyOf, changesOf, draftOf, faultsIn } from '../../form/draft.ts'
import { isCalledFor, isRuledOut } from '../../form/conditions.ts'
import { asOf, type Binding, isOld, whyNobody, whyNobodyShort } from './words.ts'
import { nextOf, rotationWords } from './rota-words.ts'

const handover = { weekday: 'monday', time: '09:00', timeZone: 'Europe/Berlin' } as const
const rotation = { everyDays: 7, startsAt: '2026-01-05T08:00:00.000Z', handover }
const rota: Rota = { people: [{ uid: 'usr_1' }, { uid: 'usr_2' }, { name: 'Desk' }], rotation }
const ends = '2026-01-12T08:00:00.000Z'

const binding = (fields: Partial<Binding>): Binding => ({
  ...{ id: 'ocb_1', scope: 'team', targetId: 'team_1', provider: 'manual', label: null },
  ...{ scheduleId: null, serviceId: null, manual: null, createdAt: null, updatedAt: null },
  ...{ currentlyOnCallUserName: null, currentlyOnCallUserEmail: null, currentlyOnCallUserUid: null },
  ...{ currentShiftStartsAt: null, currentShiftEndsAt: null },
  ...{ lastFetchedAt: null, lastAttemptAt: null, lastFetchError: null },
  ...fields,
})

const onCall = (uid: string | null, manual: Rota, name = 'Ada'): Binding =>
  binding({
    ...{ manual, currentlyOnCallUserName: name, currentlyOnCallUserUid: uid, currentShiftEndsAt: ends },
  })

test('a rotation is described in words', () => {
  const words = (everyDays: number, weekday: typeof handover.weekday | null = 'monday') =>
    rotationWords({ ...rotation, everyDays, handover: { ...handover, weekday } })
  assert.equal(words(7), 'every 7 days, handed over on Mondays at 09:00 Europe/Berlin')
  assert.equal(words(14), 'every 14 days, handed over on Mondays at 09:00 Europe/Berlin')
  assert.equal(words(3), 'every 3 days, handed over at 09:00 Europe/Berlin, the first time on a Monday')
  assert.equal(words(1), 'every day, handed over at 09:00 Europe/Berlin')
  assert.equal(words(7, null), 'every 7 days, handed over at 09:00 Europe/Berlin')
})

test('who is next is shown where it follows from the rota, and never guessed', () => {
  assert.deepEqual(nextOf(onCall('usr_1', rota)), { uid: 'usr_2' })
  assert.deepEqual(nextOf(onCall('usr_2', rota)), { name: 'Desk' })
  assert.deepEqual(nextOf(onCall(null, rota, 'Desk')), { uid: 'usr_1' })
  assert.equal(nextOf(onCall('usr_1', { ...rota, until: ends })), null)
  const around = (from: string, to: string) => ({
    ...rota,
    overrides: [
      { from: `2026-01-${from}T08:00:00.000Z`, to: `2026-01-${to}T08:00:00.000Z`, person: { name: 'Eve' } },
    ],
  })
  assert.deepEqual(nextOf(onCall('usr_1', around('12', '13'))), { name: 'Eve' })
  assert.deepEqual(nextOf(onCall('usr_1', around('14', '15'))), { uid: 'usr_2' }, 'a later one')
  assert.equal(nextOf(onCall('usr_1', around('11', '12'))), undefined, 'an override is in effect')
  const twice = { ...rota, people: [{ uid: 'usr_1' }, { uid: 'usr_2' }, { uid: 'usr_1' }] }
  assert.equal(nextOf(onCall('usr_1', twice)), undefined, 'the same person has two turns')
  assert.equal(nextOf(onCall('usr_1', { people: rota.people, until: '2027-01-01T00:00:00.000Z' })), undefined)
})

test('where nobody is on call, the reason is shown', () => {
  const now = Date.parse('2026-01-06T00:00:00.000Z')
  const why = (fields: Partial<Binding>) => whyNobody(binding(fields), now)
  assert.equal(why({}), 'There is no rota yet.')
  assert.match(why({ manual: { ...rota, until: '2026-01-05T08:00:00.000Z' } }), /^The rota ended on /)
  const later = { ...rota, rotation: { ...rotation, startsAt: ends } }
  assert.match(why({ manual: later }), /^The rota starts on /)
  assert.equal(why({ provider: 'pagerduty' }), 'PagerDuty has not been contacted yet.')
  const answered = { provider: 'pagerduty', lastFetchedAt: ends, lastAttemptAt: ends } as const
  assert.equal(why(answered), 'According to PagerDuty, nobody is on call now.')
  assert.equal(why({ ...answered, lastFetchError: 'Connection refused.' }), 'Connection refused.')
  assert.equal(
    whyNobodyShort(binding({ provider: 'opsgenie', lastFetchError: 'Connection refused.' })),
    'no response from Opsgenie',
  )
})

test('a name that the provider has not confirmed recently is marked as such', () => {
  const failed = binding({
    provider: 'pagerduty',
    currentlyOnCallUserName: 'Ada',
    lastFetchError: 'Connection refused.',
  })
  assert.equal(isOld(failed), true)
  assert.equal(asOf(failed), 'not confirmed recently')
  assert.equal(isOld({ ...failed, lastFetchError: null }), false)
})

test('a form asks only for the fields of its provider', () => {
  const kind = kinds.oncallBinding
  const asked = (provider: string | null) =>
    ['scheduleId', 'serviceId', 'manual'].filter((key) => !isRuledOut(kind, key, { provider }))
  assert.deepEqual(asked('manual'), ['manual'])
  assert.deepEqual(asked('pagerduty'), ['scheduleId', 'serviceId'])
  for (const provider of oncallProviderNames)
    if (!oncallFactsOf(provider)?.hasServices) assert.deepEqual(asked(provider), ['scheduleId'])
  assert.deepEqual(asked(null), ['scheduleId'])
  assert.equal(isCalledFor(kind, 'scheduleId', { provider: 'opsgenie' }), true)
  assert.equal(isCalledFor(kind, 'scheduleId', { provider: 'pagerduty' }), false)
})

test('a rota is sent as it was filled in, and left out where it is empty', () => {
  const kind = kinds.oncallBinding
  const given = { scope: 'team', targetId: 'team_1', provider: 'manual' }
  const draft = draftOf(kind, given)
  assert.deepEqual(bodyOf(kind, { ...draft, scheduleId: 'P1', manual: rota }), { ...given, manual: rota })
  assert.deepEqual(bodyOf(kind, { ...draft, manual: { people: [] } }), given)
  const record = binding({ manual: rota, currentlyOnCallUserName: 'Ada', lastAttemptAt: ends })
  assert.deepEqual(changesOf(kind, { ...draftOf(kind, record), manual: { people: [] } }, record), {
    manual: null,
  })
})

test('an error in a rota is shown beside the part it is about', () => {
  const given = { scope: 'team', targetId: 'team_1', provider: 'manual' }
  const pathsOf = (manual: unknown) =>
    faultsIn(kinds.oncallBinding, { ...given, manual }, null).map(({ path }) => path)
  assert.deepEqual(pathsOf({ people: [] }), ['manual/people'])
  assert.deepEqual(pathsOf({ people: [{}] }), ['manual/people/0'])
  assert.deepEqual(pathsOf({ people: [{ name: '' }] }), ['manual/people/0/name'])
  const zoneless = { ...rotation, handover: { ...handover, timeZone: 'Nowhere' } }
  assert.deepEqual(pathsOf({ ...rota, rotation: zoneless }), ['manual/rotation/handover/timeZone'])
  assert.deepEqual(pathsOf({ ...rota, until: rotation.startsAt }), ['manual/until'])
})

test('field names of the API are replaced by the labels of the page', () => {
  assert.equal(plain('The day that `startsAt` falls on.'), 'The day that “Starts at” falls on.')
  assert.equal(
    plain('Needed for `opsgenie`, such as `Europe/Berlin`.'),
    'Needed for Opsgenie, such as Europe/Berlin.',
  )
})
