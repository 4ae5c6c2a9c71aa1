import type { EntityKind } from '@svc/model'
import { failingOf, type Graph, type GraphEdge, type GraphNode, hitOf } from '../graph.ts'
import { type Grouping, groupBoxId, type GroupName, groupsOf } from './groups.ts'
import { holdersOf } from './holders.ts'
import { healthOfAll } from './health-of-all.ts'

export type Level = 'services' | 'all'

/** Something that is drawn: an entity with what is folded into it, or a group of such. */
export interface Box extends Pick<GraphNode, 'sloStatus' | 'unknownSlos' | 'openCriticalIssues' | 'active'> {
  readonly id: string
  readonly name: string
  readonly kind: EntityKind | 'group'
  /** The entity itself. A group has one only where it is a system or a domain that is in the graph. */
  readonly entity: GraphNode | undefined
  /** Every entity that the box stands for, itself included. */
  readonly holds: readonly GraphNode[]
  /** The open group around it. */
  readonly within: string | undefined
  /** A group that shows what is in it. */
  readonly isOpen: boolean
  readonly distance: number
  readonly tier: number | null
  readonly ownerTeamId: string | null
  readonly ownerTeamName: string | null
}

/** All edges from one box to another. */
export interface Link {
  readonly id: string
  /** The box that is affected when the other one fails. */
  readonly from: string
  readonly to: string
  readonly edges: readonly GraphEdge[]
  readonly hard: number
  readonly soft: number
}

export interface Folded {
  readonly boxes: readonly Box[]
  readonly links: readonly Link[]
  /** Edges inside of one box. */
  readonly inside: readonly GraphEdge[]
  /** What is part of a system or a domain: said by the groups, or left to the pages of these. */
  readonly structure: readonly GraphEdge[]
}

export interface Folding {
  readonly level: Level
  readonly grouping: Grouping
  isOpen(groupId: string): boolean
}

const isStructure = ({ relation, type }: GraphEdge): boolean => relation !== null && type === 'part_of'
const isWhole = ({ kind }: GraphNode): boolean => kind === 'system' || kind === 'domain'

/** The graph with parts folded into their owners and services into groups. Every edge ends up in exactly one place. */
export function fold({ nodes, edges }: Pick<Graph, 'nodes' | 'edges'>, folding: Folding): Folded {
  const { level, grouping, isOpen } = folding
  const holders = level === 'services' ? holdersOf({ nodes, edges }) : new Map<string, string>()
  const holderOf = (id: string): string => holders.get(id) ?? id
  const drawn = nodes.filter(({ id }) => !holders.has(id))
  const groups = groupsOf(drawn, grouping)
  const showsStructure = level === 'all' && grouping === 'none'

  const structure: GraphEdge[] = []
  const inside: GraphEdge[] = []
  const linked = new Map<string, GraphEdge[]>()
  const touched = new Set<string>()
  const boxOf = (id: string): string => {
    const group = groups.get(holderOf(id))
    return group && !isOpen(group.id) ? group.id : holderOf(id)
  }
  for (const edge of edges) {
    const [from, to] = [boxOf(hitOf(edge)), boxOf(failingOf(edge))]
    if (isStructure(edge) && !showsStructure) structure.push(edge)
    else if (from === to) inside.push(edge)
    else {
      const key = `${from}>${to}`
      const own = linked.get(key)
      if (own) own.push(edge)
      else linked.set(key, [edge])
      touched.add(from).add(to)
    }
  }

  const parts = Map.groupBy(nodes, ({ id }) => holderOf(id))
  // A system is drawn as a group; by itself only where something depends on it directly.
  const isShown = (node: GraphNode): boolean =>
    showsStructure ||
    !isWhole(node) ||
    touched.has(node.id) ||
    (node.distance === 0 && nodes.some(({ distance }) => distance > 0))
  const boxes: Box[] = []
  const members = Map.groupBy(drawn, ({ id }) => groups.get(id)?.id)
  for (const [groupId, own] of members) {
    const group = groupId === undefined ? undefined : groups.get(own[0]?.id ?? '')
    const open = group === undefined || isOpen(group.id)
    if (group) {
      const holds = own.flatMap(({ id }) => parts.get(id) ?? [])
      const isEmpty = open ? !own.some(isShown) : own.every(isWhole) && !touched.has(group.id)
      if (isEmpty) continue
      boxes.push(groupBox(group, holds, open))
    }
    if (!open) continue
    for (const node of own)
      if (isShown(node)) boxes.push(entityBox(node, parts.get(node.id) ?? [node], group?.id))
  }
  return { boxes, links: [...linked].map(linkOf), inside, structure }
}

const linkOf = ([id, edges]: [string, readonly GraphEdge[]]): Link => {
  const [from = '', to = ''] = id.split('>')
  const soft = edges.filter(({ criticality }) => criticality === 'soft').length
  return { id, from, to, edges, hard: edges.length - soft, soft }
}

const entityBox = (node: GraphNode, holds: readonly GraphNode[], within: string | undefined): Box => ({
  ...node,
  ...healthOfAll(holds),
  active: node.active,
  entity: node,
  holds,
  within,
  isOpen: false,
  distance: Math.min(...holds.map(({ distance }) => distance)),
})

function groupBox({ id, name }: GroupName, holds: readonly GraphNode[], isOpen: boolean): Box {
  const tiers = holds.flatMap(({ tier }) => tier ?? [])
  const owners = new Map(holds.map(({ ownerTeamId, ownerTeamName }) => [ownerTeamId, ownerTeamName]))
  const [owner] = owners.size === 1 ? owners : []
  return {
    ...healthOfAll(holds),
    id,
    name,
    kind: 'group',
    entity: holds.find((node) => groupBoxId(node.id) === id),
    holds,
    within: undefined,
    isOpen,
    active: holds.some(({ active }) => active),
    distance: Math.min(...holds.map(({ distance }) => distance)),
    tier: tiers.length > 0 ? Math.min(...tiers) : null,
    ownerTeamId: owner?.[0] ?? null,
    ownerTeamName: owner?.[1] ?? null,
  }
}
