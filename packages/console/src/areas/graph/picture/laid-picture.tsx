import { useMemo } from 'react'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import type { Folded } from '../fold/fold.ts'
import type { LayoutInput } from '../layout/placed.ts'
import { useLayout } from '../layout/use-layout.ts'
import { Picture, type PictureProps } from './picture.tsx'
import { sceneOf } from './scene.ts'
import { sizeOf } from './size.ts'

interface LaidPictureProps extends Omit<PictureProps, 'scene'> {
  readonly folded: Folded
}

/** The graph once it has been laid out. */
export function LaidPicture({ folded, ...rest }: LaidPictureProps) {
  const question = useMemo(() => ({ folded, input: inputOf(folded) }), [folded])
  const { placed, input, problem } = useLayout(question.input)
  const isCurrent = input === question.input
  const scene = useMemo(
    () => (placed && isCurrent ? sceneOf(question.folded, placed) : undefined),
    [placed, isCurrent, question],
  )
  if (problem) return <Problem error={problem} />
  if (!scene) return <Skeleton rows={10} />
  return <Picture scene={scene} {...rest} />
}

const inputOf = ({ boxes, links }: Folded): LayoutInput => ({
  nodes: boxes.map((box) => ({ id: box.id, within: box.within, ...sizeOf(box) })),
  edges: links.map(({ id, from, to }) => ({ id, from, to })),
})
