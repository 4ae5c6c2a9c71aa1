import { memo } from 'react'
import { classes } from '../../../design/classes.ts'
import { iconOf, nounOf } from '../../../values/entity-look.ts'
import type { Tone } from '../colour.ts'
import type { Box } from '../fold/fold.ts'
import { HealthShape, healthOf, healthWords } from '../health.tsx'
import { isSoftHit } from '../graph.ts'
import type { PlacedNode } from '../layout/placed.ts'
import { partsInWords } from '../parts.ts'
import styles from './picture.module.css'
import tones from '../tones.module.css'

interface NodeShapeProps {
  readonly box: Box
  readonly place: PlacedNode
  readonly tone: Tone
  readonly isRoot: boolean
  readonly isSelected: boolean
  readonly isDimmed: boolean
  /** How many steps away what fails is, in impact mode. */
  readonly steps: number | undefined
}

const nameLength = 23
const lineLength = 32

/** One box, at a legible scale. */
export const NodeShape = memo(({ box, place, tone, isRoot, isSelected, isDimmed, steps }: NodeShapeProps) => {
  const { width, height } = place
  const isGroup = box.kind === 'group'
  const Icon = box.kind === 'group' ? undefined : iconOf(box.kind)
  const parts = partsInWords(box)
  const noun = box.kind === 'group' ? `group of ${parts}` : nounOf(box.kind)
  const title = `${box.name}, ${noun}${box.active ? '' : ', archived or retired'}, ${healthWords[healthOf(box)]}`
  const owner = box.ownerTeamName ?? (isGroup ? undefined : 'no owner')
  const tier = box.tier === null ? undefined : `tier ${box.tier}`
  return (
    <g
      className={classes(
        styles.node,
        isGroup && styles.group,
        box.isOpen && styles.open,
        isRoot && styles.root,
        isSelected && styles.selected,
        (isDimmed || !box.active) && styles.dimmed,
        steps !== undefined && styles[`steps${Math.min(steps, 4)}`],
        steps !== undefined && steps > 0 && isSoftHit(box.holds) && styles.softHit,
      )}
      transform={`translate(${place.x} ${place.y})`}
      data-node={box.id}
    >
      <title>{`${title}, ${tone.label}`}</title>
      {isGroup && !box.isOpen && (
        <rect className={styles.stack} x={5} y={5} width={width} height={height} rx={9} />
      )}
      <rect className={styles.box} width={width} height={height} rx={9} />
      {!box.isOpen && (
        <rect
          className={classes(styles.tone, tones[`tone-${tone.key}`])}
          x={0.5}
          y={8}
          width={4}
          height={height - 16}
          rx={2}
        />
      )}
      {Icon && <Icon className={styles.kind} x={11} y={11} width={15} height={15} />}
      {isGroup && (
        <text className={styles.sign} x={18} y={22} textAnchor="middle">
          {box.isOpen ? '−' : '+'}
        </text>
      )}
      <text className={styles.name} x={34} y={21}>
        {shortened(box.name, box.isOpen ? Math.max(nameLength, Math.floor(width / 8)) : nameLength)}
      </text>
      {!box.isOpen && (
        <>
          <text className={styles.team} x={34} y={37}>
            {shortened([owner, tier].filter(Boolean).join(' · ') || 'several owners', lineLength - 6)}
          </text>
          {height > 60 && (
            <text className={styles.team} x={34} y={53}>
              {shortened(parts, lineLength)}
            </text>
          )}
          <g transform={`translate(${width - 16} 17)`}>
            <HealthShape standing={healthOf(box)} />
          </g>
          {box.openCriticalIssues > 0 && (
            <text className={styles.critical} x={width - 10} y={38} textAnchor="end">
              {box.openCriticalIssues} critical
            </text>
          )}
        </>
      )}
      {steps !== undefined && steps > 0 && !box.isOpen && (
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
