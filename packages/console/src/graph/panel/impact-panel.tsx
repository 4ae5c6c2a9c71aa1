import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Impact } from '../../api/graph.ts'
import { HealthMark } from '../health.tsx'
import { Person } from './node-panel.tsx'
import styles from './panel.module.css'

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

/** Who has to know if it fails. */
export function ImpactPanel({ impact }: { readonly impact: Impact }) {
  const { of, entities, teams, onCall, slos } = impact
  const farthest = entities.at(-1)?.distance ?? 0
  return (
    <aside className={styles.panel} aria-label="Who is hit">
      <header className={styles.head}>
        <div>
          <h2>If {of.name} fails</h2>
          <p className={styles.kind}>
            {entities.length === 0
              ? 'Nothing that the catalog knows of is hit.'
              : `${entities.length} ${entities.length === 1 ? 'entity is' : 'entities are'} hit, up to ${farthest} ${farthest === 1 ? 'step' : 'steps'} away.`}
          </p>
        </div>
      </header>
      <Part title="On call now" count={onCall.length} none="Nobody is on call for them.">
        {onCall.map((person) => (
          <li key={person.userEmail ?? person.userName} className={styles.row}>
            <Person {...person} />
            <span className={styles.type}>for {person.entities}</span>
          </li>
        ))}
      </Part>
      <Part title="Teams" count={teams.length} none="No team owns them.">
        {teams
          .toSorted((a, b) => b.entities - a.entities)
          .map(({ id, name, entities: own }) => (
            <li key={id} className={styles.row}>
              <Link to={`/teams/${encodeURIComponent(id)}` as string}>{name}</Link>
              <span className={styles.type}>{own} of theirs</span>
            </li>
          ))}
      </Part>
      <Part title="SLOs at stake" count={slos.length} none="Nothing was promised about them.">
        {slos.map(({ id, name, status, errorBudgetPercentUsed: used }) => (
          <li key={id} className={styles.row}>
            <HealthMark health={status} />
            <Link to={`/slos/${encodeURIComponent(id)}` as string}>{name}</Link>
            <span className={styles.type}>
              {used === null ? 'not measured' : `${percent.format(used / 100)} of budget`}
            </span>
          </li>
        ))}
      </Part>
    </aside>
  )
}

interface PartProps {
  readonly title: string
  readonly count: number
  readonly none: string
  readonly children: ReactNode
}

const Part = ({ title, count, none, children }: PartProps) => (
  <section className={styles.ends}>
    <h3>
      {title} <span className={styles.count}>{count}</span>
    </h3>
    {count === 0 ? <p className={styles.none}>{none}</p> : <ul>{children}</ul>}
  </section>
)
