import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty.module.css'
import { PageTitle } from './page-head.tsx'

interface EmptyProps {
  readonly icon: LucideIcon
  readonly title: string
  /** What to do next. */
  readonly children?: ReactNode
  readonly actions?: ReactNode
  /** Whether it is all that the page has to say. */
  readonly isPage?: boolean
}

/** Nothing is here, and what to do about it. */
export const Empty = ({ icon: Picture, title, children, actions, isPage = false }: EmptyProps) => (
  <div className={styles.empty}>
    <Picture aria-hidden />
    {isPage ? <PageTitle>{title}</PageTitle> : <h2>{title}</h2>}
    {children && <p>{children}</p>}
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
)
