import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Bookmark, CircleAlert, List, type LucideIcon, UserRoundX, UsersRound } from 'lucide-react'
import { useViews } from '../../areas/views/use-views.ts'
import { addressOf } from '../../areas/views/view-address.ts'
import { useMyTeams } from '../home/my-scope.ts'
import styles from './shell.module.css'

interface Shown {
  readonly key: string
  readonly label: string
  readonly to: string
  readonly search: Readonly<Record<string, string>>
  readonly icon: LucideIcon
}

const forEverybody: readonly Shown[] = [
  {
    key: 'no owner',
    label: 'No owner',
    to: kinds.project.path,
    search: { query: 'no:owner' },
    icon: UserRoundX,
  },
  {
    key: 'breached',
    label: 'Breached',
    to: kinds.slo.path,
    search: { query: 'status:breached' },
    icon: CircleAlert,
  },
]

/** With more of them the sidebar would have little else. */
const maxSaved = 8

/** Lists that people come back to: a few to begin with, and those that they or others have saved. */
export function Views() {
  const { data: teams = [] } = useMyTeams()
  const { data: views = [] } = useViews()
  const mine: readonly Shown[] =
    teams.length === 0
      ? []
      : [
          {
            key: 'my team',
            label: 'My team',
            to: kinds.project.path,
            search: { query: `owner:${teams.slice(0, 8).join(',')}` },
            icon: UsersRound,
          },
        ]
  const saved = views
    .slice(0, maxSaved)
    .map((view): Shown => ({ key: view.id, label: view.name, icon: Bookmark, ...addressOf(view) }))
  const all: readonly Shown[] =
    views.length === 0
      ? []
      : [{ key: 'all', label: 'All views', to: kinds.view.path, search: {}, icon: List }]
  return (
    <div className={styles.group}>
      <p className={styles.heading}>Views</p>
      {[...mine, ...forEverybody, ...saved, ...all].map(({ key, label, to, search, icon: Icon }) => (
        <Link key={key} to={to} search={search} className={styles.place} activeOptions={{ exact: true }}>
          <Icon aria-hidden />
          <span className={styles.name}>{label}</span>
        </Link>
      ))}
    </div>
  )
}
