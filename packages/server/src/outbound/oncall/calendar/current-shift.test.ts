import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { currentShift } from './current-shift.ts'

/** A Tuesday, in winter. */
const noon = '2026-11-17T12:00:00Z'

const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')

const event = (...lines: readonly string[]): string =>
  [
    'BEGIN:VEVENT',
    ...(lines.some((line) => line.startsWith('UID')) ? [] : ['UID:e1']),
    ...lines,
    'END:VEVENT',
  ].join('\r\n')

const shiftAt = (at: string, ...events: readonly string[]) =>
  currentShift(calendar(...events), Date.parse(at))

/** Who, since when and until when. */
function told(at: string, ...events: readonly string[]): string {
  const shift = shiftAt(at, ...events)
  return shift ? `${shift.name ?? shift.email} ${shift.startsAt} ${shift.endsAt}` : 'nobody'
}

const today = ['DTSTART:20261117T080000Z', 'DTEND:20261117T200000Z']

test('an entry in progress is a shift, from its start to its end', () => {
  const entry = event(...today, 'SUMMARY:Ada')
  assert.equal(told(noon, entry), 'Ada 2026-11-17T08:00:00.000Z 2026-11-17T20:00:00.000Z')
  assert.notEqual(told('2026-11-17T08:00:00Z', entry), 'nobody')
  assert.equal(told('2026-11-17T07:59:59Z', entry), 'nobody')
  assert.equal(told('2026-11-17T20:00:00Z', entry), 'nobody')
  assert.equal(told(noon), 'nobody')
})

test('a duration replaces an end; without either, a date is a whole day and a time is a moment', () => {
  const of = (...lines: readonly string[]) => told(noon, event(...lines, 'SUMMARY:Ada'))
  assert.match(of('DTSTART:20261117T080000Z', 'DURATION:PT12H'), /2026-11-17T20:00:00/)
  assert.match(of('DTSTART:20261116T080000Z', 'DURATION:P1DT6H'), /2026-11-17T14:00:00/)
  assert.match(of('DTSTART;VALUE=DATE:20261117'), /T00:00:00.000Z 2026-11-18T00:00:00.000Z/)
  assert.equal(of('DTSTART:20261117T120000Z'), 'nobody')
  assert.match(of('DTSTART;VALUE=DATE:20261117', 'DTEND;VALUE=DATE:20261117'), /2026-11-18T00:00/)
  assert.match(
    of('DTSTART:20200101T080000Z', 'DURATION:P999999W'),
    /^Ada 2020-01-01T08:00:00.000Z 9999-12-31/,
  )
})

test('times are in their zones: by name, by name with a prefix, and as the feed describes it', () => {
  const office = [
    'BEGIN:VTIMEZONE',
    'TZID:Head office',
    'BEGIN:STANDARD',
    'DTSTART:19701025T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:19700329T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ].join('\r\n')
  for (const zone of ['Europe/Berlin', '/citadel.org/20210210_1/Europe/Berlin', '"Head office"']) {
    const entry = (day: string) =>
      event(`DTSTART;TZID=${zone}:${day}T090000`, `DTEND;TZID=${zone}:${day}T170000`, 'SUMMARY:Ada')
    assert.equal(
      told(noon, office, entry('20261117')),
      'Ada 2026-11-17T08:00:00.000Z 2026-11-17T16:00:00.000Z',
      zone,
    )
    assert.equal(
      told('2026-07-17T12:00:00Z', office, entry('20260717')),
      'Ada 2026-07-17T07:00:00.000Z 2026-07-17T15:00:00.000Z',
      zone,
    )
  }
  assert.throws(() => told(noon, event('DTSTART;TZID=Nowhere:20261117T090000', 'SUMMARY:Ada')), {
    name: 'CalendarFault',
    message: 'names a time zone that neither it nor svc knows',
  })
})

test('days and times without a zone are in the calendar’s zone, or in UTC', () => {
  const day = event('DTSTART;VALUE=DATE:20261117', 'DTEND;VALUE=DATE:20261118', 'SUMMARY:Ada')
  assert.match(
    told(noon, 'X-WR-TIMEZONE:America/New_York', day),
    /^Ada 2026-11-17T05:00:00.000Z 2026-11-18T05:/,
  )
  assert.equal(told('2026-11-17T04:00:00Z', 'X-WR-TIMEZONE:America/New_York', day), 'nobody')
  const floating = event('DTSTART:20261117T090000', 'DTEND:20261117T170000', 'SUMMARY:Ada')
  assert.match(told(noon, floating), /T09:00:00.000Z 2026-11-17T17:00:00/)
  assert.match(told(noon, 'X-WR-TIMEZONE:Europe/Berlin', floating), /T08:00:00.000Z 2026-11-17T16:00:00/)
})

const weekly = (name: string, monday: string, ...more: readonly string[]) =>
  event(
    `UID:${name}`,
    `DTSTART;TZID=Europe/Berlin:${monday}T090000`,
    'DURATION:P1W',
    'RRULE:FREQ=WEEKLY;INTERVAL=2',
    `SUMMARY:${name}`,
    ...more,
  )

test('two people who take turns every week leave no gap, even when the clocks change', () => {
  const turns = [weekly('Ada', '20200106'), weekly('Bob', '20200113')]
  const whole = Date.parse('2026-03-01T00:00:00Z')
  const seen = new Map<string, number>()
  for (let hour = 0; hour < 24 * 70; hour++) {
    const at = new Date(whole + hour * 3_600_000).toISOString()
    const [name = ''] = told(at, ...turns).split(' ')
    seen.set(name, (seen.get(name) ?? 0) + 1)
  }
  assert.deepEqual([...seen.keys()].toSorted(), ['Ada', 'Bob'])
  // The week of the 29th of March is an hour shorter.
  assert.match(told('2026-03-26T12:00:00Z', ...turns), / 2026-03-23T08:00:00.000Z 2026-03-30T07:00:00.000Z$/)
  assert.match(told('2026-03-30T06:30:00Z', ...turns), / 2026-03-23T08:00:00.000Z/)
  assert.match(told('2026-03-30T07:00:00Z', ...turns), / 2026-03-30T07:00:00.000Z/)
})

test('a rule is followed as it is written', () => {
  const from = (rule: string, start = '20200101T090000Z', length = 'PT12H') =>
    told(noon, event(`DTSTART:${start}`, `DURATION:${length}`, `RRULE:${rule}`, 'SUMMARY:Ada'))
  const ok = 'Ada 2026-11-17T09:00:00.000Z 2026-11-17T21:00:00.000Z'
  for (const rule of [
    'FREQ=DAILY',
    'FREQ=WEEKLY;BYDAY=MO,TU',
    'FREQ=WEEKLY;BYDAY=TU;WKST=SU',
    'FREQ=MONTHLY;BYDAY=3TU',
    'FREQ=MONTHLY;BYMONTHDAY=17',
    'FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=17',
    'FREQ=DAILY;UNTIL=20261117T090000Z',
    'FREQ=DAILY;UNTIL=20261117',
    'FREQ=HOURLY;BYHOUR=9',
  ])
    assert.equal(from(rule), ok, rule)
  assert.equal(from('FREQ=DAILY;COUNT=3', '20261115T090000Z'), ok)
  for (const rule of [
    'FREQ=WEEKLY;BYDAY=WE,TH,FR',
    'FREQ=DAILY;UNTIL=20261116T235959Z',
    'FREQ=DAILY;UNTIL=20261116',
    'FREQ=DAILY;COUNT=100',
    'FREQ=MONTHLY;BYDAY=2TU',
  ])
    assert.equal(from(rule), 'nobody', rule)
})

test('past years are skipped, without changing the result', () => {
  const days = fc.uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), { maxLength: 4 })
  const rules = fc.record({
    freq: fc.constantFrom('DAILY', 'WEEKLY'),
    // In steps of 7 days it may never reach a day that it names, which the library looks for endlessly.
    interval: fc.integer({ min: 1, max: 6 }),
    days,
    week: fc.constantFrom('MO', 'SU'),
    start: fc.integer({ min: 0, max: 900 }),
    hours: fc.integer({ min: 1, max: 400 }),
  })
  fc.assert(
    fc.property(rules, ({ freq, interval, days, week, start, hours }) => {
      const begin = new Date(Date.UTC(2024, 0, 1 + start)).toISOString().slice(0, 10).replaceAll('-', '')
      const byDay = days.length === 0 ? '' : `;BYDAY=${days.join()}`
      const rule = `RRULE:FREQ=${freq};INTERVAL=${interval};WKST=${week}${byDay}`
      const entry = (last: string) =>
        event(`DTSTART;TZID=Europe/Berlin:${begin}T090000`, `DURATION:PT${hours}H`, last, 'SUMMARY:Ada')
      // A rule with a count is followed from its start.
      assert.equal(told(noon, entry(rule)), told(noon, entry(`${rule};COUNT=9000`)), entry(rule))
    }),
    { numRuns: 150 },
  )
})

test('an excluded day has nobody, however it is written', () => {
  const daily = (...more: readonly string[]) =>
    told(
      noon,
      event(
        'DTSTART;TZID=Europe/Berlin:20200101T090000',
        'DURATION:PT12H',
        'RRULE:FREQ=DAILY',
        'SUMMARY:Ada',
        ...more,
      ),
    )
  assert.match(daily(), /^Ada/)
  for (const left of [
    'EXDATE;TZID=Europe/Berlin:20261116T090000,20261117T090000',
    'EXDATE:20261117T080000Z',
    'EXDATE;VALUE=DATE:20261117',
  ])
    assert.equal(daily(left), 'nobody', left)
  assert.match(daily('EXDATE:20261118T080000Z'), /^Ada/)
})

test('a single time that was added counts, with its own end where it has one', () => {
  const added = (line: string) =>
    told(noon, event('DTSTART:20261001T080000Z', 'DURATION:PT8H', line, 'SUMMARY:Ada'))
  assert.match(added('RDATE:20261117T080000Z'), /T08:00:00.000Z 2026-11-17T16:00/)
  assert.match(added('RDATE;VALUE=PERIOD:20261117T080000Z/PT5H'), /T08:00:00.000Z 2026-11-17T13:00/)
  assert.match(added('RDATE;VALUE=PERIOD:20261117T080000Z/20261117T140000Z'), /2026-11-17T14:00/)
  assert.equal(added('RDATE:20261116T080000Z'), 'nobody')
})

test('a single time in another zone than the first is as long as the others', () => {
  const until = (...lines: readonly string[]) =>
    told('2026-11-17T18:10:00Z', event(...lines, 'SUMMARY:Ada'))
      .split(' ')
      .at(-1)
  const end = '2026-11-18T00:10:43.000Z'
  const utc = 'RDATE:20261117T161043Z'
  assert.equal(until('DTSTART;TZID=America/New_York:20261001T080000', 'DURATION:PT8H', utc), end)
  const tokyo = ['DTSTART;TZID=Asia/Tokyo:20261001T080000', 'DTEND;TZID=Asia/Tokyo:20261001T160000']
  assert.equal(until(...tokyo, utc), end)
  const newYork = 'RDATE;TZID=America/New_York:20261117T111043'
  assert.equal(until('DTSTART:20261001T080000Z', 'DTEND:20261001T160000Z', newYork), end)
})

test('one occurrence of a recurring entry can be reassigned, moved or cancelled', () => {
  const ada = event('DTSTART:20200101T080000Z', 'DURATION:PT12H', 'RRULE:FREQ=DAILY', 'SUMMARY:Ada')
  const instead = (...lines: readonly string[]) => event('RECURRENCE-ID:20261117T080000Z', ...lines)
  const bob = ['DTSTART:20261117T080000Z', 'DURATION:PT12H', 'SUMMARY:Bob']
  assert.match(told(noon, ada, instead(...bob)), /^Bob/)
  assert.match(told(noon, instead(...bob), ada), /^Bob/, 'in any order')
  assert.equal(told(noon, ada, instead(...bob, 'STATUS:CANCELLED')), 'nobody')
  const later = instead('DTSTART:20261117T140000Z', 'DURATION:PT2H', 'SUMMARY:Ada')
  assert.equal(told(noon, ada, later), 'nobody')
  assert.match(told('2026-11-17T15:00:00Z', ada, later), /^Ada 2026-11-17T14:00/)
  const byDay = event('RECURRENCE-ID;VALUE=DATE:20261117', ...bob)
  assert.match(told(noon, ada, byDay), /^Bob/)
  const moved = event('RECURRENCE-ID:20261120T080000Z', ...today, 'SUMMARY:Cy')
  assert.match(told(noon, moved), /^Cy/, 'even if the rest is not in the feed')
})

test('a cancelled occurrence is nobody’s', () => {
  assert.equal(told(noon, event(...today, 'SUMMARY:Ada', 'STATUS:CANCELLED')), 'nobody')
  const daily = ['DTSTART:20200101T080000Z', 'DURATION:PT12H', 'RRULE:FREQ=DAILY', 'SUMMARY:Ada']
  assert.equal(told(noon, event(...daily, 'STATUS:CANCELLED')), 'nobody')
  assert.match(told(noon, event(...today, 'SUMMARY:Ada', 'STATUS:TENTATIVE', 'TRANSP:TRANSPARENT')), /^Ada/)
})

test('of several at once, the one that started last counts, then the one that ends first', () => {
  const week = event('UID:w', 'DTSTART:20261116T080000Z', 'DURATION:P1W', 'SUMMARY:Week')
  const day = event('UID:d', ...today, 'SUMMARY:Day')
  const short = event('UID:s', 'DTSTART:20261117T080000Z', 'DURATION:PT6H', 'SUMMARY:Short')
  assert.match(told(noon, week, day), /^Day/)
  assert.match(told(noon, day, short, week), /^Short/)
  assert.match(told('2026-11-17T15:00:00Z', day, short, week), /^Day/)
  const twin = event('UID:a', ...today, 'SUMMARY:Twin')
  assert.match(told(noon, day, twin), /^Twin/, 'and it is the same one each time')
})

test('the attendee is on call, else the person in the title, else the organiser', () => {
  const person = (...lines: readonly string[]) => {
    const { name, email } = shiftAt(noon, event(...today, ...lines)) ?? {}
    return [name, email]
  }
  const ada = 'ATTENDEE;CN="Lovelace, Ada";PARTSTAT=ACCEPTED:mailto:ada@example.com'
  const organizer = 'ORGANIZER;CN=Boss:mailto:boss@example.com'
  assert.deepEqual(person(ada, organizer, 'SUMMARY:x'), ['Lovelace, Ada', 'ada@example.com'])
  assert.deepEqual(person('ATTENDEE;CN=ada@example.com:MAILTO:ada@example.com'), [null, 'ada@example.com'])
  assert.deepEqual(
    person(
      'ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.com',
      'ATTENDEE;CUTYPE=ROOM:mailto:room@example.com',
      'ATTENDEE;CUTYPE=GROUP;CN=List:mailto:list@example.com',
      'ATTENDEE;ROLE=NON-PARTICIPANT;CN=Fyi:mailto:fyi@example.com',
      ada,
    ),
    ['Lovelace, Ada', 'ada@example.com'],
  )
  assert.deepEqual(person('SUMMARY:On call: Ada Lovelace', organizer), ['Ada Lovelace', null])
  assert.deepEqual(person('SUMMARY:ada@example.com'), [null, 'ada@example.com'])
  assert.deepEqual(person('SUMMARY:Ada\\n\\nLovelace'), ['Ada Lovelace', null])
  assert.deepEqual(person('SUMMARY:Ada (ada@example.com)\\, days'), [
    'Ada (ada@example.com), days',
    'ada@example.com',
  ])
  assert.deepEqual(person(organizer), ['Boss', 'boss@example.com'])
  assert.equal(told(noon, event(...today, 'SUMMARY: ', 'ORGANIZER:https://example.com')), 'nobody')
  const under = event('UID:u', 'DTSTART:20261116T080000Z', 'DURATION:P1W', 'SUMMARY:Ada')
  assert.match(told(noon, event(...today), under), /^Ada/, 'an entry that names nobody hides nobody')
})

test('folded lines, other line ends and several calendars in one feed are read', () => {
  const folded = calendar(event(...today, 'SUMMARY:Ada Love\r\n lace'))
  assert.equal(currentShift(folded, Date.parse(noon))?.name, 'Ada Lovelace')
  const plain = folded.replaceAll('\r\n', '\n')
  assert.equal(currentShift(plain, Date.parse(noon))?.name, 'Ada Lovelace')
  assert.equal(currentShift(`${calendar()}${folded}`, Date.parse(noon))?.name, 'Ada Lovelace')
})

test('what cannot be read is an error, and never a guess', () => {
  for (const [lines, says] of [
    [['DTSTART:20261317T080000Z'], /time cannot be read/],
    [['DTSTART:soon'], /cannot be read/],
    [['DTSTART:20261117T080000Z', 'DURATION:long'], /cannot be read/],
    [['DTSTART:20261117T080000Z', 'RRULE:FREQ=NEVER'], /cannot be read/],
    [['DTSTART:20200101T080000Z', 'DURATION:P1D', 'RRULE:FREQ=SECONDLY'], /recurs too often/],
    [['DTSTART:20240514T060000Z', 'RRULE:FREQ=YEARLY;BYWEEKNO=20;BYDAY=TU'], /svc cannot follow/],
    [['DTSTART:20240514T060000Z', 'RRULE:FREQ=DAILY;COUNT=0'], /svc cannot follow|cannot be read/],
    [['DTSTART:20240514T060000Z', 'RRULE:FREQ=DAILY;COUNT=-1'], /svc cannot follow|cannot be read/],
    [['DTSTART:20240514T060000Z', 'RRULE:FREQ=DAILY;INTERVAL=0'], /svc cannot follow|cannot be read/],
    [['DTSTART:20240514T060000Z', 'RRULE:FREQ=DAILY;INTERVAL=-1'], /svc cannot follow|cannot be read/],
    [['DTSTART:20240514T060000Z', 'RRULE:FREQ=DAILY;FOO=1'], /svc cannot follow|cannot be read/],
    [['DTSTART:20240514T060000Z', 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=WEEKLY'], /EXRULE/],
  ] as const)
    assert.throws(() => told(noon, event(...lines)), says, lines.join())
  assert.throws(() => told(noon, 'X-WR-TIMEZONE:Mars/Base', event(...today, 'SUMMARY:Ada')), /time zone/)
  assert.throws(() => currentShift('BEGIN:VCALENDAR\r\n', 0), /cannot be read/)
  assert.equal(told(noon, event('SUMMARY:without a time')), 'nobody')
})
