import type { CallAnswer } from '@svc/client'
import type { GraphNode } from '@svc/model'

const partOf = 'part_of'

/** The domain and the system that an entity is part of, the outermost first; of several systems the first by name. */
export function placeIn({ nodes, edges }: CallAnswer<'getGraph'>, id: string): readonly GraphNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const outside = (of: string): GraphNode | undefined =>
    edges
      .filter(({ type, fromId, toId }) => type === partOf && (fromId === of || toId === of))
      .flatMap(({ fromId, toId }) => byId.get(fromId === of ? toId : fromId) ?? [])
      .filter(({ kind }) => isAround(kind, byId.get(of)?.kind))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))[0]
  const system = outside(id)
  const domain = system && outside(system.id)
  return [domain, system].filter((node) => node !== undefined)
}

const isAround = (outer: GraphNode['kind'], inner: GraphNode['kind'] | undefined): boolean =>
  outer === 'domain' || (outer === 'system' && inner !== 'domain' && inner !== 'system')
