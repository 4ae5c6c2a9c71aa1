import { useMemo } from 'react'
import { Problem } from '../../../design/problem.tsx'
import { Skeleton } from '../../../design/skeleton.tsx'
import type { Folded } from '../fold/fold.ts'
import type { LayoutInput } from '../layout/placed.ts'
import { useLayout } from '../layout/use-layout.ts'
import { Picture, type PictureProps } from './picture.tsx'
import styles from './picture.module.css'
import { sceneOf } from './scene.ts'
import { sizeOf } from './size.ts'

interface LaidPictureProps extends Omit<PictureProps, 'scene'> {
  readonly folded: Folded
}

/** The graph once it has been laid out; until then what was drawn before. */
export function LaidPicture({ folded, ...rest }: LaidPictureProps) {
  const question = useMemo(() => ({ folded, input: inputOf(folded) }), [folded])
  const { laid, problem } = useLayout(question)
  const scene = useMemo(() => laid && sceneOf(laid.question.folded, laid.placed), [laid])
  if (problem) return <Problem error={problem} />
  // As wide as the picture, so that what is beside it does not move.
  if (!scene)
    return (
      <div className={styles.stage}>
        <Skeleton rows={10} />
      </div>
    )
  return <Picture scene={scene} {...rest} />
}

const inputOf = ({ boxes, links }: Folded): LayoutInput => ({
  nodes: boxes.map((box) => ({ id: box.id, within: box.within, ...sizeOf(box) })),
  edges: links.map(({ id, from, to }) => ({ id, from, to })),
})
