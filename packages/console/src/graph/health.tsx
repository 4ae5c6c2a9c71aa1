import { classes } from '../design/classes.ts'
import type { Health } from '../api/graph.ts'
import styles from './health.module.css'

export const healthWords: Readonly<Record<Health | 'none', string>> = {
  breached: 'SLO breached',
  atRisk: 'SLO at risk',
  met: 'SLOs met',
  none: 'no SLO',
}

/** Each a shape of its own, around 0 0: who does not tell the colours apart tells the shapes apart. */
const shapes: Readonly<Record<Health | 'none', string>> = {
  met: 'M-6 0a6 6 0 1 0 12 0a6 6 0 1 0 -12 0zM-3 0.2l2.2 2.2l4 -4.4',
  atRisk: 'M0 -6.4L6.6 5.4H-6.6ZM0 -2.2V1.6M0 3.4V3.6',
  breached: 'M-5.6 -5.6H5.6V5.6H-5.6ZM-2.4 -2.4L2.4 2.4M2.4 -2.4L-2.4 2.4',
  none: 'M-2.5 0h5',
}

/** Inside of a picture. */
export const HealthShape = ({ health }: { readonly health: Health | null }) => (
  <path className={classes(styles.shape, styles[health ?? 'none'])} d={shapes[health ?? 'none']} />
)

/** Beside text that says the same. */
export const HealthMark = ({ health }: { readonly health: Health | null }) => (
  <svg className={styles.mark} viewBox="-8 -8 16 16" aria-hidden>
    <HealthShape health={health} />
  </svg>
)
