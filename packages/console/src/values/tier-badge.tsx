import { classes } from '../design/classes.ts'
import badge from '../design/badge.module.css'
import styles from './tier-badge.module.css'

/** How critical something is: 1 is the most critical. */
export const TierBadge = ({ tier }: { readonly tier: number }) => (
  <span className={classes(badge.badge, tier === 1 && styles.first, tier === 2 && styles.second)}>
    Tier {tier}
  </span>
)
