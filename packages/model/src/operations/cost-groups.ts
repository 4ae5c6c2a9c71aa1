import { worded } from '../kind/patterns.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import type { Operation } from './operation.ts'

/** What costs are added up by. */
export const costGroupings = ['team', 'system', 'domain', 'project'] as const

export type CostGrouping = (typeof costGroupings)[number]

/** What they are compared with. */
export const costComparisons = ['period', 'month', 'none'] as const

export const costGroupLimits = {
  /** Days of one period. */
  days: 366,
  /** Projects that one answer covers. */
  projects: 500,
  /** The projects or services named for each group. */
  changes: 3,
} as const

/**
 * - `group`: a team, system, domain or project.
 * - `several`: projects that are in more than one system or domain; each counts once, here.
 * - `none`: projects without an owner, or in no system or domain.
 * - `unassigned`: costs without a project.
 */
export const costParts = ['group', 'several', 'none', 'unassigned'] as const

const cents = shape.integer({ description: 'Integer cents.' })
const day = shape.text({ description: 'A UTC day.' })
const period = shape.object({ from: day, to: day })

const change = shape.object({
  kind: shape.enum(['project', 'service']),
  id: shape.nullable(shape.text()),
  name: shape.text(),
  cents,
  previousCents: cents,
})

const group = shape.object({
  part: shape.enum(costParts, {
    description:
      '`group`: a team, system, domain or project; `several`: projects in more than one of them, which count once, here; `none`: projects in none of them; `unassigned`: costs without a project.',
  }),
  id: shape.nullable(shape.text()),
  name: shape.nullable(shape.text()),
  cents,
  previousCents: shape.integer({ description: 'In the period it is compared with.' }),
  projects: shape.integer({ description: 'How many projects with costs it consists of.' }),
  sharedCents: shape.integer({
    description:
      'What the projects cost that it shares with others, each in full. Not in `cents`: it is in the row `several`.',
  }),
  dailySeries: shape.array(cents, { description: 'Each day of the period, oldest first.' }),
  changes: shape.array(change, {
    maxItems: costGroupLimits.changes,
    description: 'What has changed most: its projects, or the services of a project.',
  }),
})

const groups = shape.object({
  by: shape.enum(costGroupings),
  currency: shape.text(),
  period,
  previous: shape.nullable(period),
  cents: shape.integer({ description: 'The sum of all groups of this answer.' }),
  previousCents: cents,
  currencies: shape.map(shape.integer(), {
    description:
      'What was spent in the period in each currency, including this one; currencies are never added up.',
  }),
  groups: shape.array(group),
  next: shape.nullable(
    shape.text({
      description:
        'Send it as `after` for the rest of a large catalog, and add the answers up by `part` and `id`; null if this is all.',
    }),
  ),
})

export type CostGroups = ValueIn<typeof groups>
export type CostGroup = ValueIn<typeof group>
export type CostChange = ValueIn<typeof change>

const dayParam = (description: string) =>
  shape.text({
    pattern: worded('^20\\d\\d-[01]\\d-[0-3]\\d$', 'must be a day such as 2026-11-01'),
    description,
  })

const example: CostGroups = {
  by: 'team',
  currency: 'USD',
  period: { from: '2026-11-01', to: '2026-11-03' },
  previous: { from: '2026-10-29', to: '2026-10-31' },
  cents: 420,
  previousCents: 300,
  currencies: { USD: 420 },
  groups: [
    {
      part: 'group',
      id: 'team_01jcq8z3v1000a7k2m9x4q6r8t',
      name: 'Payments',
      cents: 300,
      previousCents: 200,
      projects: 1,
      sharedCents: 0,
      dailySeries: [100, 100, 100],
      changes: [
        {
          kind: 'project',
          id: 'prj_01jcq8z3v1000a7k2m9x4q6r8t',
          name: 'Checkout',
          cents: 300,
          previousCents: 200,
        },
      ],
    },
    {
      part: 'unassigned',
      id: null,
      name: null,
      cents: 120,
      previousCents: 100,
      projects: 0,
      sharedCents: 0,
      dailySeries: [40, 40, 40],
      changes: [{ kind: 'service', id: null, name: 'EC2', cents: 120, previousCents: 100 }],
    },
  ],
  next: null,
}

export const getCostGroups = {
  id: 'getCostGroups',
  large: true,
  method: 'GET',
  path: '/costs/groups',
  summary: 'Add up costs by team, system, domain or project',
  about:
    'Every cent is in exactly one group, so that the groups add up to `cents`. A project counts for the team that owns it now, and for the system or domain it is in now. One that is in several counts once, in the row `several`; `sharedCents` of each of them says what such projects cost. What has no project, no owner or no system is in rows of its own. An answer covers a bounded number of projects; `next` leads to the rest.',
  group: 'Costs',
  scope: 'read',
  query: {
    by: shape.enum(costGroupings, { description: 'What costs are added up by.' }),
    from: dayParam('The first UTC day; by default 29 days before `to`.'),
    to: dayParam('The last UTC day, which counts; by default today.'),
    compare: shape.enum(costComparisons, {
      default: 'period',
      description:
        'What it is compared with. `period`: as many days, directly before. `month`: the same days a month earlier, up to the last day of that month if `to` is the last of its own. `none`: nothing.',
    }),
    currency: shape.text({
      pattern: worded('^[A-Za-z]{3}$', 'must be the three letters of a currency, such as USD'),
      default: 'USD',
      description: 'The currency, three letters; amounts in others are left out.',
    }),
    after: shape.text({ minLength: 1, maxLength: 200, description: 'The `next` of the answer before.' }),
  },
  requiredQuery: ['by'],
  success: {
    status: 200,
    about: 'The groups, the most expensive first.',
    schema: { ...groups, title: 'CostGroups', examples: [example] },
  },
} as const satisfies Operation
