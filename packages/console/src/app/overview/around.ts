import type { CallAnswer } from '@svc/client'
import type { GraphEdge, GraphNode } from '@svc/model'

type Graph = CallAnswer<'getGraph'>

const hitOf = ({ fromId, toId, hitEnd }: GraphEdge): string => (hitEnd === 'from' ? fromId : toId)
const failingOf = ({ fromId, toId, hitEnd }: GraphEdge): string => (hitEnd === 'from' ? toId : fromId)

export interface Neighbour {
  readonly node: GraphNode
  /** The API between it and the entity; absent where there is none. */
  readonly via?: string
}

export interface Around {
  /** What it affects when it fails; of its APIs, whoever uses them. */
  readonly users: readonly Neighbour[]
  /** What it needs. */
  readonly needs: readonly Neighbour[]
  /** What is part of it. */
  readonly members: readonly GraphNode[]
}

const partOf = 'part_of'

/** What is one step from an entity, out of a graph of two: an API is how its users reach it, not a user itself. */
export function aroundIn({ nodes, edges }: Graph, id: string): Around {
  const active = new Map(nodes.filter((node) => node.active).map((node) => [node.id, node]))
  const direct = edges.filter(({ type }) => type !== partOf)
  const across = (near: (edge: GraphEdge) => string, far: (edge: GraphEdge) => string, from: string) =>
    direct.filter((edge) => near(edge) === from).flatMap((edge) => active.get(far(edge)) ?? [])
  const users = new Map<string, Neighbour>()
  for (const node of across(failingOf, hitOf, id)) {
    const offered = edges.some(
      (edge) => edge.relation !== null && failingOf(edge) === id && hitOf(edge) === node.id,
    )
    const through = node.kind === 'api' && offered ? across(failingOf, hitOf, node.id) : []
    if (through.length === 0) users.set(node.id, { node })
    for (const one of through)
      if (one.id !== id && !users.has(one.id)) users.set(one.id, { node: one, via: node.name })
  }
  const needs = new Map(across(hitOf, failingOf, id).map((node) => [node.id, { node }]))
  const members = edges
    .filter((edge) => edge.type === partOf && hitOf(edge) === id)
    .flatMap((edge) => active.get(failingOf(edge)) ?? [])
  return { users: [...users.values()], needs: [...needs.values()], members }
}
