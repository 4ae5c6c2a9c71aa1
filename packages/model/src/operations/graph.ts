import { arrayOf, closedObject, type JsonSchema, orNull } from '../kind/schema.ts'
import { sloStatuses } from '../kinds/slo.ts'
import { entityKindNames, lifecycles } from '../vocabulary.ts'
import type { Operation } from './operation.ts'
import { worded } from '../kind/patterns.ts'

/** How much of a graph one answer holds; beyond it the answer says that it was cut. */
export const graphLimits = { nodes: 2_000, usualNodes: 1_000, edges: 10_000, depth: 10 } as const

const text: JsonSchema = { type: 'string' }
const textOrNull: JsonSchema = { type: ['string', 'null'] }
const entityKind: JsonSchema = { type: 'string', enum: entityKindNames }
const entityPattern = worded(
  `^(${entityKindNames.join('|')}):[^:\\s]{1,200}$`,
  `must be ${entityKindNames.join(', ')} and an id after a colon, such as component:prj_…`,
)

const entity = (description: string): JsonSchema => ({
  type: 'string',
  maxLength: 240,
  pattern: entityPattern,
  description: `${description} As \`<kind>:<id>\`, where the kind is one of ${entityKindNames.join(', ')}.`,
})

const onCall: JsonSchema = {
  ...closedObject({ bindingId: text, userName: text, userEmail: textOrNull, userUid: textOrNull }),
  type: ['object', 'null'],
  description: 'Who is on call for it now: by a binding of its own, else by one of the team that owns it.',
}

const node: JsonSchema = closedObject({
  kind: entityKind,
  id: text,
  name: text,
  ownerTeamId: textOrNull,
  ownerTeamName: textOrNull,
  lifecycle: orNull({ type: 'string', enum: lifecycles }),
  sloStatus: {
    ...orNull({ type: 'string', enum: sloStatuses }),
    description: 'The worst of the SLOs of the project that it is, or belongs to.',
  },
  openCriticalIssues: {
    type: 'integer',
    description: 'Issues of that project, critical or blocking, that nobody has finished.',
  },
  onCall,
  distance: { type: 'integer', description: 'How many steps it is away.' },
})

const edge: JsonSchema = closedObject({
  id: text,
  fromKind: entityKind,
  fromId: text,
  toKind: entityKind,
  toId: text,
  type: text,
})

const isTruncated: JsonSchema = {
  type: 'boolean',
  description: `There is more than one answer holds: ${graphLimits.edges} edges, ${graphLimits.nodes} nodes or the limit.`,
}

const orders = {
  kind: 'api',
  id: 'api_…',
  name: 'Orders API',
  ownerTeamId: 'team_…',
  ownerTeamName: 'Ordering',
  lifecycle: 'production',
  sloStatus: 'atRisk',
  openCriticalIssues: 1,
  onCall: { bindingId: 'ocb_…', userName: 'Ada', userEmail: 'ada@example.com', userUid: 'usr_…' },
  distance: 1,
}
const checkout = { ...orders, kind: 'component', id: 'prj_…', name: 'Checkout', lifecycle: null, distance: 0 }

export const getGraph = {
  id: 'getGraph',
  large: true,
  method: 'GET',
  path: '/graph',
  summary: 'Read the dependency graph',
  about:
    'From a root in one direction or both, up to a depth; the whole graph without a root. Cycles are followed once.',
  group: 'Dependency edges',
  scope: 'read',
  query: {
    root: entity('Where to begin.'),
    direction: {
      type: 'string',
      enum: ['dependsOn', 'dependents', 'both'],
      default: 'both',
      description: '`dependsOn`: what it needs; `dependents`: what needs it.',
    },
    depth: {
      type: 'integer',
      minimum: 1,
      maximum: graphLimits.depth,
      default: 3,
      description: 'How many steps to go.',
    },
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: graphLimits.nodes,
      default: graphLimits.usualNodes,
      description: 'How many nodes at the most, the nearest first.',
    },
    types: {
      type: 'string',
      maxLength: 1_000,
      pattern: worded(
        '^[a-z0-9_-]{1,64}(,[a-z0-9_-]{1,64})*$',
        'must be types of dependencies with commas between, such as calls,reads_from',
      ),
      description: 'Only edges of these types, separated by commas.',
    },
  },
  success: {
    status: 200,
    about: 'Nodes, the nearest first, and the edges between them.',
    schema: {
      ...closedObject({
        nodes: { ...arrayOf(node), description: 'What there is, the nearest first.' },
        edges: { ...arrayOf(edge), description: 'What depends on what among them.' },
        truncated: isTruncated,
      }),
      title: 'Graph',
      examples: [
        {
          nodes: [checkout, orders],
          edges: [
            {
              id: 'edge_…',
              fromKind: 'component',
              fromId: 'prj_…',
              toKind: 'api',
              toId: 'api_…',
              type: 'calls',
            },
          ],
          truncated: false,
        },
      ],
    },
  },
  problems: ['invalid_request'],
} as const satisfies Operation

export const getImpact = {
  id: 'getImpact',
  large: true,
  method: 'GET',
  path: '/impact',
  summary: 'Who is hit if it fails',
  about:
    'Everything that depends on it, directly or not, with the teams, the people on call and the SLOs concerned. A project that fails takes the APIs that it offers with it.',
  group: 'Dependency edges',
  scope: 'read',
  query: { of: entity('What fails.') },
  requiredQuery: ['of'],
  success: {
    status: 200,
    about: 'What is hit, the nearest first.',
    schema: {
      ...closedObject({
        of: { ...node, description: 'What fails.' },
        entities: { ...arrayOf(node), description: 'What is hit, the nearest first.' },
        teams: {
          ...arrayOf(
            closedObject({
              id: text,
              name: text,
              entities: { type: 'integer', description: 'How many of them are theirs.' },
            }),
          ),
          description: 'Whose they are.',
        },
        onCall: {
          ...arrayOf(
            closedObject({
              userName: text,
              userEmail: textOrNull,
              userUid: textOrNull,
              entities: { type: 'integer', description: 'For how many of them.' },
            }),
          ),
          description: 'Who is on call for them now.',
        },
        slos: {
          ...arrayOf(
            closedObject({
              id: text,
              name: text,
              appId: text,
              status: orNull({ type: 'string', enum: sloStatuses }),
              errorBudgetPercentUsed: { type: ['number', 'null'] },
            }),
          ),
          description: 'What was promised about them.',
        },
        truncated: isTruncated,
      }),
      title: 'Impact',
      examples: [
        {
          of: orders,
          entities: [{ ...checkout, distance: 1 }],
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
        },
      ],
    },
  },
  problems: ['invalid_request'],
} as const satisfies Operation
