import { memo } from 'react'
import type { Tones } from '../colour.ts'
import { nameableScale } from './camera.ts'
import { farLabels } from './far-labels.ts'
import styles from './picture.module.css'
import toneStyles from '../tones.module.css'
import { type SceneNode, weightOf } from './scene.ts'
import { boxOf } from './shapes.ts'

interface FarNodesProps {
  readonly nodes: readonly SceneNode[]
  readonly scale: number
  readonly rootId: string | undefined
  readonly selectedId: string | undefined
  readonly hoveredId: string | undefined
  readonly isImpact: boolean
  readonly tones: Tones
}

const size = 11.5

/** Boxes when zoomed out: coloured, with as much of their names as fits. */
export const FarNodes = memo((props: FarNodesProps) => {
  const { nodes, scale, rootId, selectedId, hoveredId, isImpact, tones } = props
  const sorts = Map.groupBy(nodes, ({ box }) =>
    box.isOpen ? 'open' : isImpact ? `steps${Math.min(box.distance, 4)}` : `tone-${tones.toneOf(box).key}`,
  )
  const isCertain = ({ box: { id } }: SceneNode) => id === rootId || id === selectedId || id === hoveredId
  const isNameable = scale >= nameableScale
  const open = sorts.get('open') ?? []
  sorts.delete('open')
  return (
    <g className={isNameable ? styles.middle : undefined}>
      <path className={styles.farOpen} d={open.map(({ place }) => boxOf(place)).join('')} />
      {Array.from(sorts, ([sort, own]) => (
        <g key={sort}>
          <path className={styles.far} d={own.map(({ place }) => boxOf(place)).join('')} />
          <path
            className={isImpact ? styles[`far-${sort}`] : toneStyles[sort]}
            d={own
              .map(({ place }) => boxOf(isImpact || !isNameable ? place : { ...place, width: 12 }))
              .join('')}
          />
        </g>
      ))}
      {nodes.filter(isCertain).map(({ box, place }) => (
        <path
          key={box.id}
          className={styles.farChosen}
          strokeWidth={2 / scale}
          d={boxOf(place)}
          data-node={box.id}
        />
      ))}
      {isNameable ? (
        <Names nodes={nodes} scale={scale} />
      ) : (
        <FewNames nodes={nodes} scale={scale} isCertain={isCertain} />
      )}
    </g>
  )
})

interface NamesProps {
  readonly nodes: readonly SceneNode[]
  readonly scale: number
}

const small = 10
const letterWidth = 5.9

/** Each name in its own box, cut off where the box ends. */
const Names = ({ nodes, scale }: NamesProps) =>
  nodes.map((one) => {
    const { x, y, width, height } = one.place
    return (
      <text
        key={one.box.id}
        className={styles.middleLabel}
        x={x + 16 + 2 / scale}
        y={one.box.isOpen ? y + 26 : y + height / 2 + small / 3 / scale}
        fontSize={small / scale}
      >
        {cut(labelOf(one), Math.floor(((width - 16) * scale - 6) / letterWidth))}
      </text>
    )
  })

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

interface FewNamesProps extends NamesProps {
  readonly isCertain: (one: SceneNode) => boolean
}

/** Only the most important names, over all boxes. */
const FewNames = ({ nodes, scale, isCertain }: FewNamesProps) =>
  farLabels(
    nodes
      .filter(({ box }) => !box.isOpen)
      .map((one) => ({
        node: one.place,
        text: labelOf(one),
        weight: isCertain(one) ? Infinity : weightOf(one),
      })),
    scale,
  ).map(({ node, text }) => (
    <text
      key={node.id}
      className={styles.farLabel}
      x={node.x + node.width / 2}
      y={node.y + node.height / 2 + size / 3 / scale}
      fontSize={size / scale}
      strokeWidth={3 / scale}
      textAnchor="middle"
    >
      {text}
    </text>
  ))

/** With a sign where health is bad: colour alone must not carry it. */
const labelOf = ({ box: { name, sloStatus } }: SceneNode): string =>
  sloStatus === 'breached' ? `✕ ${name}` : sloStatus === 'atRisk' ? `△ ${name}` : name
