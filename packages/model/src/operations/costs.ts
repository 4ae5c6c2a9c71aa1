import { pageParams } from '../kind/filters.ts'
import { arrayOf, closedObject, dateTime, type JsonSchema, orNull } from '../kind/schema.ts'
import { listOf, ofProject, type Operation } from './operation.ts'

const text: JsonSchema = { type: 'string' }
const cents: JsonSchema = { type: 'integer', description: 'Integer cents.' }
const centsByName: JsonSchema = { type: 'object', additionalProperties: { type: 'integer' } }

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
  query: ofProject,
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
