import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import styles from './views.module.css'

interface View {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
}

/** Switches between views of the same data, each with its own address; filters are kept. */
export const Views = ({ views }: { readonly views: readonly View[] }) => (
  <nav className={styles.switch} aria-label="View">
    {views.map(({ to, label, icon: Icon }) => (
      <Link
        key={to}
        to={to}
        search={(before: object) => before}
        activeOptions={{ exact: true, includeSearch: false }}
        className={styles.view}
      >
        <Icon aria-hidden />
        {label}
      </Link>
    ))}
  </nav>
)
