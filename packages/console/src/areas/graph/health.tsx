import { classes } from '../../design/classes.ts'
import type { GraphNode, Health } from './graph.ts'
import styles from './health.module.css'

/** The health of an entity: having no SLO is not the same as an SLO that is unknown. */
export type NodeHealth = Health | 'unknown' | 'none'

export const healthOf = ({ sloStatus, unknownSlos }: Pick<GraphNode, 'sloStatus' | 'unknownSlos'>) =>
  sloStatus ?? (unknownSlos > 0 ? 'unknown' : 'none')

export const healthWords: Readonly<Record<NodeHealth, string>> = {
  breached: 'SLO breached',
  atRisk: 'SLO at risk',
  unknown: 'SLO unknown',
  met: 'SLOs met',
  none: 'no SLO',
}

/** A different shape for each, centred on 0 0, for people who cannot tell the colours apart. */
const shapes: Readonly<Record<NodeHealth, string>> = {
  met: 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0zM-3 0.2l2.2 2.2l4 -4.4',
  atRisk: 'M0 -6.4L6.6 5.4H-6.6ZM0 -2.2V1.6M0 3.4V3.6',
  breached: 'M-5.6 -5.6H5.6V5.6H-5.6ZM-2.4 -2.4L2.4 2.4M2.4 -2.4L-2.4 2.4',
  unknown: 'M-2.6 -2.6a2.6 2.6 0 1 1 3.8 2.3q-1.2 0.7 -1.2 2.1M0 4.4V4.6',
  none: 'M-2.5 0h5',
}

/** Inside an SVG. */
export const HealthShape = ({ standing }: { readonly standing: NodeHealth }) => (
  <path className={classes(styles.shape, styles[standing])} d={shapes[standing]} />
)

/** Decorative, beside text that says the same. */
export const HealthMark = ({ standing }: { readonly standing: NodeHealth }) => (
  <svg className={styles.mark} viewBox="-8 -8 16 16" aria-hidden>
    <HealthShape standing={standing} />
  </svg>
)
