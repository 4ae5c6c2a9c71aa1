import type { ReactNode } from 'react'
import styles from './card.module.css'

interface CardProps {
  readonly title?: string
  /** Shown to the right of the title. */
  readonly actions?: ReactNode
  /** Without padding, for tables and images. */
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
