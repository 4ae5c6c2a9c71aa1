import { memo } from 'react'
import { classes } from '../../../design/classes.ts'
import { nodeHeight, nodeWidth } from '../layout/placed.ts'
import { nameableScale } from './camera.ts'
import { farLabels } from './far-labels.ts'
import styles from './picture.module.css'
import { type SceneNode, weightOf } from './scene.ts'
import { boxOf } from './shapes.ts'

interface FarNodesProps {
  readonly nodes: readonly SceneNode[]
  readonly scale: number
  readonly rootId: string | undefined
  readonly selectedId: string | undefined
  readonly hoveredId: string | undefined
  readonly isImpact: boolean
}

const size = 11.5

/** Nodes when zoomed out: boxes coloured by health, with as much of their names as fits. */
export const FarNodes = memo(({ nodes, scale, rootId, selectedId, hoveredId, isImpact }: FarNodesProps) => {
  const sorts = Map.groupBy(nodes, ({ node }) =>
    isImpact ? `steps${Math.min(node.distance, 4)}` : (node.sloStatus ?? 'none'),
  )
  const isCertain = ({ node: { id } }: SceneNode) => id === rootId || id === selectedId || id === hoveredId
  const isNameable = scale >= nameableScale
  return (
    <g className={isNameable ? styles.middle : undefined}>
      {Array.from(sorts, ([sort, own]) => (
        <path
          key={sort}
          className={classes(styles.far, styles[`far-${sort}`])}
          d={own.map(({ place }) => boxOf(place)).join('')}
        />
      ))}
      {nodes.filter(isCertain).map(({ node, place }) => (
        <path
          key={node.id}
          className={styles.farChosen}
          strokeWidth={2 / scale}
          d={boxOf(place)}
          data-node={node.id}
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
const Names = ({ nodes, scale }: NamesProps) => {
  const room = Math.floor((nodeWidth * scale - 8) / letterWidth)
  return nodes.map((one) => (
    <text
      key={one.node.id}
      className={styles.middleLabel}
      x={one.place.x + 5 / scale}
      y={one.place.y + nodeHeight / 2 + small / 3 / scale}
      fontSize={small / scale}
    >
      {cut(labelOf(one), room)}
    </text>
  ))
}

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

interface FewNamesProps extends NamesProps {
  readonly isCertain: (one: SceneNode) => boolean
}

/** Only the most important names, over all boxes. */
const FewNames = ({ nodes, scale, isCertain }: FewNamesProps) =>
  farLabels(
    nodes.map((one) => ({
      node: one.place,
      text: labelOf(one),
      weight: isCertain(one) ? Infinity : weightOf(one),
    })),
    scale,
  ).map(({ node, text }) => (
    <text
      key={node.id}
      className={styles.farLabel}
      x={node.x + nodeWidth / 2}
      y={node.y + nodeHeight / 2 + size / 3 / scale}
      fontSize={size / scale}
      strokeWidth={3 / scale}
      textAnchor="middle"
    >
      {text}
    </text>
  ))

/** With a sign where health is bad: colour alone must not carry it. */
const labelOf = ({ node: { name, sloStatus } }: SceneNode): string =>
  sloStatus === 'breached' ? `✕ ${name}` : sloStatus === 'atRisk' ? `△ ${name}` : name
