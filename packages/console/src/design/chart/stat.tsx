import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import styles from './stat.module.css'

interface StatProps {
  readonly label: string
  readonly value: ReactNode
  /** What the number means. */
  readonly hint?: ReactNode
  readonly tone?: 'good' | 'warn' | 'bad' | undefined
}

/** Key figures, side by side. */
export const Stats = ({ children }: { readonly children: ReactNode }) => (
  <dl className={styles.stats}>{children}</dl>
)

export const Stat = ({ label, value, hint, tone }: StatProps) => (
  <div className={styles.stat}>
    <dt>{label}</dt>
    <dd className={classes(styles.value, tone && styles[tone])}>{value}</dd>
    {hint && <dd className={styles.hint}>{hint}</dd>}
  </div>
)
