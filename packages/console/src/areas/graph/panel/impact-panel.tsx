import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Impact } from '../graph.ts'
import { hitInWords } from '../impact-words.ts'
import { mostCalled, useCallList } from '../use-call-list.ts'
import { CopyButton } from '../../../design/copy-button.tsx'
import { HealthMark } from '../health.tsx'
import { Person } from './person.tsx'
import styles from './panel.module.css'

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

/** Who needs to know if it fails. */
export function ImpactPanel({ impact }: { readonly impact: Impact }) {
  const { of, teams, onCall, slos, counts } = impact
  const calls = useCallList(impact)
  return (
    <aside className={styles.panel} aria-label="Impact">
      <header className={styles.head}>
        <div>
          <h2>If {of.name} fails</h2>
          {hitInWords(impact).map((sentence) => (
            <p key={sentence} className={styles.kind}>
              {sentence}
            </p>
          ))}
        </div>
      </header>
      <div className={styles.actions}>
        {calls !== undefined && <CopyButton text={calls} label="Copy call list" caption="Copy call list" />}
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>Hard</dt>
          <dd>{counts.hard.toLocaleString()} fail with it</dd>
        </div>
        <div>
          <dt>Soft</dt>
          <dd>{counts.soft.toLocaleString()} keep working, degraded</dd>
        </div>
      </dl>
      <Part title="On call now" count={onCall.length} none="Nobody is on call for them.">
        {onCall
          .toSorted((a, b) => b.entities - a.entities)
          .map((person, index) => (
            <li key={person.userUid ?? person.userEmail ?? person.userName}>
              <Person
                {...person}
                note={`on call for ${person.entities.toLocaleString()} affected`}
                isLookedUp={index < mostCalled}
              />
            </li>
          ))}
      </Part>
      <Part title="Teams" count={teams.length} none="No team owns them.">
        {teams
          .toSorted((a, b) => b.entities - a.entities)
          .map(({ id, name, entities: own }) => (
            <li key={id} className={styles.row}>
              <Link to={`/teams/${encodeURIComponent(id)}` as string}>{name}</Link>
              <span className={styles.type}>{own} affected</span>
            </li>
          ))}
      </Part>
      <Part title="SLOs at stake" count={slos.length} none="They have no SLOs.">
        {slos.map(({ id, name, status, errorBudgetPercentUsed: used }) => (
          <li key={id} className={styles.row}>
            <HealthMark standing={status ?? 'unknown'} />
            <Link to={`/slos/${encodeURIComponent(id)}` as string}>{name}</Link>
            <span className={styles.type}>
              {status === null
                ? 'unknown'
                : used === null
                  ? 'no budget'
                  : `${percent.format(used / 100)} of budget`}
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
