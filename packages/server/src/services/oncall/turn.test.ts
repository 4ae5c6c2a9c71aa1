import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Rota } from '@svc/model'
import fc from 'fast-check'
import { stretchesOf, turnAt } from './turn.ts'

const people = ['Ada', 'Ben', 'Cem'].map((name) => ({ name }))
const at = (rota: Rota, time: string) => turnAt(rota, new Date(time))
const whoAt = (rota: Rota, time: string) => at(rota, time).person?.name ?? null

test('without a rotation the first person is on call, indefinitely or until a time', () => {
  assert.deepEqual(at({ people }, '2026-11-17T12:00:00Z'), {
    person: { name: 'Ada' },
    startsAt: null,
    endsAt: null,
  })
  const until = '2026-11-20T08:00:00.000Z'
  assert.deepEqual(at({ people, until }, '2026-11-20T07:59:59.999Z'), {
    ...{ person: { name: 'Ada' }, startsAt: null, endsAt: until, changesAt: until },
  })
  assert.deepEqual(at({ people, until }, until), { person: null, startsAt: null, endsAt: null })
})

const weekly: Rota = {
  people,
  rotation: {
    everyDays: 7,
    startsAt: '2026-10-19T07:00:00.000Z',
    handover: { weekday: 'monday', time: '09:00', timeZone: 'Europe/Berlin' },
  },
}

test('turns are handed over at the same time of day, even when the clocks change', () => {
  assert.deepEqual(at(weekly, '2026-10-19T06:59:59.999Z'), {
    ...{ person: null, startsAt: null, endsAt: null, changesAt: '2026-10-19T07:00:00.000Z' },
  })
  // On 25 October an hour occurs twice: the turn is an hour longer.
  const summer = { startsAt: '2026-10-19T07:00:00.000Z', endsAt: '2026-10-26T08:00:00.000Z' }
  for (const time of [summer.startsAt, '2026-10-26T07:59:59.999Z'])
    assert.deepEqual(at(weekly, time), { person: people[0], ...summer, changesAt: summer.endsAt })
  assert.equal(whoAt(weekly, summer.endsAt), 'Ben')
  assert.equal(whoAt(weekly, '2026-11-02T08:00:00.000Z'), 'Cem')
  assert.equal(whoAt(weekly, '2026-11-09T08:00:00.000Z'), 'Ada')
  // In spring the hour is missing.
  const spring = at(weekly, '2027-03-29T06:59:59.999Z')
  assert.deepEqual([spring.startsAt, spring.endsAt], ['2027-03-22T08:00:00.000Z', '2027-03-29T07:00:00.000Z'])
})

test('a start between two handovers makes the first turn shorter', () => {
  const rotation = { ...weekly.rotation, startsAt: '2026-11-04T12:00:00.000Z' } as Rota['rotation']
  const late = { people, rotation } as Rota
  const first = at(late, '2026-11-05T00:00:00Z')
  assert.deepEqual(
    [first.person?.name, first.startsAt, first.endsAt],
    ['Ada', '2026-11-04T12:00:00.000Z', '2026-11-09T08:00:00.000Z'],
  )
  assert.equal(whoAt(late, '2026-11-09T08:00:00.000Z'), 'Ben')
})

test('a start on the day of a handover gets a full turn, whatever the hour', () => {
  const starting = (startsAt: string, everyDays: number, weekday?: 'monday'): Rota => ({
    people,
    rotation: {
      ...{ everyDays, startsAt },
      handover: { ...(weekday && { weekday }), time: '09:00', timeZone: 'Europe/Berlin' },
    },
  })
  const endOf = (rota: Rota): string | null => at(rota, rota.rotation?.startsAt ?? '').endsAt
  // A Monday, from midnight to midnight.
  for (const startsAt of [
    '2026-11-01T23:00:00.000Z',
    '2026-11-02T08:00:00.000Z',
    '2026-11-02T22:59:00.000Z',
  ]) {
    assert.equal(endOf(starting(startsAt, 7, 'monday')), '2026-11-09T08:00:00.000Z', startsAt)
    assert.equal(endOf(starting(startsAt, 14, 'monday')), '2026-11-16T08:00:00.000Z', startsAt)
    assert.equal(endOf(starting(startsAt, 7)), '2026-11-09T08:00:00.000Z', startsAt)
    assert.equal(endOf(starting(startsAt, 1)), '2026-11-03T08:00:00.000Z', startsAt)
  }
  // A Wednesday: without a weekday it becomes the handover day, with one it only sets the cycle.
  const wednesday = '2026-11-10T23:00:00.000Z'
  assert.equal(endOf(starting(wednesday, 7)), '2026-11-18T08:00:00.000Z')
  assert.equal(endOf(starting(wednesday, 10, 'monday')), '2026-11-19T08:00:00.000Z')
  assert.equal(endOf(starting(wednesday, 1, 'monday')), '2026-11-12T08:00:00.000Z')
})

test('a handover at a time that the clocks skip happens when they have moved on', () => {
  const rotation = {
    everyDays: 1,
    startsAt: '2027-03-27T01:30:00.000Z',
    handover: { time: '02:30', timeZone: 'Europe/Berlin' },
  }
  const nightly = { people, rotation }
  assert.equal(at(nightly, '2027-03-27T12:00:00Z').endsAt, '2027-03-28T01:30:00.000Z')
  assert.equal(at(nightly, '2027-03-28T12:00:00Z').endsAt, '2027-03-29T00:30:00.000Z')
})

test('an override takes precedence over any turn, the later one in the list first, and splits the turn in two', () => {
  const rota: Rota = {
    ...weekly,
    overrides: [
      { from: '2026-11-10T08:00:00.000Z', to: '2026-11-12T08:00:00.000Z', person: { name: 'Dee' } },
      { from: '2026-11-11T08:00:00.000Z', to: '2026-11-11T20:00:00.000Z', person: { name: 'Eva' } },
    ],
  }
  const shifts = [
    ['2026-11-09T08:00:00.000Z', 'Ada', '2026-11-09T08:00:00.000Z', '2026-11-10T08:00:00.000Z'],
    ['2026-11-10T12:00:00.000Z', 'Dee', '2026-11-10T08:00:00.000Z', '2026-11-11T08:00:00.000Z'],
    ['2026-11-11T12:00:00.000Z', 'Eva', '2026-11-11T08:00:00.000Z', '2026-11-11T20:00:00.000Z'],
    ['2026-11-11T21:00:00.000Z', 'Dee', '2026-11-11T20:00:00.000Z', '2026-11-12T08:00:00.000Z'],
    ['2026-11-13T00:00:00.000Z', 'Ada', '2026-11-12T08:00:00.000Z', '2026-11-16T08:00:00.000Z'],
  ] as const
  for (const [time, name, startsAt, endsAt] of shifts)
    assert.deepEqual(at(rota, time), { person: { name }, startsAt, endsAt, changesAt: endsAt })
})

test('an override also applies before a rota begins and after it has ended', () => {
  const person = { name: 'Dee' }
  const rota: Rota = {
    ...weekly,
    until: '2026-11-16T08:00:00.000Z',
    overrides: [
      { from: '2026-10-01T00:00:00.000Z', to: '2026-10-02T00:00:00.000Z', person },
      { from: '2026-12-24T00:00:00.000Z', to: '2026-12-25T00:00:00.000Z', person },
    ],
  }
  assert.equal(whoAt(rota, '2026-10-01T12:00:00Z'), 'Dee')
  assert.deepEqual(at(rota, '2026-12-01T00:00:00Z'), {
    ...{ person: null, startsAt: null, endsAt: null, changesAt: '2026-12-24T00:00:00.000Z' },
  })
  assert.equal(whoAt(rota, '2026-12-24T12:00:00Z'), 'Dee')
  assert.deepEqual(at(rota, '2026-12-25T00:00:00Z'), { person: null, startsAt: null, endsAt: null })
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Kolkata',
]
const times = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })

const rotas: fc.Arbitrary<Rota> = fc.record({
  people: fc.constantFrom(people.slice(0, 1), people.slice(0, 2), people),
  rotation: fc.record({
    everyDays: fc.integer({ min: 1, max: 30 }),
    startsAt: times.map((time) => time.toISOString()),
    handover: fc.record({
      weekday: fc.constantFrom(null, 'monday', 'friday', 'sunday'),
      time: fc.constantFrom('00:00', '02:30', '09:00', '23:59'),
      timeZone: fc.constantFrom(...zones),
    }),
  }),
  overrides: fc.array(
    fc.tuple(times, fc.integer({ min: 1, max: 500 })).map(([from, hours]) => ({
      from: from.toISOString(),
      to: new Date(from.getTime() + hours * 3_600_000).toISOString(),
      person: { name: 'Stand-in' },
    })),
    { maxLength: 4 },
  ),
})

test('a shift contains the moment it was asked for, is the same throughout, and the next one begins where it ends', () => {
  fc.assert(
    fc.property(rotas, times, (rota, now) => {
      const turn = turnAt(rota, now)
      const { startsAt, endsAt, changesAt } = turn
      assert.ok(changesAt !== undefined && changesAt > now.toISOString(), 'a rotation never ends')
      if (turn.person) {
        assert.ok(startsAt !== null && startsAt <= now.toISOString())
        assert.equal(endsAt, changesAt)
        assert.deepEqual(turnAt(rota, new Date(startsAt)), turn)
      }
      assert.deepEqual(turnAt(rota, new Date(Date.parse(changesAt) - 1)), turn)
      const next = turnAt(rota, new Date(changesAt))
      if (next.person) assert.equal(next.startsAt, changesAt)
    }),
  )
})

test('the stretches of a range follow each other without holes, and each says what a look at any moment says', () => {
  const hour = 3_600_000
  const start = Date.parse('2026-11-02T00:00:00.000Z')
  const moment = fc.integer({ min: 0, max: 24 * 60 }).map((hours) => start + hours * hour)
  const text = (time: number) => new Date(time).toISOString()
  const override = fc
    .tuple(moment, fc.integer({ min: 1, max: 200 }), fc.constantFrom(...people))
    .map(([from, hours, person]) => ({ from: text(from), to: text(from + hours * hour), person }))
  const rota = fc.record({
    people: fc.constant(people),
    rotation: fc.option(
      fc.record({
        everyDays: fc.integer({ min: 1, max: 10 }),
        startsAt: moment.map(text),
        handover: fc.constant({ time: '09:00', timeZone: 'Europe/Berlin' }),
      }),
    ),
    overrides: fc.array(override, { maxLength: 4 }),
  })
  fc.assert(
    fc.property(rota, moment, fc.integer({ min: 1, max: 400 }), moment, (one, from, hours, any) => {
      const to = from + hours * hour
      const found = stretchesOf(one, from, to)
      assert.ok((found[0]?.from ?? 0) <= from && (found.at(-1)?.to ?? 0) >= to)
      for (const [index, { key, to: end }] of found.entries()) {
        const next = found[index + 1]
        if (!next) continue
        assert.equal(next.from, end)
        assert.notEqual(next.key, key)
      }
      const at = from + ((any - start) % (to - from))
      const here = found.find((stretch) => stretch.from <= at && at < stretch.to)
      const turn = turnAt(one, new Date(at))
      assert.deepEqual(here?.person, turn.person)
      if (turn.person && Number.isFinite(here?.from)) assert.equal(text(here?.from ?? 0), turn.startsAt)
    }),
  )
})
