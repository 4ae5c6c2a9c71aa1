import { limits } from './field.ts'
import { notBlank, worded } from './patterns.ts'
import { type JsonSchema, means } from '../shape/json-schema.ts'
import { shape, type ValueIn } from '../shape/shape.ts'

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

/** What is said of a text that is no time zone. */
export const timeZoneWords = 'must be a time zone by its area and city, such as Europe/Berlin, or UTC'

const rotaLimits = { people: 50, overrides: 100, everyDays: 366 } as const

const nullableText = (more: Parameters<typeof shape.text>[0]) => shape.nullable(shape.text(more))

const personParts = {
  uid: nullableText({
    description: 'A member. Their name and address are the member’s own.',
    [means]: { recordOf: 'user' },
  }),
  name: nullableText({
    maxLength: limits.name,
    pattern: notBlank,
    description: 'Somebody who is not a member.',
  }),
  email: nullableText({
    title: 'E-mail',
    maxLength: limits.name,
    pattern: worded('^[^\\s@]+@[^\\s@]+$', 'must be an e-mail address such as ada@example.com'),
    description: 'Their e-mail address; a member who has it is linked.',
    [means]: 'email',
  }),
  phone: nullableText({
    maxLength: 64,
    pattern: notBlank,
    description: 'Where to call them.',
    [means]: 'phone',
  }),
}

const personSaid = (description?: string) =>
  shape.object(personParts, {
    required: [],
    examples: [
      { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0001' },
      { name: 'Grace Hopper', email: 'grace@example.com' },
    ],
    ...(description !== undefined && { description }),
    [means]: 'person',
  })

/** A member, or somebody who is none. */
const person = personSaid()
export type RotaPerson = ValueIn<typeof person>

const handover = shape.object(
  {
    weekday: shape.nullable(
      shape.enum(weekdays, {
        description:
          'The day of a handover, or, where a turn is not a number of whole weeks, of the one that the others are counted from. Without it, the day that the rotation starts on.',
      }),
    ),
    time: shape.text({
      pattern: worded('^([01][0-9]|2[0-3]):[0-5][0-9]$', 'must be a time of day such as 09:00'),
      examples: ['09:00', '17:30'],
      description: 'When, on the clocks of the time zone.',
      [means]: 'timeOfDay',
    }),
    timeZone: shape.text({
      maxLength: 64,
      pattern: worded('^(UTC|GMT|[A-Za-z]+(/[A-Za-z0-9_+-]+)+)$', timeZoneWords),
      examples: ['Europe/Berlin', 'UTC'],
      description: 'Whose clocks count, such as `Europe/Berlin`.',
      [means]: 'timeZone',
    }),
  },
  { required: ['time', 'timeZone'], description: 'When one turn ends and the next begins.' },
)

const rotation = shape.object(
  {
    everyDays: shape.integer({
      title: 'Days in a turn',
      minimum: 1,
      maximum: rotaLimits.everyDays,
      description: 'How long a turn is, in days on the clocks of the time zone.',
    }),
    startsAt: shape.dateTime({ description: 'When the first turn begins.' }),
    handover,
  },
  { description: 'How they take turns.' },
)
export type Rotation = ValueIn<typeof rotation>

const override = shape.object({
  from: shape.dateTime({ examples: ['2026-12-24T08:00:00.000Z'], description: 'From when.' }),
  to: shape.dateTime({ examples: ['2026-12-27T08:00:00.000Z'], description: 'Until when.' }),
  person: personSaid('Who stands in.'),
})

/** Who is on call, where no service knows it: kept as it was given. */
export const rotaSchema = shape.object(
  {
    people: shape.array(person, {
      maxItems: rotaLimits.people,
      minItems: 1,
      description: 'In the order of their turns. Without a rotation, the first of them is on call.',
    }),
    until: shape.nullable(
      shape.dateTime({
        examples: ['2027-06-30T16:00:00.000Z'],
        description: 'When this ends: from then on it puts nobody on call, except by an override.',
      }),
    ),
    rotation: shape.nullable(rotation),
    overrides: shape.nullable(
      shape.array(override, {
        maxItems: rotaLimits.overrides,
        description:
          'Who stands in for a while, whoever’s turn it is. Where two overlap, the later in the list counts.',
      }),
    ),
  },
  { required: ['people'] },
)
export type Rota = ValueIn<typeof rotaSchema>

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
