import { pageParams } from '../kind/filters.ts'
import type { Resource } from '../kind/kind.ts'
import { schemasOf } from '../kind/schemas.ts'
import { arrayOf, closedObject, dateTime, type JsonSchema, orNull } from '../kind/schema.ts'
import { driftSnapshot } from '../kinds/drift-snapshot.ts'
import { type SloObjective, sloObjectives, sloStatuses } from '../kinds/slo.ts'
import { entityKindNames } from '../vocabulary.ts'
import { listOf, type Operation, schemaRef } from './operation.ts'

const text: JsonSchema = { type: 'string' }
const cents: JsonSchema = { type: 'integer', description: 'Integer cents.' }
const centsByName: JsonSchema = { type: 'object', additionalProperties: { type: 'integer' } }
const appId: Readonly<Record<string, JsonSchema>> = {
  appId: { type: 'string', minLength: 1, maxLength: 200, description: 'The project.' },
}

export const specFormats = [
  'openapi-json',
  'openapi-yaml',
  'asyncapi-json',
  'asyncapi-yaml',
  'graphql',
  'proto',
  'text',
] as const

/** As large as a specification may be, uncompressed. */
export const maxSpecBytes = 16 * 1024 * 1024

export const getApiSpec = {
  id: 'getApiSpec',
  large: true,
  asksOutside: true,
  method: 'GET',
  path: '/apis/{apiId}/spec',
  summary: "Fetch an API's specification",
  about:
    'Read from its specUrl: a file of the organisation’s version control with the token of that integration, everything else as anyone may. Addresses inside private networks are refused unless the operator allows them. At most 16 MiB; gzip is unpacked.',
  group: 'APIs',
  scope: 'read',
  success: {
    status: 200,
    about: 'The text as it is at its source.',
    schema: {
      ...closedObject({
        spec: text,
        format: { type: 'string', enum: specFormats },
        size: { type: 'integer', minimum: 0, description: 'In bytes.' },
        sourceUrl: text,
      }),
      title: 'ApiSpec',
      examples: [
        {
          spec: '{"openapi":"3.1.0"}',
          format: 'openapi-json',
          size: 19,
          sourceUrl: 'https://example.com/openapi.json',
        },
      ],
    },
  },
  problems: ['invalid_request', 'upstream_unavailable'],
} as const satisfies Operation

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

export const listIssueRunbooks = {
  id: 'listIssueRunbooks',
  method: 'GET',
  path: '/issues/{issueId}/runbooks',
  summary: 'List the runbooks that help with an issue',
  about: 'Those of its project that the caller may see.',
  group: 'Issues',
  scope: 'read',
  query: pageParams,
  success: {
    status: 200,
    about: 'Those for its severity first, among them the pinned ones, each newest first; then the others.',
    schema: listOf('runbooks', schemaRef('Runbook')),
  },
} as const satisfies Operation

export const refreshOnCallBinding = {
  id: 'refreshOnCallBinding',
  asksOutside: true,
  method: 'POST',
  path: '/oncall/bindings/{bindingId}/refresh',
  summary: 'Ask the provider who is on call now',
  group: 'On-call bindings',
  scope: 'write',
  success: { status: 200, about: 'The binding, brought up to date.', schema: schemaRef('OnCallBinding') },
  problems: ['upstream_unavailable'],
} as const satisfies Operation

/** Which scan says how an environment is now. */
export interface DriftScan {
  /** Null where no scan has named one. */
  readonly environment: string | null
  readonly snapshotId: string
  readonly scannedAt: string
  readonly driftedCount: number
}

/** The newest scan of each environment of a project, joined. */
export type Drift = Resource<typeof driftSnapshot> & { readonly scans: readonly DriftScan[] }

const { properties: scanned = {} } = schemasOf(driftSnapshot).record
const unlimited = ({ maxItems: _, maximum: __, ...schema }: JsonSchema): JsonSchema => schema
const joinedDrift: JsonSchema = {
  ...closedObject({
    ...scanned,
    environments: unlimited({ ...scanned.environments }),
    mappingsTotal: unlimited({
      ...scanned.mappingsTotal,
      description:
        'How many mappings the scans compared; those of an environment that was scanned with others, and again since, twice.',
    }),
    driftedCount: unlimited({ ...scanned.driftedCount }),
    mappings: unlimited({ ...scanned.mappings, description: 'Those that differ; at most 4 MiB of them.' }),
    scans: arrayOf(
      closedObject({
        environment: { ...orNull(text), description: 'Null where no scan has named one.' },
        snapshotId: text,
        scannedAt: dateTime,
        driftedCount: { type: 'integer', minimum: 0 },
      } satisfies Readonly<Record<keyof DriftScan, JsonSchema>>),
    ),
  }),
  title: 'LatestDrift',
}

export const getDrift = {
  id: 'getDrift',
  large: true,
  method: 'GET',
  path: '/drift',
  summary: "Read how a project's environments differ now",
  about:
    'The newest scan of each environment, joined: `id` and `scannedAt` are those of the newest, counts are sums.',
  group: 'Drift',
  scope: 'read',
  query: appId,
  requiredQuery: ['appId'],
  success: {
    status: 200,
    about: 'The newest scans as one, or null where there was none.',
    schema: {
      ...closedObject({ drift: { oneOf: [joinedDrift, { type: 'null' }] } as JsonSchema }),
      title: 'Drift',
      examples: [{ drift: null }],
    },
  },
} as const satisfies Operation

/** What a project costs, in US cents. */
export interface CostRollup {
  readonly appId: string
  readonly mtdCents: number
  readonly last30dCents: number
  readonly prev30dCents: number
  readonly byCategory: Readonly<Record<string, number>>
  readonly byService: Readonly<Record<string, number>>
  readonly topServices: readonly { readonly service: string; readonly cents: number }[]
  /** 30 days, oldest first; the last is today. */
  readonly dailySeries: readonly number[]
  readonly periodStart: string
  /** Exclusive, as an entry's own: the midnight that ends today. */
  readonly periodEnd: string
  /** Over the last 30 days, as the other groups are. */
  readonly otherCurrencies: Readonly<Record<string, number>>
}

const rollupFields = {
  appId: text,
  mtdCents: cents,
  last30dCents: cents,
  prev30dCents: cents,
  byCategory: centsByName,
  byService: centsByName,
  topServices: arrayOf(closedObject({ service: text, cents }), 5),
  dailySeries: { ...arrayOf(cents, 30), minItems: 30 },
  periodStart: dateTime,
  periodEnd: dateTime,
  otherCurrencies: centsByName,
} as const satisfies Readonly<Record<keyof CostRollup, JsonSchema>>

const rollupExample: CostRollup = {
  appId: 'prj_01jcq8z3v1000a7k2m9x4q6r8t',
  mtdCents: 1_500,
  last30dCents: 3_000,
  prev30dCents: 2_800,
  byCategory: { compute: 3_000 },
  byService: { EC2: 3_000 },
  topServices: [{ service: 'EC2', cents: 3_000 }],
  dailySeries: Array.from({ length: 30 }, () => 100),
  periodStart: '2026-10-17T00:00:00.000Z',
  periodEnd: '2026-11-16T00:00:00.000Z',
  otherCurrencies: {},
}

export const getCosts = {
  id: 'getCosts',
  method: 'GET',
  path: '/costs',
  summary: "Read a project's cost rollup",
  group: 'Costs',
  scope: 'read',
  query: appId,
  requiredQuery: ['appId'],
  success: {
    status: 200,
    about: 'The trailing 30 days, the month to date and the 30 days before.',
    schema: { ...closedObject(rollupFields), title: 'CostRollup', examples: [rollupExample] },
  },
} as const satisfies Operation

export const listProjectCosts = {
  id: 'listProjectCosts',
  large: true,
  method: 'GET',
  path: '/costs/projects',
  summary: 'List the cost rollups of all projects',
  about:
    'Of those that have cost entries. Each is as the rollup of one project, with the name of the project.',
  group: 'Costs',
  scope: 'read',
  query: {
    ...pageParams,
    limit: {
      ...pageParams.limit,
      default: 100,
      description: 'How many records a page has at the most.',
    },
  },
  success: {
    status: 200,
    about: 'In the order of the projects’ ids.',
    schema: {
      ...listOf('projects', closedObject({ appName: orNull(text), ...rollupFields })),
      examples: [{ projects: [{ appName: 'Checkout', ...rollupExample }], nextCursor: null }],
    },
  },
} as const satisfies Operation

export const listScorecardScores = {
  id: 'listScorecardScores',
  method: 'GET',
  path: '/scorecards/{scorecardId}/scores',
  summary: "List a scorecard's scores",
  group: 'Scorecards',
  scope: 'read',
  query: pageParams,
  success: { status: 200, about: 'Newest first.', schema: listOf('scores', schemaRef('Score')) },
} as const satisfies Operation

export const listScores = {
  id: 'listScores',
  method: 'GET',
  path: '/scores',
  summary: 'List scores over all scorecards',
  group: 'Scorecards',
  scope: 'read',
  query: {
    entityKind: { type: 'string', enum: entityKindNames, description: 'Only of this kind.' },
    entityId: { type: 'string', maxLength: 200, description: 'Only of this record.' },
    ...pageParams,
  },
  success: { status: 200, about: 'Newest first.', schema: listOf('scores', schemaRef('Score')) },
} as const satisfies Operation

export const getOpenApi = {
  id: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Read this description',
  group: 'Description',
  scope: null,
  success: { status: 200, about: 'OpenAPI 3.1.', schema: { type: 'object' } },
} as const satisfies Operation
