import { contactsRule, contactsSchema } from '../kind/contacts.ts'
import { responsibilities } from '../kind/field.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { canHandOver, handedOverKinds, responsiblePlaces } from './responsible.ts'
import { user } from '../kinds/user.ts'
import { type Operation, recordOf } from './operation.ts'

/** How many responsibilities one answer shows, and one hand-over moves. */
export const responsibilityLimits = { shown: 200, defaultShown: 20, moved: 500, refusals: 20 } as const

const placed = [...new Set(responsiblePlaces.map(({ kind }) => kind.name))]
const keys = [...new Set(responsiblePlaces.map(({ key }) => key))]
const movable = responsiblePlaces.filter(canHandOver)

const kind = shape.enum(placed)
const place = {
  responsibility: shape.enum(responsibilities, {
    description: 'The kind of responsibility. What they own is what the teams they lead own.',
  }),
  kind,
  field: shape.enum(keys, { description: 'The field that names them.' }),
}

const part = shape.object({
  ...place,
  count: shape.integer({ minimum: 0, description: 'The total number.' }),
  canHandOver: shape.boolean({ description: 'Whether a hand-over moves them.' }),
  truncated: shape.boolean({ description: 'Whether there are more than are listed.' }),
  records: shape.array(shape.object({ id: shape.text(), name: shape.text() }), {
    description: 'The newest first.',
  }),
})

/** What somebody is responsible for by one field of one kind. */
export type ResponsibilityPart = ValueIn<typeof part>

const allParts = shape.object({
  uid: shape.text(),
  isActive: shape.boolean(),
  responsibilities: shape.array(part),
})

export type Responsibilities = ValueIn<typeof allParts>

const handOverRequest = shape.object(
  {
    toUid: shape.text({ minLength: 1, maxLength: 200, description: 'The member who takes over.' }),
    kinds: shape.array(shape.enum(handedOverKinds), {
      maxItems: handedOverKinds.length,
      minItems: 1,
      description: 'Only records of these kinds; by default, all that can be handed over.',
    }),
    dryRun: shape.boolean({ description: 'Only report what would be moved.' }),
  },
  { required: [] },
)

export type HandOverRequest = ValueIn<typeof handOverRequest>

const count = shape.integer({ minimum: 0 })
const handedOver = shape.object({
  uid: shape.text(),
  toUid: shape.text(),
  dryRun: shape.boolean(),
  moved: { ...count, description: 'How many references to them were moved.' },
  left: {
    ...count,
    description: 'How many references are left: repeat the request, unless they were refused.',
  },
  parts: shape.array(shape.object({ ...place, moved: count, left: count })),
  refused: shape.array(shape.object({ kind, id: shape.text(), message: shape.text() }), {
    description: `Records that could not be changed, and why; at most ${responsibilityLimits.refusals}.`,
  }),
})

export type HandOver = ValueIn<typeof handedOver>

export const getResponsibilities = {
  id: 'getResponsibilities',
  method: 'GET',
  path: '/users/{uid}/responsibilities',
  summary: 'Get what a member is responsible for',
  about:
    'Everything in the mode of the credential that names them: teams they lead and what these own, teams they are in, what they are on call for, and open issues assigned to them. Finished issues are not included. Deactivated members are included like others.',
  group: 'Users',
  scope: 'read',
  query: {
    limit: shape.integer({
      minimum: 1,
      maximum: responsibilityLimits.shown,
      default: responsibilityLimits.defaultShown,
      description: 'Maximum number of records to list for each responsibility; counts are always totals.',
    }),
  },
  success: {
    status: 200,
    about: 'One entry for each field that can name a member or their team, even if its count is 0.',
    schema: {
      ...allParts,
      title: 'Responsibilities',
      examples: [
        {
          uid: 'usr_01jcq8z3v1000a7k2m9x4q6r8t',
          isActive: false,
          responsibilities: [
            {
              ...{ responsibility: 'leads', kind: 'team', field: 'leadUid' },
              ...{ count: 1, canHandOver: true, truncated: false },
              records: [{ id: 'team_01jcq8z3v1000a7k2m9x4q6r8t', name: 'Payments' }],
            },
          ],
        },
      ],
    },
  },
} as const satisfies Operation

export const handOver = {
  id: 'handOver',
  method: 'POST',
  path: '/users/{uid}/hand-over',
  summary: 'Hand over what a member is responsible for',
  about: `Puts another active member in their place, record by record, each with its own event. At most ${responsibilityLimits.moved} records are moved at a time: repeat it while \`left\` decreases. It moves records in the mode of the credential, and needs the admin scope.`,
  group: 'Users',
  scope: 'admin',
  ofMode: true,
  body: handOverRequest,
  bodyRule: { required: ['toUid'] },
  bodyExample: { toUid: 'usr_…', kinds: ['issue'], dryRun: true },
  success: {
    status: 200,
    about: 'What was or would be moved, and what is left.',
    schema: {
      ...handedOver,
      title: 'HandOver',
      examples: [
        {
          uid: 'usr_01jcq8z3v1000a7k2m9x4q6r8t',
          toUid: 'usr_01jcq8z3v1000b7k2m9x4q6r8t',
          ...{ dryRun: false, moved: movable.length, left: 0 },
          parts: movable.map(({ responsibility, kind, key }) => ({
            ...{ responsibility, kind: kind.name, field: key },
            ...{ moved: 1, left: 0 },
          })),
          refused: [],
        },
      ],
    },
  },
} as const satisfies Operation

export const setContacts = {
  id: 'setContacts',
  method: 'PUT',
  path: '/users/{uid}/contacts',
  summary: 'Say how a member can be reached',
  about:
    'Replaces the ways to reach a member, the best first; everyone in the organisation can read them. Members change their own; those of others need the admin scope.',
  group: 'Users',
  scope: 'write',
  // Everyone may say how they are reached, even a viewer.
  scopeWaivedFor: 'sessions',
  body: shape.object({ contacts: contactsSchema }, { required: [] }),
  bodyRule: { required: ['contacts'], properties: { contacts: contactsRule } },
  bodyExample: {
    contacts: [
      { type: 'phone', value: '+44 20 7946 0001' },
      { type: 'chat', value: 'https://acme.slack.com/team/U024BE7LH' },
    ],
  },
  success: { status: 200, about: 'The member.', schema: recordOf(user) },
} as const satisfies Operation
