import type { GraphNode } from '../graph.ts'

export const groupings = ['system', 'domain', 'team', 'none'] as const
export type Grouping = (typeof groupings)[number]

export interface GroupName {
  readonly id: string
  readonly name: string
}

const nothing: Readonly<Record<Exclude<Grouping, 'none'>, GroupName>> = {
  system: { id: 'no-system', name: 'In no system' },
  domain: { id: 'no-domain', name: 'In no domain' },
  team: { id: 'no-team', name: 'Without an owner' },
}

const named = (id: string | null, name: string | null): GroupName | undefined =>
  id === null ? undefined : { id, name: name ?? id }

/** The group that an entity says it belongs to. A system and a domain belong to the group that they are. */
export function groupOf(node: GraphNode, grouping: Grouping): GroupName | undefined {
  switch (grouping) {
    case 'system':
      return node.kind === 'system' ? node : named(node.systemId, node.systemName)
    case 'domain':
      return node.kind === 'domain' ? node : named(node.domainId, node.domainName)
    case 'team':
      return named(node.ownerTeamId, node.ownerTeamName)
    case 'none':
      return undefined
  }
}

/** A system is a group, and may be an entity in it too. */
export const groupBoxId = (id: string): string => `in-${id}`

/** The group of every drawn entity; one for the rest only where there are others. */
export function groupsOf(nodes: readonly GraphNode[], grouping: Grouping): ReadonlyMap<string, GroupName> {
  if (grouping === 'none') return new Map()
  const groups = nodes.map((node) => [node.id, groupOf(node, grouping)] as const)
  if (!groups.some(([, group]) => group)) return new Map()
  return new Map(
    groups.map(([id, group]) => {
      const { id: groupId, name } = group ?? nothing[grouping]
      return [id, { id: groupBoxId(groupId), name }]
    }),
  )
}

/** By system where there are any, otherwise by team; a handful of services needs no groups. */
export function usualGrouping(nodes: readonly GraphNode[]): Grouping {
  const services = nodes.filter(({ kind }) => kind === 'component')
  if (services.length <= few) return 'none'
  const groupings: readonly Grouping[] = ['system', 'team']
  return groupings.find((one) => services.some((node) => groupOf(node, one))) ?? 'none'
}

/** As many services as can be read at once without folding them. */
export const few = 12
