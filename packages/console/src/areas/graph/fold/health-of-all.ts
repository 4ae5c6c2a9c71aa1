import type { GraphNode, Health } from '../graph.ts'

type HealthFacts = Pick<GraphNode, 'sloStatus' | 'unknownSlos' | 'openCriticalIssues'>

/**
 * The health of several entities together. Issues and SLOs of an API or a resource are those of its project: they are
 * added up over projects only, or the same ones would count several times.
 */
export function healthOfAll(nodes: readonly GraphNode[]): HealthFacts {
  const projects = nodes.filter(({ kind }) => kind === 'component')
  const total = (of: (node: GraphNode) => number): number =>
    projects.length > 0
      ? projects.reduce((sum, node) => sum + of(node), 0)
      : nodes.reduce((most, node) => Math.max(most, of(node)), 0)
  const unknownSlos = total((node) => node.unknownSlos)
  const has = (status: Health) => nodes.some(({ sloStatus }) => sloStatus === status)
  const good = has('met') && nodes.every((node) => node.unknownSlos === 0) ? 'met' : null
  return {
    sloStatus: has('breached') ? 'breached' : has('atRisk') ? 'atRisk' : good,
    unknownSlos,
    openCriticalIssues: total((node) => node.openCriticalIssues),
  }
}
