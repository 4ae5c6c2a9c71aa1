import { pageParams } from '../kind/filters.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { listOf, ofProject, type Operation } from './operation.ts'

const cents = shape.integer({ description: 'Integer cents.' })
const centsByName = shape.map(shape.integer())

const rollupFields = {
  appId: shape.text(),
  mtdCents: cents,
  last30dCents: cents,
  prev30dCents: cents,
  byCategory: centsByName,
  byService: centsByName,
  topServices: shape.array(shape.object({ service: shape.text(), cents }), { maxItems: 5 }),
  // Oldest first; the last is today.
  dailySeries: shape.array(cents, { maxItems: 30, minItems: 30 }),
  periodStart: shape.dateTime(),
  // Exclusive, like an entry's own: the midnight that ends today.
  periodEnd: shape.dateTime(),
  // Over the last 30 days, like the other groups.
  otherCurrencies: centsByName,
}

const rollup = shape.object(rollupFields)

/** What a project costs, in US cents. */
export type CostRollup = ValueIn<typeof rollup>

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
    schema: { ...rollup, title: 'CostRollup', examples: [rollupExample] },
  },
} as const satisfies Operation

export const listProjectCosts = {
  id: 'listProjectCosts',
  large: true,
  method: 'GET',
  path: '/costs/projects',
  summary: 'List the cost rollups of all projects',
  about: 'Only projects that have cost entries. Each item is the rollup of one project, with its name.',
  group: 'Costs',
  scope: 'read',
  query: {
    ...pageParams,
    limit: {
      ...pageParams.limit,
      default: 100,
      description: 'Maximum number of records per page.',
    },
  },
  success: {
    status: 200,
    about: 'Ordered by project id.',
    schema: {
      ...listOf('projects', shape.object({ appName: shape.nullable(shape.text()), ...rollupFields })),
      examples: [{ projects: [{ appName: 'Checkout', ...rollupExample }], nextCursor: null }],
    },
  },
} as const satisfies Operation
