import { criticalities } from '../kinds/dependency.ts'
import { sloStatuses } from '../kinds/slo.ts'
import { shape, type ValueIn } from '../shape/shape.ts'
import { entityKindNames, lifecycles } from '../vocabulary.ts'
import type { Operation } from './operation.ts'
import { worded } from '../kind/patterns.ts'

/** How much of a graph one answer contains, and how many entities are counted; beyond it the answer says so. */
export const graphLimits = {
  nodes: 2_000,
  defaultNodes: 1_000,
  edges: 10_000,
  depth: 10,
  counted: 50_000,
} as const

const entityKind = shape.enum(entityKindNames)
const entityPattern = worded(
  `^(${entityKindNames.join('|')}):[^:\\s]{1,200}$`,
  `must be one of ${entityKindNames.join(', ')}, a colon and an id, such as component:prj_…`,
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
  type: shape.nullable(
    shape.text({ description: 'The type of a project, or the kind of an API or a resource.' }),
  ),
  tier: shape.nullable(shape.integer({ description: 'How critical a project is: 1 is the most critical.' })),
  systemId: shape.nullable(
    shape.text({ description: 'The system it is in; the oldest of several. Null for a system.' }),
  ),
  systemName: shape.nullable(shape.text()),
  domainId: shape.nullable(
    shape.text({ description: 'The domain that this system, or it itself, is part of.' }),
  ),
  domainName: shape.nullable(shape.text()),
  active: shape.boolean({ description: 'False for archived projects and retired entities.' }),
  sloStatus: {
    ...sloStatus,
    description:
      'The worst status among the SLOs of its project. Never `met` while one of them has no status: then it is null, unless another is at risk or breached.',
  },
  unknownSlos: shape.integer({ description: 'How many of those SLOs have no status.' }),
  openCriticalIssues: shape.integer({
    description: 'Open issues of that project with severity critical or blocker.',
  }),
  onCall: shape.nullable(
    shape.object(
      { bindingId: shape.text(), ...person },
      {
        description:
          'Who is on call for it now: by its own binding, otherwise by one of the team that owns it.',
      },
    ),
  ),
  distance: shape.integer({ description: 'How many steps away it is.' }),
})

export type GraphNode = ValueIn<typeof node>

const hitNode = shape.extended(node, {
  criticality: shape.enum(criticalities, {
    description: '`soft` if every path by which the failure arrives has a soft edge in it.',
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
    description: 'Which end is affected when the other one fails. This follows from the type.',
  }),
  relation: shape.nullable(
    shape.text({
      description:
        'The field that the edge comes from, such as `api.componentId`; null for an edge of `/dependencies`, whose id it has.',
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
  type: 'rest',
  tier: null,
  systemId: 'sys_…',
  systemName: 'Ordering',
  domainId: 'dom_…',
  domainName: 'Shopping',
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
  type: 'service',
  tier: 1,
  distance: 0,
}

export const getGraph = {
  id: 'getGraph',
  inCode: { name: 'graph' },
  large: true,
  method: 'GET',
  path: '/graph',
  summary: 'Get the dependency graph',
  about:
    'From a root in one or both directions, up to a depth; without a root, the whole graph. Cycles are followed once. Besides the edges of `/dependencies` it includes the relations stored in the records themselves: which project offers an API (`offered_by`) or `owns` a resource, and what is `part_of` a system or domain.',
  group: 'Dependency edges',
  scope: 'read',
  query: {
    root: entity('Where to start.'),
    direction: shape.enum(['dependsOn', 'dependents', 'both'], {
      default: 'both',
      description: '`dependsOn`: what affects it when it fails; `dependents`: what it affects when it fails.',
    }),
    depth: shape.integer({
      minimum: 1,
      maximum: graphLimits.depth,
      default: 3,
      description: 'How many steps to follow.',
    }),
    limit: shape.integer({
      minimum: 1,
      maximum: graphLimits.nodes,
      default: graphLimits.defaultNodes,
      description: 'Maximum number of nodes, the nearest first.',
    }),
    types: shape.text({
      maxLength: 1_000,
      pattern: worded(
        '^[a-z0-9_-]{1,64}(,[a-z0-9_-]{1,64})*$',
        'must be dependency types separated by commas, such as calls,reads_from',
      ),
      description: 'Only edges of these types, separated by commas.',
    }),
  },
  success: {
    status: 200,
    about: 'Nodes, the nearest first, and the edges between them.',
    schema: shape.object(
      {
        nodes: shape.array(node, { description: 'The nodes, the nearest first.' }),
        edges: shape.array(edge, { description: 'The edges between them.' }),
        truncated: shape.boolean({
          description: `Whether the graph was cut off at ${graphLimits.edges} edges, ${graphLimits.nodes} nodes or the limit.`,
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
  // In code, `of` is the argument.
  inCode: { name: 'impact', renamed: { of: 'entity' } },
  large: true,
  method: 'GET',
  path: '/impact',
  summary: 'Get what is affected if an entity fails',
  about:
    'Everything its failure reaches, however many steps away, with the teams, the people on call and the SLOs concerned. Failure travels along the edges of `/dependencies`, from a project to the APIs that it offers, from a resource to the project that owns it, from a member to its system and from a system to its domain.',
  group: 'Dependency edges',
  scope: 'read',
  query: {
    of: entity('The entity that fails.'),
    limit: shape.integer({
      minimum: 1,
      maximum: graphLimits.nodes,
      default: graphLimits.nodes,
      description: 'Maximum number of entities to list, the nearest first.',
    }),
    depth: shape.integer({
      minimum: 1,
      maximum: graphLimits.depth,
      description:
        'Only what is at most this many steps away; without it, everything. What is further away is counted as `further`.',
    }),
  },
  requiredQuery: ['of'],
  success: {
    status: 200,
    about: 'What is affected, the nearest first.',
    schema: shape.object(
      {
        of: { ...node, description: 'The entity that fails.' },
        entities: shape.array(hitNode, { description: 'What is affected, the nearest first.' }),
        inactive: shape.array(hitNode, {
          description:
            'Archived and retired entities that would be affected. Failure travels through them, but they count nowhere else.',
        }),
        teams: shape.array(
          shape.object({
            id: shape.text(),
            name: shape.text(),
            entities: shape.integer({ description: 'How many of them the team owns.' }),
          }),
          { description: 'The teams that own these entities and the one that fails.' },
        ),
        onCall: shape.array(
          shape.object({
            ...person,
            entities: shape.integer({ description: 'For how many of them they are on call.' }),
          }),
          { description: 'Who is on call now for these entities and for the one that fails.' },
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
              'The SLOs of these entities and of the one that fails, the worst first: breached, at risk, unknown, met.',
          },
        ),
        truncated: shape.boolean({
          description: `Whether more is affected than is listed: at most ${graphLimits.nodes} entities, as many inactive ones and as many SLOs are, or as many as the limit says.`,
        }),
        counts: shape.object(
          {
            hard: shape.integer({ description: 'How many fail with it.' }),
            soft: shape.integer({ description: 'How many keep working in a degraded way.' }),
            further: shape.integer({
              description: 'How many are affected beyond the depth that was asked for.',
            }),
          },
          {
            description:
              'Of everything affected, listed or not, without inactive ones: `hard` and `soft` add up to those listed and `leftOut`. Minimums where `leftOutIsExact` is false.',
          },
        ),
        leftOut: shape.integer({
          description: 'How many affected entities are not listed, without inactive ones.',
        }),
        leftOutIsExact: shape.boolean({
          description: `False if more than ${graphLimits.counted} entities are affected: leftOut is then a minimum.`,
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
            counts: { hard: 1, soft: 0, further: 0 },
            leftOut: 0,
            leftOutIsExact: true,
          },
        ],
      },
    ),
  },
  problems: ['invalid_request'],
} as const satisfies Operation
