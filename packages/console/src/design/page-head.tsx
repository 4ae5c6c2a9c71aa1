import { type ReactNode, useEffect } from 'react'
import styles from './page-head.module.css'

interface PageHeadProps {
  readonly title: string
  /** A link to the parent page. */
  readonly above?: ReactNode
  readonly lead?: ReactNode
  readonly actions?: ReactNode
}

/** The title of a page and its actions. */
export const PageHead = ({ title, above, lead, actions }: PageHeadProps) => (
  <header className={styles.head}>
    <div className={styles.title}>
      {above && <div className={styles.above}>{above}</div>}
      <PageTitle>{title}</PageTitle>
      {lead && <p className={styles.lead}>{lead}</p>}
    </div>
    {actions && <div className={styles.actions}>{actions}</div>}
  </header>
)

/** The heading of a page, which is also the title of the browser tab. */
export function PageTitle({ children }: { readonly children: string }) {
  useEffect(() => {
    document.title = `${children} · svc`
  }, [children])
  return <h1>{children}</h1>
}
