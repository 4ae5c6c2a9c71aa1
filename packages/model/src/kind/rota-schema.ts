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

/** The message for a text that is not a time zone. */
export const timeZoneWords = 'must be a time zone such as Europe/Berlin, or UTC'

const rotaLimits = { people: 50, overrides: 100, everyDays: 366 } as const

export const emailPattern = worded('^[^\\s@]+@[^\\s@]+$', 'must be an e-mail address such as ada@example.com')

const nullableText = (more: Parameters<typeof shape.text>[0]) => shape.nullable(shape.text(more))

const personParts = {
  uid: nullableText({
    description: 'The id of a member, whose name and e-mail address are used.',
    [means]: { recordOf: 'user' },
  }),
  name: nullableText({
    maxLength: limits.name,
    pattern: notBlank,
    description: 'The name of somebody who is not a member.',
  }),
  email: nullableText({
    title: 'E-mail',
    maxLength: limits.name,
    pattern: emailPattern,
    description: 'Their e-mail address. If it is a member’s, that member is linked.',
    [means]: 'email',
  }),
  phone: nullableText({
    maxLength: 64,
    pattern: notBlank,
    description: 'Their phone number.',
    [means]: 'phone',
  }),
}

const personShape = (description?: string) =>
  shape.object(personParts, {
    required: [],
    examples: [
      { name: 'Ada Lovelace', email: 'ada@example.com', phone: '+44 20 7946 0001' },
      { name: 'Grace Hopper', email: 'grace@example.com' },
    ],
    ...(description !== undefined && { description }),
    [means]: 'person',
  })

/** A member, or somebody else. */
const person = personShape()
export type RotaPerson = ValueIn<typeof person>

const handover = shape.object(
  {
    weekday: shape.nullable(
      shape.enum(weekdays, {
        description:
          'The day of a handover. If a turn is not a whole number of weeks, handovers are counted from this day. Defaults to the day on which the rotation starts.',
      }),
    ),
    time: shape.text({
      pattern: worded('^([01][0-9]|2[0-3]):[0-5][0-9]$', 'must be a time of day such as 09:00'),
      examples: ['09:00', '17:30'],
      description: 'The local time of the handover.',
      [means]: 'timeOfDay',
    }),
    timeZone: shape.text({
      maxLength: 64,
      pattern: worded('^(UTC|GMT|[A-Za-z]+(/[A-Za-z0-9_+-]+)+)$', timeZoneWords),
      examples: ['Europe/Berlin', 'UTC'],
      description: 'The time zone, such as `Europe/Berlin`.',
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
      description: 'How long a turn is, in days of local time.',
    }),
    startsAt: shape.dateTime({ description: 'When the first turn begins.' }),
    handover,
  },
  { description: 'How they take turns.' },
)
export type Rotation = ValueIn<typeof rotation>

const override = shape.object({
  from: shape.dateTime({ examples: ['2026-12-24T08:00:00.000Z'], description: 'When it begins.' }),
  to: shape.dateTime({ examples: ['2026-12-27T08:00:00.000Z'], description: 'When it ends.' }),
  person: personShape('Who is on call instead.'),
})

/** Who is on call if no service knows it: stored as given. */
export const rotaSchema = shape.object(
  {
    people: shape.array(person, {
      maxItems: rotaLimits.people,
      minItems: 1,
      description: 'The people in the order of their turns. Without a rotation, the first is on call.',
    }),
    until: shape.nullable(
      shape.dateTime({
        examples: ['2027-06-30T16:00:00.000Z'],
        description: 'When the rota ends. After that nobody is on call, except by an override.',
      }),
    ),
    rotation: shape.nullable(rotation),
    overrides: shape.nullable(
      shape.array(override, {
        maxItems: rotaLimits.overrides,
        description:
          'Who is on call instead for a limited time, whoever’s turn it is. If two overlap, the later one in the list counts.',
      }),
    ),
  },
  { required: ['people'] },
)
export type Rota = ValueIn<typeof rotaSchema>

/** A person in JSON Schema: a member, or a name with contact details. */
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

/** Further rules for a rota, as far as JSON Schema can express them. */
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
