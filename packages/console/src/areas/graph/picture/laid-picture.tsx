import { useMemo } from 'react'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import { failingOf, type Graph, hitOf } from '../neighbours.ts'
import type { LayoutInput } from '../layout/placed.ts'
import { useLayout } from '../layout/use-layout.ts'
import { Picture } from './picture.tsx'
import { sceneOf } from './scene.ts'

interface LaidPictureProps {
  readonly graph: Graph
  readonly rootId: string | undefined
  readonly selectedId: string | undefined
  readonly isImpact: boolean
  onSelect(id: string | undefined): void
  onRoot(id: string): void
}

/** The graph once it has been laid out. */
export function LaidPicture({ graph, isImpact, ...rest }: LaidPictureProps) {
  const question = useMemo(() => ({ graph, input: inputOf(graph, isImpact) }), [graph, isImpact])
  const { placed, input, problem } = useLayout(question.input)
  const isCurrent = input === question.input
  const scene = useMemo(
    () => (placed && isCurrent ? sceneOf(question.graph, placed) : undefined),
    [placed, isCurrent, question],
  )
  if (problem) return <Problem error={problem} />
  if (!scene) return <Skeleton rows={10} />
  return <Picture scene={scene} isImpact={isImpact} {...rest} />
}

/** What fails is on the right, and what is affected to its left, as far away as it is in steps. */
function inputOf({ nodes, edges }: Graph, isImpact: boolean): LayoutInput {
  const farthest = nodes.reduce((most, { distance }) => Math.max(most, distance), 0)
  return {
    nodes: nodes.map(({ id }) => id),
    edges: edges.map((edge) => ({ id: edge.id, from: hitOf(edge), to: failingOf(edge) })),
    ...(isImpact && {
      layers: Object.fromEntries(nodes.map(({ id, distance }) => [id, farthest - distance])),
    }),
  }
}
