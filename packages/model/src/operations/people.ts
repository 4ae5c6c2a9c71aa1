import { arrayOf, closedObject, type JsonSchema } from '../kind/schema.ts'
import { type Responsibility, responsibilities } from '../kind/field.ts'
import { canHandOver, handedOverKinds, responsiblePlaces } from './responsible.ts'
import type { Operation } from './operation.ts'

/** How much of what somebody is responsible for one answer shows, and one hand-over moves. */
export const responsibilityLimits = { shown: 200, usuallyShown: 20, moved: 500, refusals: 20 } as const

const text: JsonSchema = { type: 'string' }
const count: JsonSchema = { type: 'integer', minimum: 0 }
const placed = [...new Set(responsiblePlaces.map(({ kind }) => kind.name))]
const keys = [...new Set(responsiblePlaces.map(({ key }) => key))]
const movable = responsiblePlaces.filter(canHandOver)

/** What somebody is responsible for by one field of one kind. */
export interface ResponsibilityPart {
  readonly responsibility: Responsibility
  readonly kind: string
  readonly field: string
  readonly count: number
  readonly canHandOver: boolean
  readonly truncated: boolean
  readonly records: readonly { readonly id: string; readonly name: string }[]
}

export interface Responsibilities {
  readonly uid: string
  readonly isActive: boolean
  readonly responsibilities: readonly ResponsibilityPart[]
}

export interface HandOverRequest {
  readonly toUid?: string
  readonly kinds?: readonly string[]
  readonly dryRun?: boolean
}

export interface HandOverPart {
  readonly responsibility: Responsibility
  readonly kind: string
  readonly field: string
  readonly moved: number
  readonly left: number
}

export interface HandOver {
  readonly uid: string
  readonly toUid: string
  readonly dryRun: boolean
  readonly moved: number
  readonly left: number
  readonly parts: readonly HandOverPart[]
  readonly refused: readonly {
    readonly kind: string
    readonly id: string
    readonly message: string
  }[]
}

const place = {
  responsibility: {
    type: 'string',
    enum: responsibilities,
    description: 'What they do. What they own is what the teams that they lead own.',
  },
  kind: { type: 'string', enum: placed },
  field: { type: 'string', enum: keys, description: 'The field that says so.' },
} as const satisfies Readonly<Record<string, JsonSchema>>

export const getResponsibilities = {
  id: 'getResponsibilities',
  method: 'GET',
  path: '/users/{uid}/responsibilities',
  summary: 'What is a member responsible for?',
  about:
    'Everything in the mode of the credential that names them: teams they lead and what these own, teams they are in, what they are on call for, and open issues assigned to them. Finished issues are history. Deactivated members are answered for like others.',
  group: 'Users',
  scope: 'read',
  query: {
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: responsibilityLimits.shown,
      default: responsibilityLimits.usuallyShown,
      description: 'How many records of each sort are named at the most; the counts are of all.',
    },
  },
  success: {
    status: 200,
    about: 'One part for each field that can name a member or their team, also where it names none.',
    schema: {
      ...closedObject({
        uid: text,
        isActive: { type: 'boolean' },
        responsibilities: arrayOf(
          closedObject({
            ...place,
            count: { ...count, description: 'How many there are.' },
            canHandOver: { type: 'boolean', description: 'Whether a hand-over moves them.' },
            truncated: { type: 'boolean', description: 'There are more than are named.' },
            records: { ...arrayOf(closedObject({ id: text, name: text })), description: 'The newest first.' },
          } satisfies Readonly<Record<keyof ResponsibilityPart, JsonSchema>>),
        ),
      } satisfies Readonly<Record<keyof Responsibilities, JsonSchema>>),
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
  about: `Puts another active member in their place, record by record, each with an event of its own. At most ${responsibilityLimits.moved} records are moved at a time: repeat it while \`left\` falls. It moves what is in the mode of the credential, and needs the admin scope.`,
  group: 'Users',
  scope: 'admin',
  ofMode: true,
  body: {
    ...closedObject(
      {
        toUid: { type: 'string', minLength: 1, maxLength: 200, description: 'The member who takes it on.' },
        kinds: {
          ...arrayOf({ type: 'string', enum: handedOverKinds }, handedOverKinds.length),
          minItems: 1,
          description: 'Only records of these kinds; all that can be handed over unless said.',
        },
        dryRun: { type: 'boolean', description: 'Only says what would be moved.' },
      } satisfies Readonly<Record<keyof HandOverRequest, JsonSchema>>,
      [],
    ),
  },
  bodyRule: { required: ['toUid'] },
  bodyExample: { toUid: 'usr_…', kinds: ['issue'], dryRun: true },
  success: {
    status: 200,
    about: 'What was moved, or would be, and what is left.',
    schema: {
      ...closedObject({
        uid: text,
        toUid: text,
        dryRun: { type: 'boolean' },
        moved: { ...count, description: 'How many places were theirs and are not any more.' },
        left: { ...count, description: 'How many still are: repeat it, unless they were refused.' },
        parts: arrayOf(
          closedObject({ ...place, moved: count, left: count } satisfies Readonly<
            Record<keyof HandOverPart, JsonSchema>
          >),
        ),
        refused: {
          ...arrayOf(closedObject({ kind: place.kind, id: text, message: text })),
          description: `Records that could not be changed, and why; at most ${responsibilityLimits.refusals}.`,
        },
      } satisfies Readonly<Record<keyof HandOver, JsonSchema>>),
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
