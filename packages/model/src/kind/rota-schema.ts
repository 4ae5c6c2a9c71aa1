import { limits } from './field.ts'
import { notBlank, worded } from './patterns.ts'
import { timeZoneWords, weekdays } from './rota.ts'
import { arrayOf, closedObject, dateTime, type JsonSchema, orNull } from './schema.ts'

const rotaLimits = { people: 50, overrides: 100, everyDays: 366 } as const

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
      title: 'E-mail',
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
    title: 'Days in a turn',
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
