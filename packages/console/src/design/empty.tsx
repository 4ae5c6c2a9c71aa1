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
  /** Whether it replaces a whole page. */
  readonly isPage?: boolean
}

/** An empty state: what is missing and what to do about it. */
export const Empty = ({ icon: Icon, title, children, actions, isPage = false }: EmptyProps) => (
  <div className={styles.empty}>
    <Icon aria-hidden />
    {isPage ? <PageTitle>{title}</PageTitle> : <h2>{title}</h2>}
    {children && <p>{children}</p>}
    {actions && <div className={styles.actions}>{actions}</div>}
  </div>
)
