import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import styles from './views.module.css'

interface View {
  readonly to: string
  readonly label: string
  readonly icon: LucideIcon
}

/** The same things in several forms, each at its address; what they are narrowed to goes along. */
export const Views = ({ views }: { readonly views: readonly View[] }) => (
  <nav className={styles.switch} aria-label="View">
    {views.map(({ to, label, icon: Picture }) => (
      <Link
        key={to}
        to={to}
        search={(before: object) => before}
        activeOptions={{ exact: true, includeSearch: false }}
        className={styles.view}
      >
        <Picture aria-hidden />
        {label}
      </Link>
    ))}
  </nav>
)
