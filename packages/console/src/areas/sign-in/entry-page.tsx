import type { ReactNode } from 'react'
import { withBasePath } from '../../session/base-path.ts'
import styles from './entry.module.css'

/** The frame of every page shown before signing in. */
export function EntryPage({
  title,
  lead,
  children,
}: {
  readonly title: string
  readonly lead?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <div className={styles.brand}>
          <img src={withBasePath('/icon.svg')} alt="" />
          svc
        </div>
        <div>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {children}
      </div>
    </main>
  )
}
