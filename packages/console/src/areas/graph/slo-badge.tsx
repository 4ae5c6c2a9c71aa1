import type { GraphNode } from './neighbours.ts'
import { Badge } from '../../design/badge.tsx'
import { None } from '../../values/cell.tsx'

/** How an entity's SLOs stand, the worst of them: that one is not known is no good news. */
export const SloBadge = ({ node }: { readonly node: GraphNode | undefined }) =>
  node?.sloStatus ? (
    <Badge word={node.sloStatus} />
  ) : node && node.unknownSlos > 0 ? (
    <Badge word="unknown" />
  ) : (
    <None />
  )
