import { memo } from 'react'
import { classes } from '../../../design/classes.ts'
import { iconOf, nounOf } from '../../../values/entity-look.ts'
import type { GraphNode } from '../neighbours.ts'
import { HealthShape, healthWords, healthOf } from '../health.tsx'
import { nodeHeight, nodeWidth, type PlacedNode } from '../layout/placed.ts'
import styles from './picture.module.css'

interface NodeShapeProps {
  readonly node: GraphNode
  readonly place: PlacedNode
  readonly isRoot: boolean
  readonly isSelected: boolean
  readonly isDimmed: boolean
  /** How many steps away what fails is, in impact mode. */
  readonly steps: number | undefined
}

const nameLength = 23
const teamLength = 26

/** One entity, at a legible scale. */
export const NodeShape = memo(({ node, place, isRoot, isSelected, isDimmed, steps }: NodeShapeProps) => {
  const Icon = iconOf(node.kind)
  return (
    <g
      className={classes(
        styles.node,
        isRoot && styles.root,
        isSelected && styles.selected,
        (isDimmed || !node.active) && styles.dimmed,
        steps !== undefined && styles[`steps${Math.min(steps, 4)}`],
      )}
      transform={`translate(${place.x} ${place.y})`}
      data-node={node.id}
    >
      <title>{`${node.name}, ${nounOf(node.kind)}${node.active ? '' : ', archived or retired'}, ${healthWords[healthOf(node)]}`}</title>
      <rect className={styles.box} width={nodeWidth} height={nodeHeight} rx={9} />
      <Icon className={styles.kind} x={11} y={11} width={15} height={15} />
      <text className={styles.name} x={34} y={21}>
        {shortened(node.name, nameLength)}
      </text>
      <text className={styles.team} x={34} y={37}>
        {shortened(node.ownerTeamName ?? 'no owner', teamLength)}
      </text>
      <g transform={`translate(${nodeWidth - 16} 17)`}>
        <HealthShape standing={healthOf(node)} />
      </g>
      {node.openCriticalIssues > 0 && (
        <text className={styles.critical} x={nodeWidth - 10} y={38} textAnchor="end">
          {node.openCriticalIssues} critical
        </text>
      )}
      {steps !== undefined && steps > 0 && (
        <g transform="translate(4 2)">
          <circle className={styles.steps} r={9} />
          <text className={styles.stepsText} y={3.5} textAnchor="middle">
            {steps}
          </text>
        </g>
      )}
    </g>
  )
})

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text
