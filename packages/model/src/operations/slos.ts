import { pageParams } from '../kind/filters.ts'
import { sloObjectives, sloStatuses } from '../kinds/slo.ts'
import { sloSnapshot } from '../kinds/slo-snapshot.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { listOf, type Operation, recordOf } from './operation.ts'

export const listSloSnapshots = {
  id: 'listSloSnapshots',
  method: 'GET',
  path: '/slos/{sloId}/snapshots',
  summary: "List an SLO's snapshots",
  group: 'SLOs',
  scope: 'read',
  query: { ...pageParams, limit: { ...pageParams.limit, default: 500 } },
  success: {
    status: 200,
    about: 'The latest ones in ascending order of takenAt; `nextCursor` leads to earlier ones.',
    schema: listOf('snapshots', recordOf(sloSnapshot)),
  },
} as const satisfies Operation

const numberOrNull = shape.nullable(shape.number())

const figures = shape.object({
  currentValue: numberOrNull,
  measuredAt: shape.nullable(shape.dateTime()),
  staleAt: shape.nullable(shape.dateTime({ description: 'When the value stops counting; null for never.' })),
  periodStartsAt: shape.nullable(
    shape.dateTime({ description: 'For a calendar window: measurements before this time do not count.' }),
  ),
  objective: shape.enum(sloObjectives),
  target: shape.number(),
  errorBudgetPercentUsed: numberOrNull,
  burnRate6h: shape.nullable(
    shape.number({ description: 'Null if too little is known about the last 6 hours; counts as 0.' }),
  ),
  windowMinutes: shape.number({ description: 'The length of the window.' }),
  horizonMinutes: shape.number({ description: 'How far ahead the burn is projected.' }),
  projectedPercentUsed: shape.nullable(
    shape.number({
      description:
        'The percentage that will be used then: errorBudgetPercentUsed + 100 × burnRate6h × horizonMinutes ÷ windowMinutes.',
    }),
  ),
  atRiskFromPercent: shape.number(),
  breachedFromPercent: shape.number(),
})

export type SloFigures = ValueIn<typeof figures>

const explanation = shape.object({
  sloId: shape.text(),
  status: shape.nullable(shape.enum(sloStatuses)),
  explanation: shape.text(),
  decidedAt: shape.dateTime(),
  figures,
})

/** Why an SLO has its status, with the numbers that decided it. */
export type SloExplanation = ValueIn<typeof explanation>

const explanationExample: SloExplanation = {
  sloId: 'slo_01jcq8z3v1000a7k2m9x4q6r8t',
  status: 'atRisk',
  explanation:
    'At risk: 99.95% was measured, and the target is at least 99.9%, so 50% of the error budget is used. At the burn rate of the last 6 hours, 6×, it would be 110% in 3 days.',
  decidedAt: '2026-11-16T10:15:00.000Z',
  figures: {
    currentValue: 99.95,
    measuredAt: '2026-11-16T10:14:00.000Z',
    staleAt: '2026-11-17T10:14:00.000Z',
    periodStartsAt: null,
    objective: 'atLeast',
    target: 99.9,
    errorBudgetPercentUsed: 50,
    burnRate6h: 6,
    windowMinutes: 43_200,
    horizonMinutes: 4_320,
    projectedPercentUsed: 110,
    atRiskFromPercent: 80,
    breachedFromPercent: 100,
  },
}

export const explainSlo = {
  id: 'explainSlo',
  method: 'GET',
  path: '/slos/{sloId}/explain',
  summary: 'Explain why an SLO has its status',
  about:
    'In one or two sentences, with the numbers that decided it, as of `decidedAt`, when the status was last calculated.',
  group: 'SLOs',
  scope: 'read',
  success: {
    status: 200,
    about: 'The explanation.',
    schema: { ...explanation, title: 'SloExplanation', examples: [explanationExample] },
  },
} as const satisfies Operation
