import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { CircleAlert, type LucideIcon, UserRoundX, UsersRound } from 'lucide-react'
import { useMyTeams } from '../home/my-scope.ts'
import styles from './shell.module.css'

interface View {
  readonly label: string
  readonly to: string
  readonly search: Readonly<Record<string, string>>
  readonly icon: LucideIcon
}

const forEverybody: readonly View[] = [
  { label: 'No owner', to: kinds.project.path, search: { query: 'no:owner' }, icon: UserRoundX },
  { label: 'Breached', to: kinds.slo.path, search: { query: 'status:breached' }, icon: CircleAlert },
]

/** Lists that people come back to, each of them a query. */
export function Views() {
  const { data: teams = [] } = useMyTeams()
  const mine: readonly View[] =
    teams.length === 0
      ? []
      : [
          {
            label: 'My team',
            to: kinds.project.path,
            search: { query: `owner:${teams.slice(0, 8).join(',')}` },
            icon: UsersRound,
          },
        ]
  return (
    <div className={styles.group}>
      <p className={styles.heading}>Views</p>
      {[...mine, ...forEverybody].map(({ label, to, search, icon: Icon }) => (
        <Link key={label} to={to} search={search} className={styles.place} activeOptions={{ exact: true }}>
          <Icon aria-hidden />
          {label}
        </Link>
      ))}
    </div>
  )
}
