import type { EntityKind } from '@svc/model'
import fc from 'fast-check'
import type { GraphEdge, GraphNode } from '../graph.ts'

/** Graphs for tests. */

export const nodeOf = (kind: EntityKind, id: string, fields: Partial<GraphNode> = {}): GraphNode => ({
  kind,
  id,
  name: id,
  ownerTeamId: null,
  ownerTeamName: null,
  lifecycle: null,
  type: null,
  tier: null,
  systemId: null,
  systemName: null,
  domainId: null,
  domainName: null,
  active: true,
  sloStatus: null,
  unknownSlos: 0,
  openCriticalIssues: 0,
  onCall: null,
  distance: 0,
  ...fields,
})

/** The first depends on the second. */
export const edgeBetween = (from: GraphNode, to: GraphNode, fields: Partial<GraphEdge> = {}): GraphEdge => ({
  id: `${from.id}-${fields.type ?? 'calls'}-${to.id}`,
  fromKind: from.kind,
  fromId: from.id,
  toKind: to.kind,
  toId: to.id,
  type: 'calls',
  criticality: 'hard',
  hitEnd: 'from',
  relation: null,
  ...fields,
})

const kinds: readonly EntityKind[] = [
  'component',
  'component',
  'component',
  'api',
  'resource',
  'system',
  'domain',
]

interface Drawn {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
}

/** Any graph: cycles, several edges between two, APIs with several providers, relations of every sort. */
export const aGraph: fc.Arbitrary<Drawn> = fc
  .record({
    nodes: fc.array(
      fc.record({ kind: fc.constantFrom(...kinds), system: fc.nat(3), domain: fc.nat(2), team: fc.nat(3) }),
      { minLength: 1, maxLength: 24 },
    ),
    edges: fc.array(
      fc.record({
        from: fc.nat(),
        to: fc.nat(),
        criticality: fc.constantFrom('hard', 'soft'),
        type: fc.constantFrom('calls', 'reads_from', 'provides_api', 'offered_by', 'owns', 'part_of'),
        isRelation: fc.boolean(),
      }),
      { maxLength: 60 },
    ),
  })
  .map(({ nodes: plans, edges: pairs }) => {
    const idsOf = (wanted: EntityKind) =>
      plans.flatMap(({ kind }, index) => (kind === wanted ? [`n${index}`] : [])).concat(`${wanted}-elsewhere`)
    const [systems, domains] = [idsOf('system'), idsOf('domain')]
    const nodes = plans.map(({ kind, system, domain, team }, index) =>
      nodeOf(kind, `n${index}`, {
        ...(kind !== 'system' && { systemId: systems[system] ?? null, systemName: `System ${system}` }),
        ...(kind !== 'domain' && { domainId: domains[domain] ?? null, domainName: `Domain ${domain}` }),
        ...(team > 0 && { ownerTeamId: `t${team}`, ownerTeamName: `Team ${team}` }),
      }),
    )
    const edges = pairs.map(({ from, to, criticality, type, isRelation }, index) =>
      edgeBetween(nodes[from % nodes.length] as GraphNode, nodes[to % nodes.length] as GraphNode, {
        id: `e${index}`,
        criticality,
        type,
        hitEnd: type === 'provides_api' || type === 'part_of' ? 'to' : 'from',
        relation: isRelation ? `some.${type}` : null,
      }),
    )
    return { nodes, edges }
  })
