import { worded } from '../kind/patterns.ts'
import { deployment } from '../kinds/deployment.ts'
import { kinds } from '../kinds/index.ts'
import { sloObjectives, sloStatuses, sloTypes } from '../kinds/slo.ts'
import { queryLimits } from '../query/read-query.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { entityKindNames } from '../vocabulary.ts'
import type { Operation } from './operation.ts'

/** What can be summed up: whatever the graph shows, and teams. */
export const summarisedKinds = [...entityKindNames, kinds.team.name] as const

/** The kinds whose records a summary is made of. */
export const summaryFollows: readonly string[] = [
  kinds.team,
  kinds.project,
  kinds.api,
  kinds.resource,
  kinds.system,
  kinds.domain,
  kinds.slo,
  kinds.deployment,
  kinds.issue,
  kinds.score,
  kinds.scorecard,
  kinds.driftSnapshot,
  kinds.errorTracker,
  kinds.oncallBinding,
  kinds.runbook,
].map(({ name }) => name)

export const summaryLimits = {
  /** Summaries in one answer. */
  entities: 50,
  /** Projects that one summary adds up. */
  projects: 200,
  /** Projects that all summaries of an answer add up together. */
  allProjects: 1_000,
  /** Projects that one summary names: as many as a term of a query may. */
  named: queryLimits.values,
  /** The newest deployments of a project among which the last of each environment is found. */
  deployments: 30,
} as const

const count = (description: string) => shape.integer({ minimum: 0, description })
const text = (description: string) => shape.text({ description })
const time = (description: string) => shape.nullable(shape.dateTime({ description }))
const knownFor = count('For how many of the projects this is known.')

const worstSlo = shape.object({
  id: shape.text(),
  name: shape.text(),
  appId: shape.text(),
  type: shape.enum(sloTypes),
  status: shape.nullable(shape.enum(sloStatuses)),
  statusReason: shape.nullable(text('Why it has no status.')),
  target: shape.number(),
  objective: shape.nullable(
    shape.enum(sloObjectives, { description: 'Whether the target is a minimum or a maximum.' }),
  ),
  currentValue: shape.nullable(shape.number()),
  unit: shape.nullable(shape.text()),
  errorBudgetPercentUsed: shape.nullable(shape.number()),
})

const slos = shape.object(
  {
    total: count('How many SLOs there are.'),
    breached: shape.integer(),
    atRisk: shape.integer(),
    unknown: count('How many have no status.'),
    met: shape.integer(),
    worst: shape.nullable(worstSlo),
  },
  { description: 'The SLOs of the projects. The worst is breached, at risk, unknown or met, in this order.' },
)

const lastDeployment = shape.object({
  environment: shape.nullable(text('Its target, by its display name; otherwise its platform.')),
  id: shape.text(),
  version: shape.nullable(shape.text()),
  status: shape.enum(deployment.fields.status.schema.enum as readonly string[]),
  at: time('When it ended, otherwise when it started or was reported.'),
  appId: shape.text(),
})

const issues = shape.object(
  {
    open: shape.integer(),
    blocker: shape.integer(),
    critical: shape.integer(),
    major: shape.integer(),
    minor: shape.integer(),
  },
  { description: 'The open issues of the projects, by severity.' },
)

const ownScore = shape.object({
  scorecardId: shape.text(),
  name: text('The name of the scorecard.'),
  score: shape.integer(),
  tier: shape.nullable(shape.text()),
  failed: shape.array(shape.text(), { description: 'The labels of the rules that it fails.' }),
})

const projectScore = shape.object({
  scorecardId: shape.text(),
  name: text('The name of the scorecard.'),
  average: shape.number({ description: 'The average score of the projects that it grades.' }),
  projects: count('How many of the projects it grades.'),
})

const costs = shape.object(
  {
    last30dCents: shape.integer({ description: 'US cents.' }),
    prev30dCents: shape.integer({ description: 'US cents, in the 30 days before.' }),
    dailySeries: shape.array(shape.integer(), {
      minItems: 30,
      maxItems: 30,
      description: 'US cents by day, the oldest first; the last is today.',
    }),
    hasEntries: shape.boolean({ description: 'False if no costs were ever reported.' }),
    otherCurrencies: shape.map(shape.integer(), {
      description: 'What was spent in other currencies in the last 30 days.',
    }),
    projects: knownFor,
  },
  { description: 'Null if there are no projects.' },
)

const drift = shape.object(
  {
    driftedCount: count('How many mappings differ, by the newest scan of each environment.'),
    environments: shape.array(
      shape.object({
        environment: shape.nullable(text('Null for a scan of everything.')),
        driftedCount: shape.integer(),
        scannedAt: shape.dateTime({
          description: 'When it was last scanned; of several projects, the oldest.',
        }),
      }),
    ),
    scannedAt: shape.dateTime({ description: 'When anything was last scanned.' }),
    projects: knownFor,
  },
  { description: 'Null if nothing was ever scanned.' },
)

const errors = shape.object(
  {
    totalOpen: shape.nullable(count('How many errors are open, as far as it is known.')),
    totalEvents24h: shape.nullable(count('How often errors occurred in 24 hours, as far as it is known.')),
    fetchedAt: time('When the error trackers last said so; of several, the oldest.'),
    lastFetchError: shape.nullable(text('Why an error tracker could not be asked.')),
    projects: knownFor,
  },
  { description: 'Null if there is no error tracker.' },
)

const onCall = shape.object(
  {
    bindingId: shape.text(),
    userName: shape.text(),
    userEmail: shape.nullable(shape.text()),
    userUid: shape.nullable(shape.text()),
    until: time('When the shift ends.'),
  },
  { description: 'Who is on call now: by its own binding, otherwise by one of the team that owns it.' },
)

const summary = shape.object({
  kind: shape.enum(summarisedKinds),
  id: shape.text(),
  name: shape.text(),
  projects: shape.object(
    {
      count: count('How many projects the summary adds up, without archived and retired ones.'),
      isExact: shape.boolean({ description: 'False if there are more: all figures are then minimums.' }),
      ids: shape.array(shape.text(), {
        maxItems: summaryLimits.named,
        description: `Their ids, if there are at most ${summaryLimits.named}; otherwise empty.`,
      }),
    },
    {
      description: `A component itself; the project that an API or a resource belongs to; the projects that a team owns, or a system or domain contains. At most ${summaryLimits.projects}, and ${summaryLimits.allProjects} in one answer.`,
    },
  ),
  slos,
  deployments: shape.array(lastDeployment, {
    description: `The last deployment to each environment, the newest first, among the newest ${summaryLimits.deployments} of each project.`,
  }),
  issues,
  scores: shape.array(ownScore, { description: 'Its own scores, the lowest first.' }),
  projectScores: shape.array(projectScore, {
    description: 'The average scores of the projects of a team, system or domain, the lowest first.',
  }),
  costs: shape.nullable(costs),
  drift: shape.nullable(drift),
  errors: shape.nullable(errors),
  onCall: shape.nullable(onCall),
  hasOnCall: shape.boolean({
    description: 'Whether there is an on-call binding for it or for its team, even if nobody is on call now.',
  }),
  runbooks: count('How many runbooks are linked to the projects, of those that the caller may see.'),
})

/** Everything that a tile or a column says about an entity. */
export type EntitySummary = ValueIn<typeof summary>

const example: EntitySummary = {
  kind: 'component',
  id: 'prj_…',
  name: 'Checkout',
  projects: { count: 1, isExact: true, ids: ['prj_…'] },
  slos: {
    total: 2,
    breached: 0,
    atRisk: 1,
    unknown: 0,
    met: 1,
    worst: {
      id: 'slo_…',
      name: 'Checkout answers',
      appId: 'prj_…',
      type: 'availability',
      status: 'atRisk',
      statusReason: null,
      target: 99.9,
      objective: 'atLeast',
      currentValue: 99.92,
      unit: null,
      errorBudgetPercentUsed: 84.2,
    },
  },
  deployments: [
    {
      environment: 'production',
      id: 'dpl_…',
      version: '1.4.2',
      status: 'success',
      at: '2026-11-16T09:30:00.000Z',
      appId: 'prj_…',
    },
  ],
  issues: { open: 3, blocker: 0, critical: 1, major: 0, minor: 2 },
  scores: [
    {
      scorecardId: 'scd_…',
      name: 'Production readiness',
      score: 80,
      tier: 'silver',
      failed: ['Is described'],
    },
  ],
  projectScores: [],
  costs: {
    last30dCents: 3_000,
    prev30dCents: 2_800,
    dailySeries: Array.from({ length: 30 }, () => 100),
    hasEntries: true,
    otherCurrencies: {},
    projects: 1,
  },
  drift: {
    driftedCount: 1,
    environments: [{ environment: 'staging', driftedCount: 1, scannedAt: '2026-11-16T06:00:00.000Z' }],
    scannedAt: '2026-11-16T06:00:00.000Z',
    projects: 1,
  },
  errors: null,
  onCall: {
    bindingId: 'ocb_…',
    userName: 'Ada',
    userEmail: 'ada@example.com',
    userUid: 'usr_…',
    until: '2026-11-17T08:00:00.000Z',
  },
  hasOnCall: true,
  runbooks: 2,
}

const one = `(${summarisedKinds.join('|')}):[^:,\\s]{1,200}`

export const getSummaries = {
  id: 'getSummaries',
  large: true,
  method: 'GET',
  path: '/summaries',
  summary: 'Sum up entities',
  about:
    'What matters about each of some entities, with one request for all of them. One that does not exist is left out.',
  group: 'Search',
  scope: 'read',
  query: {
    of: shape.text({
      minLength: 1,
      maxLength: 11_000,
      pattern: worded(
        `^${one}(,${one})*$`,
        `must be one or more of ${summarisedKinds.join(', ')}, each with a colon and an id, separated by commas, such as component:prj_…,team:team_…`,
      ),
      description: `Entities as \`<kind>:<id>\`, separated by commas, at most ${summaryLimits.entities}.`,
    }),
  },
  requiredQuery: ['of'],
  success: {
    status: 200,
    about: 'The summaries, in the order that was asked for.',
    schema: shape.object(
      { summaries: shape.array(summary) },
      { title: 'Summaries', examples: [{ summaries: [example] }] },
    ),
  },
  problems: ['invalid_request'],
} as const satisfies Operation
