import { counted, entityKinds, inWords, kindNamed } from '@svc/model'
import type { Box } from './fold/fold.ts'
import type { GraphNode } from './graph.ts'

/** What is folded into a box, in words, the most numerous first: `3 APIs, 1 database`. */
export function partsInWords({ holds, entity, kind }: Box): string {
  const parts = holds.filter((node) =>
    kind === 'group' ? node.kind !== 'system' && node.kind !== 'domain' : node.id !== entity?.id,
  )
  const sorts = Map.groupBy(parts, (node) => sortOf(node, kind === 'group'))
  return [...sorts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([, own]) => countOf(own, kind === 'group'))
    .join(', ')
}

/** Resources are told apart by their sort, except in a group, where there are too many. */
const sortOf = ({ kind, type }: GraphNode, isGroup: boolean): string =>
  kind === 'resource' && !isGroup && type !== null && type !== 'other' ? `resource ${type}` : kind

function countOf(nodes: readonly GraphNode[], isGroup: boolean): string {
  const [first] = nodes
  if (!first) return ''
  const noun =
    sortOf(first, isGroup) === first.kind
      ? kindNamed(entityKinds[first.kind]).noun
      : inWords(first.type ?? '')
  return counted(nodes.length, noun)
}
