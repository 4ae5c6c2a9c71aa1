import { memo } from 'react'
import { type Area, isNodeIn, readableScale } from './camera.ts'
import styles from './picture.module.css'
import type { Scene } from './scene.ts'
import { overlaps } from './shapes.ts'

interface EdgesProps {
  readonly scene: Scene
  readonly area: Area
  readonly selectedId: string | undefined
  readonly isFar: boolean
  readonly scale: number
}

/** More than these obscure the nodes: far out many are fine, close up only few. */
const maxEdges = { far: 1_500, near: 300 } as const

const hasEndIn = ({ byId }: Scene, { fromId, toId }: Scene['edges'][number], area: Area): boolean =>
  [fromId, toId].some((id) => {
    const end = byId.get(id)
    return end !== undefined && isNodeIn(end.place, area)
  })

/** All edges of a sort are one path: thousands of them cost no more than a few. */
export const Edges = memo(({ scene, area, selectedId, isFar, scale }: EdgesProps) => {
  const crossing = scene.edges.filter((edge) => overlaps(edge.area, area))
  const isDense = crossing.length > (isFar ? maxEdges.far : maxEdges.near)
  // Edges that only pass through say nothing here, and many of them would hide everything else.
  const seen = isDense && !isFar ? crossing.filter((edge) => hasEndIn(scene, edge, area)) : crossing
  const touches = ({ fromId, toId }: (typeof seen)[number]) => fromId === selectedId || toId === selectedId
  const near = selectedId === undefined ? [] : seen.filter(touches)
  const other = selectedId === undefined ? seen : seen.filter((edge) => !touches(edge))
  const width = (isFar ? (isDense ? 0.5 : 0.7) : 1.2) / (isFar ? scale : 1)
  return (
    <>
      <path
        className={selectedId === undefined ? styles.edges : styles.edgesDimmed}
        strokeWidth={width}
        d={other.map(({ curve, line }) => (isDense && isFar ? line : curve)).join('')}
      />
      {!isFar && (
        <path
          className={selectedId === undefined ? styles.arrows : styles.arrowsDimmed}
          d={other.map(({ arrow }) => arrow).join('')}
        />
      )}
      <path
        className={styles.edgesNear}
        strokeWidth={Math.max(1.8, (1.8 * readableScale) / scale)}
        d={near.map(({ curve }) => curve).join('')}
      />
      <path className={styles.arrowsNear} d={near.map(({ arrow }) => arrow).join('')} />
    </>
  )
})
