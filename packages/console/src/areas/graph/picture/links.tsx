import { memo } from 'react'
import { type Area, nameableScale, readableScale } from './camera.ts'
import type { Emphasis } from './emphasis.ts'
import styles from './picture.module.css'
import type { Scene, SceneLink } from './scene.ts'
import { overlaps } from './shapes.ts'

interface LinksProps {
  readonly scene: Scene
  readonly area: Area
  readonly emphasis: Emphasis | undefined
  readonly isFar: boolean
  readonly scale: number
}

/** More than this many labels say nothing. */
const maxLabels = 150

/** All links of a sort are one path: thousands of them cost no more than a few. */
export const Links = memo(({ scene, area, emphasis, isFar, scale }: LinksProps) => {
  const seen = scene.links.filter((one) => overlaps(one.area, area))
  const isNear = ({ link }: SceneLink) => emphasis?.links.has(link.id) ?? false
  const near = seen.filter(isNear)
  const other = emphasis ? seen.filter((one) => !isNear(one)) : seen
  const dimmed = emphasis ? styles.dim : undefined
  const textScale = isFar ? scale : 1
  const width = (isFar ? 0.8 : 1.2) / (isFar ? scale : 1)
  const isSoft = ({ link }: SceneLink) => link.hard === 0
  const path = (links: readonly SceneLink[]) => links.map(({ line }) => line).join('')
  const labelled = [...near, ...(emphasis ? [] : other)].filter(({ link }) => link.edges.length > 1)
  return (
    <>
      <g className={dimmed}>
        <path className={styles.links} strokeWidth={width} d={path(other.filter((one) => !isSoft(one)))} />
        <path className={styles.softLinks} strokeWidth={width} d={path(other.filter(isSoft))} />
        {scale >= nameableScale && (
          <path className={styles.arrows} d={other.map(({ arrow }) => arrow).join('')} />
        )}
      </g>
      <g className={styles.near} strokeWidth={Math.max(1.8, (1.8 * readableScale) / scale)}>
        <path className={styles.links} d={path(near.filter((one) => !isSoft(one)))} />
        <path className={styles.softLinks} d={path(near.filter(isSoft))} />
        <path className={styles.arrows} d={near.map(({ arrow }) => arrow).join('')} />
      </g>
      {scale >= nameableScale &&
        labelled.length <= maxLabels &&
        labelled.map(({ link, middle }) => (
          <text
            key={link.id}
            className={styles.count}
            fontSize={11 / textScale}
            strokeWidth={5 / textScale}
            x={middle.x}
            y={middle.y + 3.5 / textScale}
            textAnchor="middle"
          >
            {link.edges.length}
          </text>
        ))}
    </>
  )
})
