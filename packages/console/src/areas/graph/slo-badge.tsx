import type { GraphNode } from './graph.ts'
import { Badge } from '../../design/badge.tsx'
import { None } from '../../values/cell.tsx'

/** The worst status of an entity's SLOs: an unknown one is not good news. */
export const SloBadge = ({ node }: { readonly node: GraphNode | undefined }) =>
  node?.sloStatus ? (
    <Badge word={node.sloStatus} />
  ) : node && node.unknownSlos > 0 ? (
    <Badge word="unknown" />
  ) : (
    <None />
  )
