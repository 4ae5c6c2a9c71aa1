import { Skeleton } from '../design/skeleton.tsx'
import styles from './list-page.module.css'

export const ListSkeleton = () => (
  <div className={styles.frame}>
    <Skeleton rows={14} />
  </div>
)
