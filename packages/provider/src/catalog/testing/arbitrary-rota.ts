import { weekdays } from '@svc/model'
import fc from 'fast-check'

const moment = (from: string, to: string): fc.Arbitrary<string> =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map((time) => time.toISOString())

const words = (...some: readonly string[]): fc.Arbitrary<string | null> => fc.constantFrom(...some, null)

const person = (uids: readonly string[]): fc.Arbitrary<object> => {
  const other = fc.record({
    name: fc.constantFrom('Ada', 'Łukasz', '山田'),
    email: words('ada@example.com'),
    phone: words('+49 30 1234'),
  })
  return uids.length > 0
    ? fc.oneof(
        other,
        fc.constantFrom(...uids).map((uid) => ({ uid })),
      )
    : other
}

const rotation = fc.record({
  everyDays: fc.integer({ min: 1, max: 366 }),
  startsAt: moment('2020-01-01', '2027-01-01'),
  handover: fc.record({
    weekday: fc.constantFrom(...weekdays, null),
    time: fc.constantFrom('00:00', '02:30', '23:59'),
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe'),
  }),
})

/** A rota as the rules over its parts want it. */
export const arbitraryRota = (uids: readonly string[]): fc.Arbitrary<object> =>
  fc.record({
    people: fc.array(person(uids), { minLength: 1, maxLength: 4 }),
    until: fc.option(moment('2028-01-01', '2030-01-01')),
    rotation: fc.option(rotation),
    overrides: fc.option(
      fc.array(
        fc.record({
          from: moment('2026-01-01', '2027-01-01'),
          to: moment('2027-01-02', '2028-01-01'),
          person: person(uids),
        }),
        { maxLength: 3 },
      ),
    ),
  })
