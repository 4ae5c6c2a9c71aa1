import { limits } from './field.ts'
import { arrayOf, closedObject, dateTime, type JsonSchema, orNull } from './schema.ts'
import { notBlank, worded } from './patterns.ts'

/** In the order of their numbers in ISO 8601: Monday is 1. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const
export type Weekday = (typeof weekdays)[number]

/** A member, or somebody who is none. */
export interface RotaPerson {
  readonly uid?: string | null
  readonly name?: string | null
  readonly email?: string | null
  readonly phone?: string | null
}

export interface Rotation {
  readonly everyDays: number
  readonly startsAt: string
  readonly handover: {
    readonly weekday?: Weekday | null
    /** On the clocks of the time zone, such as 09:00. */
    readonly time: string
    readonly timeZone: string
  }
}

export interface RotaOverride {
  readonly from: string
  readonly to: string
  readonly person: RotaPerson
}

/** Who is on call, where no service knows it: kept as it was given. */
export interface Rota {
  readonly people: readonly RotaPerson[]
  readonly until?: string | null
  readonly rotation?: Rotation | null
  readonly overrides?: readonly RotaOverride[] | null
}

export const rotaLimits = { people: 50, overrides: 100, everyDays: 366 } as const

/** People who are not members, as they stand in examples. */
const somebody = [
  { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0001' },
  { name: 'Grace Hopper', email: 'grace@example.com' },
]

const personParts: JsonSchema = closedObject(
  {
    uid: {
      type: ['string', 'null'],
      description: 'A member. Their name and address are the member’s own.',
    },
    name: {
      type: ['string', 'null'],
      maxLength: limits.name,
      pattern: notBlank,
      description: 'Somebody who is not a member.',
    },
    email: {
      type: ['string', 'null'],
      maxLength: limits.name,
      pattern: worded('^[^\\s@]+@[^\\s@]+$', 'must be an e-mail address such as ada@example.com'),
      description: 'Their e-mail address; a member who has it is linked.',
    },
    phone: {
      type: ['string', 'null'],
      maxLength: 64,
      pattern: notBlank,
      description: 'Where to call them.',
    },
  },
  [],
)

const person: JsonSchema = { ...personParts, examples: somebody }

const timeZoneWords = 'must be a time zone by its area and city, such as Europe/Berlin, or UTC'

const handover: JsonSchema = {
  ...closedObject(
    {
      weekday: {
        type: ['string', 'null'],
        enum: [...weekdays, null],
        description:
          'The day of a handover, or, where a turn is not a number of whole weeks, of the one that the others are counted from. Without it, the day that the rotation starts on.',
      },
      time: {
        type: 'string',
        pattern: worded('^([01][0-9]|2[0-3]):[0-5][0-9]$', 'must be a time of day such as 09:00'),
        examples: ['09:00', '17:30'],
        description: 'When, on the clocks of the time zone.',
      },
      timeZone: {
        type: 'string',
        maxLength: 64,
        pattern: worded('^(UTC|GMT|[A-Za-z]+(/[A-Za-z0-9_+-]+)+)$', timeZoneWords),
        examples: ['Europe/Berlin', 'UTC'],
        description: 'Whose clocks count, such as `Europe/Berlin`.',
      },
    },
    ['time', 'timeZone'],
  ),
  description: 'When one turn ends and the next begins.',
}

const rotation: JsonSchema = closedObject({
  everyDays: {
    type: 'integer',
    minimum: 1,
    maximum: rotaLimits.everyDays,
    description: 'How long a turn is, in days on the clocks of the time zone.',
  },
  startsAt: { ...dateTime, description: 'When the first turn begins.' },
  handover,
})

const override: JsonSchema = closedObject({
  from: { ...dateTime, examples: ['2026-12-24T08:00:00.000Z'], description: 'From when.' },
  to: { ...dateTime, examples: ['2026-12-27T08:00:00.000Z'], description: 'Until when.' },
  person: { ...person, description: 'Who stands in.' },
})

export const rotaSchema: JsonSchema = closedObject(
  {
    people: {
      ...arrayOf(person, rotaLimits.people),
      minItems: 1,
      description: 'In the order of their turns. Without a rotation, the first of them is on call.',
    },
    until: {
      ...orNull(dateTime),
      examples: ['2027-06-30T16:00:00.000Z'],
      description: 'When this ends: from then on it puts nobody on call, except by an override.',
    },
    rotation: { ...orNull(rotation), description: 'How they take turns.' },
    overrides: {
      ...orNull(arrayOf(override, rotaLimits.overrides)),
      description:
        'Who stands in for a while, whoever’s turn it is. Where two overlap, the later in the list counts.',
    },
  },
  ['people'],
)

/** A person as JSON Schema can say it: a member, or a name with ways to reach them. */
const eitherPerson: JsonSchema = {
  oneOf: [
    {
      type: 'object',
      properties: {
        uid: { type: 'string' },
        name: { type: 'null' },
        email: { type: 'null' },
        phone: { type: 'null' },
      },
      required: ['uid'],
    },
    { type: 'object', properties: { uid: { type: 'null' }, name: { type: 'string' } }, required: ['name'] },
  ],
}

/** What else holds of a rota, as far as JSON Schema can say it. */
export const rotaRule: JsonSchema = {
  properties: {
    manual: {
      properties: {
        people: { items: eitherPerson },
        overrides: { items: { properties: { person: eitherPerson } } },
      },
    },
  },
}

/** A person, and where in a rota they stand. */
export interface RotaPlace {
  readonly path: string
  readonly person: RotaPerson
}

export const placesIn = ({ people, overrides }: Rota): readonly RotaPlace[] => [
  ...people.map((one, index) => ({ path: `people/${index}`, person: one })),
  ...(overrides ?? []).map((one, index) => ({ path: `overrides/${index}/person`, person: one.person })),
]

interface RotaFault {
  readonly part: string
  /** Completing "<part> …". */
  readonly about: string
}

/** What is wrong with a rota whose parts are each as they should be. */
export function rotaFault(rota: Rota): RotaFault | undefined {
  const { until, rotation: turns, overrides } = rota
  for (const { path, person: one } of placesIn(rota)) {
    const about = personFault(one)
    if (about !== undefined) return { part: path, about }
  }
  if (turns && !isTimeZone(turns.handover.timeZone))
    return {
      part: 'rotation/handover/timeZone',
      about: `${timeZoneWords}, not ${JSON.stringify(turns.handover.timeZone)}`,
    }
  if (turns && until && timeOf(until) <= timeOf(turns.startsAt))
    return { part: 'until', about: 'must be later than the start of the rotation' }
  const backward = (overrides ?? []).findIndex(({ from, to }) => timeOf(to) <= timeOf(from))
  return backward === -1 ? undefined : { part: `overrides/${backward}/to`, about: 'must be later than from' }
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

function personFault({ uid, name, email, phone }: RotaPerson): string | undefined {
  if (isGiven(uid) === isGiven(name)) return 'must have exactly one of uid (a member) and name (anybody else)'
  return isGiven(uid) && (isGiven(email) || isGiven(phone))
    ? 'has a uid, so email and phone must be left out'
    : undefined
}

const timeOf = (text: string): number => Date.parse(text)

/** Turns are worked out with Temporal, which knows fewer of the old names; a browser may not have it. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return typeof Temporal === 'undefined' || new Temporal.ZonedDateTime(0n, name) !== undefined
  } catch {
    return false
  }
}

/** The addresses of people who are named without being members; some may be members' all the same. */
export const addressesIn = (rota: Rota): readonly string[] =>
  placesIn(rota).flatMap(({ person: { email } }) => (typeof email === 'string' ? email.toLowerCase() : []))

/** The members whom a rota names, each with the place that names them. */
export const membersIn = (rota: Rota): readonly { readonly path: string; readonly id: string }[] =>
  placesIn(rota).flatMap(({ path, person: { uid } }) =>
    typeof uid === 'string' ? { path: `${path}/uid`, id: uid } : [],
  )

/** The same rota with another member wherever one of them stood. Who would have two turns in a row keeps them. */
export function withMember(rota: Rota, from: string, to: string): Rota {
  const put = (one: RotaPerson): RotaPerson => (one.uid === from ? { ...one, uid: to } : one)
  const { people, overrides } = rota
  return {
    ...rota,
    people: people.map(put),
    ...(overrides && { overrides: overrides.map((one) => ({ ...one, person: put(one.person) })) }),
  }
}
