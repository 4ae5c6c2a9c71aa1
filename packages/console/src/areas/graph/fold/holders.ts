import { type Graph, failingOf, hitOf } from '../graph.ts'

/**
 * Who stands for an API or a resource where only services are drawn: the project that offers or owns it. Those that
 * nobody offers or owns stand for themselves.
 */
export function holdersOf({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>): ReadonlyMap<string, string> {
  const kinds = new Map(nodes.map(({ id, kind }) => [id, kind]))
  const holders = new Map<string, string>()
  const among = (type: string, held: 'hit' | 'failing') => {
    for (const edge of edges) {
      if (edge.type !== type) continue
      const [part, whole] = held === 'hit' ? [hitOf(edge), failingOf(edge)] : [failingOf(edge), hitOf(edge)]
      const isPart = kinds.get(part) === 'api' || kinds.get(part) === 'resource'
      if (isPart && kinds.get(whole) === 'component' && !holders.has(part)) holders.set(part, whole)
    }
  }
  among('offered_by', 'hit')
  among('provides_api', 'hit')
  among('owns', 'failing')
  return holders
}
