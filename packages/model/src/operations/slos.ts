import { pageParams } from '../kind/filters.ts'
import { closedObject, dateTime, type JsonSchema, orNull } from '../kind/schema.ts'
import { type SloObjective, sloObjectives, sloStatuses } from '../kinds/slo.ts'
import { listOf, type Operation, schemaRef } from './operation.ts'

const text: JsonSchema = { type: 'string' }

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
    about: 'The latest ones in ascending takenAt order; `nextCursor` leads to those before.',
    schema: listOf('snapshots', schemaRef('SloSnapshot')),
  },
} as const satisfies Operation

/** Why an SLO has the status it has, with the numbers that decided. */
export interface SloExplanation {
  readonly sloId: string
  readonly status: (typeof sloStatuses)[number] | null
  readonly explanation: string
  readonly decidedAt: string
  readonly figures: SloFigures
}

export interface SloFigures {
  readonly currentValue: number | null
  readonly measuredAt: string | null
  readonly staleAt: string | null
  readonly periodStartsAt: string | null
  readonly objective: SloObjective
  readonly target: number
  readonly errorBudgetPercentUsed: number | null
  readonly burnRate6h: number | null
  readonly windowMinutes: number
  readonly horizonMinutes: number
  readonly projectedPercentUsed: number | null
  readonly atRiskFromPercent: number
  readonly breachedFromPercent: number
}

const figures = {
  currentValue: { type: ['number', 'null'] },
  measuredAt: orNull(dateTime),
  staleAt: { ...orNull(dateTime), description: 'From when on the value counts no longer; null for never.' },
  periodStartsAt: {
    ...orNull(dateTime),
    description: 'Of a calendar window: what was measured before does not count.',
  },
  objective: { type: 'string', enum: sloObjectives },
  target: { type: 'number' },
  errorBudgetPercentUsed: { type: ['number', 'null'] },
  burnRate6h: {
    type: ['number', 'null'],
    description: 'Null where too little is known of the last 6 hours; counts as 0.',
  },
  windowMinutes: { type: 'number', description: 'The length of the window.' },
  horizonMinutes: { type: 'number', description: 'How far ahead the burn is projected.' },
  projectedPercentUsed: {
    type: ['number', 'null'],
    description:
      'What will be used then: errorBudgetPercentUsed + 100 × burnRate6h × horizonMinutes ÷ windowMinutes.',
  },
  atRiskFromPercent: { type: 'number' },
  breachedFromPercent: { type: 'number' },
} as const satisfies Readonly<Record<keyof SloFigures, JsonSchema>>

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
    'In one or two sentences, with the numbers that decided: as of `decidedAt`, when the status was last worked out.',
  group: 'SLOs',
  scope: 'read',
  success: {
    status: 200,
    about: 'Why the status is what it is.',
    schema: {
      ...closedObject({
        sloId: text,
        status: orNull({ type: 'string', enum: sloStatuses }),
        explanation: text,
        decidedAt: dateTime,
        figures: closedObject(figures),
      } satisfies Readonly<Record<keyof SloExplanation, JsonSchema>>),
      title: 'SloExplanation',
      examples: [explanationExample],
    },
  },
} as const satisfies Operation
