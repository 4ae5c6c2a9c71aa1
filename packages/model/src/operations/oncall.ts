import { oncallBinding } from '../kinds/oncall-binding.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

/** The longest range, and the most teams, projects and resources, that one answer is about. */
export const coverageLimits = { days: 35, entities: 200 } as const

const scopes = oncallBinding.fields.scope.schema.enum as readonly ('team' | 'component' | 'resource')[]

const spanFields = { from: shape.dateTime(), to: shape.dateTime() }
const span = shape.object(spanFields)

const shift = shape.object({
  ...spanFields,
  bindingId: shape.text(),
  userName: shape.nullable(shape.text()),
  userEmail: shape.nullable(shape.text()),
  userUid: shape.nullable(shape.text({ description: 'The member, if it is one.' })),
  isOverride: shape.boolean({ description: 'Whether they stand in for whose turn it would be.' }),
})

const gapReasons = ['noRota', 'notStarted', 'ended', 'deactivated'] as const

const gap = shape.object({
  ...spanFields,
  reason: shape.enum(gapReasons, {
    description:
      'There is no rota, it has not started, it has ended, or it is the turn of a deactivated member.',
  }),
})

const entity = shape.object({
  entityKind: shape.enum(scopes, { description: 'A `component` is a project.' }),
  entityId: shape.text(),
  shifts: shape.array(shift, {
    description: 'Who is on call, in order. Shifts of several bindings may overlap.',
  }),
  gaps: shape.array(gap, { description: 'When nobody is on call.' }),
  unknown: shape.array(span, {
    description:
      'When an on-call provider decides, of which svc knows the current shift only: neither covered nor a gap.',
  }),
})

const coverage = shape.object({
  from: shape.dateTime(),
  to: shape.dateTime(),
  coverage: shape.array(entity, { description: 'Only what has an on-call binding.' }),
  isComplete: shape.boolean({
    description: `Whether these are all; otherwise only the ${coverageLimits.entities} whose bindings are the newest: ask for others by \`entityIds\`.`,
  }),
})

export type Coverage = ValueIn<typeof coverage>
export type EntityCoverage = ValueIn<typeof entity>
export type CoverageShift = ValueIn<typeof shift>
export type CoverageGap = ValueIn<typeof gap>

const monday = '2026-11-16T08:00:00.000Z'
const nextMonday = '2026-11-23T08:00:00.000Z'

export const getOnCallCoverage = {
  id: 'getOnCallCoverage',
  method: 'GET',
  path: '/oncall/coverage',
  summary: 'Get who is on call when, and when nobody is',
  about: `The shifts between two moments, at most ${coverageLimits.days} days apart. Rotas kept in svc are calculated, with overrides and ends; of an on-call provider only the current shift is known, and the rest is \`unknown\`. Shifts, gaps and unknown times begin and end within the range, and together fill it.`,
  group: oncallBinding.group,
  scope: 'read',
  large: true,
  query: {
    from: shape.dateTime({ description: 'The beginning.' }),
    to: shape.dateTime({ description: 'The end.' }),
    entityIds: shape.text({
      maxLength: 10_000,
      description: `Only these teams, projects and resources, separated by commas; at most ${coverageLimits.entities}.`,
    }),
  },
  requiredQuery: ['from', 'to'],
  success: {
    status: 200,
    about: 'What has a binding: teams first, then projects, then resources.',
    schema: {
      ...coverage,
      title: 'OnCallCoverage',
      examples: [
        {
          from: monday,
          to: '2026-11-30T08:00:00.000Z',
          coverage: [
            {
              entityKind: 'team',
              entityId: 'team_01jcq8z3v1000a7k2m9x4q6r8t',
              shifts: [
                {
                  ...{ from: monday, to: nextMonday, bindingId: 'ocb_01jcq8z3v1000a7k2m9x4q6r8t' },
                  ...{ userName: 'Ada', userEmail: 'ada@example.com', userUid: null, isOverride: false },
                },
              ],
              gaps: [{ from: nextMonday, to: '2026-11-30T08:00:00.000Z', reason: 'ended' }],
              unknown: [],
            },
          ],
          isComplete: true,
        },
      ],
    },
  },
} as const satisfies Operation
