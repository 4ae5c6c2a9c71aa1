import type { ReactNode } from 'react'
import styles from './card.module.css'

interface CardProps {
  readonly title?: string
  /** What can be done, at the right of the title. */
  readonly actions?: ReactNode
  /** Without a margin of its own, for tables and pictures. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

export const Card = ({ title, actions, isFlush = false, children }: CardProps) => (
  <section className={styles.card}>
    {title && (
      <header className={styles.head}>
        <h2>{title}</h2>
        {actions}
      </header>
    )}
    <div className={isFlush ? styles.flush : styles.body}>{children}</div>
  </section>
)
