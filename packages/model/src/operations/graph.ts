import { criticalities } from '../kinds/dependency.ts'
import { sloStatuses } from '../kinds/slo.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { entityKindNames, lifecycles } from '../vocabulary.ts'
import type { Operation } from './operation.ts'
import { worded } from '../kind/patterns.ts'

/** How much of a graph one answer holds, and how many entities are counted; beyond it the answer says so. */
export const graphLimits = {
  nodes: 2_000,
  usualNodes: 1_000,
  edges: 10_000,
  depth: 10,
  counted: 50_000,
} as const

const entityKind = shape.enum(entityKindNames)
const entityPattern = worded(
  `^(${entityKindNames.join('|')}):[^:\\s]{1,200}$`,
  `must be ${entityKindNames.join(', ')} and an id after a colon, such as component:prj_…`,
)

const entity = (description: string) =>
  shape.text({
    maxLength: 240,
    pattern: entityPattern,
    description: `${description} As \`<kind>:<id>\`, where the kind is one of ${entityKindNames.join(', ')}.`,
  })

const person = {
  userName: shape.text(),
  userEmail: shape.nullable(shape.text()),
  userUid: shape.nullable(shape.text()),
}

const sloStatus = shape.nullable(shape.enum(sloStatuses))

const node = shape.object({
  kind: entityKind,
  id: shape.text(),
  name: shape.text(),
  ownerTeamId: shape.nullable(shape.text()),
  ownerTeamName: shape.nullable(shape.text()),
  lifecycle: shape.nullable(shape.enum(lifecycles)),
  active: shape.boolean({ description: 'Not an archived project, and not retired.' }),
  sloStatus: {
    ...sloStatus,
    description:
      'The worst of the SLOs of the project that it is, or belongs to. Never `met` while one of them has no status: then it is null, unless another is at risk or breached.',
  },
  unknownSlos: shape.integer({ description: 'How many of those SLOs have no status.' }),
  openCriticalIssues: shape.integer({
    description: 'Issues of that project, critical or blocking, that nobody has finished.',
  }),
  onCall: shape.nullable(
    shape.object(
      { bindingId: shape.text(), ...person },
      {
        description:
          'Who is on call for it now: by a binding of its own, else by one of the team that owns it.',
      },
    ),
  ),
  distance: shape.integer({ description: 'How many steps it is away.' }),
})

export type GraphNode = ValueIn<typeof node>

const hitNode = shape.extended(node, {
  criticality: shape.enum(criticalities, {
    description: '`soft` if every way on which the failure comes has a soft edge in it.',
  }),
})

export type HitNode = ValueIn<typeof hitNode>

const edge = shape.object({
  id: shape.text(),
  fromKind: entityKind,
  fromId: shape.text(),
  toKind: entityKind,
  toId: shape.text(),
  type: shape.text(),
  criticality: shape.enum(criticalities),
  hitEnd: shape.enum(['from', 'to'], {
    description: 'Which end is hit when the other one fails. Its type decides.',
  }),
  relation: shape.nullable(
    shape.text({
      description:
        'The field that says so, such as `api.componentId`; null for an edge of `/dependencies`, which has its id.',
    }),
  ),
})

export type GraphEdge = ValueIn<typeof edge>

const orders: GraphNode = {
  kind: 'api',
  id: 'api_…',
  name: 'Orders API',
  ownerTeamId: 'team_…',
  ownerTeamName: 'Ordering',
  lifecycle: 'production',
  active: true,
  sloStatus: 'atRisk',
  unknownSlos: 0,
  openCriticalIssues: 1,
  onCall: { bindingId: 'ocb_…', userName: 'Ada', userEmail: 'ada@example.com', userUid: 'usr_…' },
  distance: 1,
}
const edgeBetween: GraphEdge = {
  id: 'edge_…',
  fromKind: 'component',
  fromId: 'prj_…',
  toKind: 'api',
  toId: 'api_…',
  type: 'calls',
  criticality: 'hard',
  hitEnd: 'from',
  relation: null,
}
const checkout: GraphNode = {
  ...orders,
  kind: 'component',
  id: 'prj_…',
  name: 'Checkout',
  lifecycle: null,
  distance: 0,
}

export const getGraph = {
  id: 'getGraph',
  inCode: { name: 'graph' },
  large: true,
  method: 'GET',
  path: '/graph',
  summary: 'Read the dependency graph',
  about:
    'From a root in one direction or both, up to a depth; the whole graph without a root. Cycles are followed once. Beside the edges of `/dependencies` it has what the records say themselves: which project offers an API (`offered_by`) or `owns` a resource, and what is `part_of` a system or domain.',
  group: 'Dependency edges',
  scope: 'read',
  query: {
    root: entity('Where to begin.'),
    direction: shape.enum(['dependsOn', 'dependents', 'both'], {
      default: 'both',
      description: '`dependsOn`: whose failure hits it; `dependents`: what its own failure hits.',
    }),
    depth: shape.integer({
      minimum: 1,
      maximum: graphLimits.depth,
      default: 3,
      description: 'How many steps to go.',
    }),
    limit: shape.integer({
      minimum: 1,
      maximum: graphLimits.nodes,
      default: graphLimits.usualNodes,
      description: 'Maximum number of nodes, the nearest first.',
    }),
    types: shape.text({
      maxLength: 1_000,
      pattern: worded(
        '^[a-z0-9_-]{1,64}(,[a-z0-9_-]{1,64})*$',
        'must be types of dependencies with commas between, such as calls,reads_from',
      ),
      description: 'Only edges of these types, separated by commas.',
    }),
  },
  success: {
    status: 200,
    about: 'Nodes, the nearest first, and the edges between them.',
    schema: shape.object(
      {
        nodes: shape.array(node, { description: 'What there is, the nearest first.' }),
        edges: shape.array(edge, { description: 'What joins them.' }),
        truncated: shape.boolean({
          description: `There is more than one answer holds: ${graphLimits.edges} edges, ${graphLimits.nodes} nodes or the limit.`,
        }),
      },
      {
        title: 'Graph',
        examples: [{ nodes: [checkout, orders], edges: [edgeBetween], truncated: false }],
      },
    ),
  },
  problems: ['invalid_request'],
} as const satisfies Operation

export const getImpact = {
  id: 'getImpact',
  // The question has what the answer calls \`of\`.
  inCode: { name: 'impact', renamed: { of: 'entity' } },
  large: true,
  method: 'GET',
  path: '/impact',
  summary: 'Who is hit if it fails',
  about:
    'Everything that its failure reaches, however many steps away, with the teams, the people on call and the SLOs concerned. Failure travels along the edges of `/dependencies`, from a project to the APIs that it offers, from a resource to the project that owns it, from a member to its system and from a system to its domain.',
  group: 'Dependency edges',
  scope: 'read',
  query: {
    of: entity('What fails.'),
    limit: shape.integer({
      minimum: 1,
      maximum: graphLimits.nodes,
      default: graphLimits.nodes,
      description: 'Maximum number of entities to list, the nearest first.',
    }),
  },
  requiredQuery: ['of'],
  success: {
    status: 200,
    about: 'What is hit, the nearest first.',
    schema: shape.object(
      {
        of: { ...node, description: 'What fails.' },
        entities: shape.array(hitNode, { description: 'What is hit, the nearest first.' }),
        inactive: shape.array(hitNode, {
          description:
            'What is archived or retired and would be hit. The failure travels through it, but it counts nowhere else.',
        }),
        teams: shape.array(
          shape.object({
            id: shape.text(),
            name: shape.text(),
            entities: shape.integer({ description: 'How many of them are theirs.' }),
          }),
          { description: 'Whose these entities are, and what fails.' },
        ),
        onCall: shape.array(
          shape.object({ ...person, entities: shape.integer({ description: 'For how many of them.' }) }),
          { description: 'Who is on call now for these entities and for what fails.' },
        ),
        slos: shape.array(
          shape.object({
            id: shape.text(),
            name: shape.text(),
            appId: shape.text(),
            status: sloStatus,
            errorBudgetPercentUsed: shape.nullable(shape.number()),
          }),
          {
            description:
              'What was promised about these entities and about what fails, the worst first: breached, at risk, unknown, met.',
          },
        ),
        truncated: shape.boolean({
          description: `More is hit than is listed here: there is room for ${graphLimits.nodes} entities, as many inactive ones and as many SLOs, or for as many as the limit says.`,
        }),
        leftOut: shape.integer({
          description: 'How many entities are hit and not listed, inactive ones not counted.',
        }),
        leftOutIsExact: shape.boolean({
          description: `False where more than ${graphLimits.counted} entities are hit: then there are at least so many.`,
        }),
      },
      {
        title: 'Impact',
        examples: [
          {
            of: orders,
            entities: [{ ...checkout, distance: 1, criticality: 'hard' }],
            inactive: [],
            teams: [{ id: 'team_…', name: 'Ordering', entities: 1 }],
            onCall: [{ userName: 'Ada', userEmail: 'ada@example.com', userUid: 'usr_…', entities: 1 }],
            slos: [
              {
                id: 'slo_…',
                name: 'Checkout answers',
                appId: 'prj_…',
                status: 'atRisk',
                errorBudgetPercentUsed: 84.2,
              },
            ],
            truncated: false,
            leftOut: 0,
            leftOutIsExact: true,
          },
        ],
      },
    ),
  },
  problems: ['invalid_request'],
} as const satisfies Operation
