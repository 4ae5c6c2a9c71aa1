import { Badge } from '../design/badge.tsx'
import styles from './cell.module.css'

/** Where something is in its life, or that nobody has said so. */
export const LifecycleBadge = ({ lifecycle }: { readonly lifecycle: string | null }) =>
  lifecycle ? <Badge word={lifecycle} /> : <span className={styles.none}>No lifecycle</span>
