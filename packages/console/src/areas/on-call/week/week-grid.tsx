import { type EntityCoverage, kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMay } from '../../../api/use-may.ts'
import { RefLink } from '../../../values/ref-link.tsx'
import { Reach } from '../../../values/reach.tsx'
import { WhoIsOn } from '../on-call.tsx'
import type { Binding } from '../words.ts'
import { dayInWords, type Week } from './week.ts'
import { WeekRow } from './week-row.tsx'
import styles from './week.module.css'

export interface Row {
  readonly entityId: string
  readonly isTeam: boolean
  /** Absent where there is no binding at all. */
  readonly coverage: EntityCoverage | undefined
  readonly bindings: readonly Binding[]
}

/** Teams, and what else has on-call, beside the days of a week. */
export const WeekGrid = ({ rows, week }: { readonly rows: readonly Row[]; readonly week: Week }) => (
  <table className={styles.grid}>
    <caption className={styles.unseen}>Who is on call</caption>
    <thead>
      <tr>
        <th scope="col">For</th>
        <th scope="col">On call now</th>
        <th scope="col" aria-label="This week">
          <ol className={styles.days}>
            {week.days.map((day) => (
              <li key={day.getTime()}>{dayInWords(day)}</li>
            ))}
          </ol>
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <GridRow key={row.entityId} row={row} week={week} />
      ))}
    </tbody>
  </table>
)

function GridRow({ row, week }: { readonly row: Row; readonly week: Week }) {
  const { entityId, isTeam, coverage, bindings } = row
  return (
    <tr>
      <th scope="row">
        <RefLink id={entityId} />
        {isTeam && <Reach teamId={entityId} isBrief />}
      </th>
      <td>{bindings.length === 0 ? <Unset entityId={entityId} /> : <NowIn bindings={bindings} />}</td>
      <td className={styles.week}>
        {coverage ? (
          <WeekRow coverage={coverage} week={week} bindingId={bindings[0]?.id} />
        ) : (
          <span className={styles.quiet}>No on-call is set.</span>
        )}
      </td>
    </tr>
  )
}

const NowIn = ({ bindings }: { readonly bindings: readonly Binding[] }): ReactNode =>
  bindings.map((binding) => (
    <div key={binding.id}>
      <WhoIsOn binding={binding} isBrief />
    </div>
  ))

const newBinding: string = `${kinds.oncallBinding.path}/new`

function Unset({ entityId }: { readonly entityId: string }) {
  const may = useMay(kinds.oncallBinding, 'create')
  if (!may) return <span className={styles.quiet}>Nobody</span>
  return (
    <Link to={newBinding} search={{ scope: 'team', targetId: entityId } as never}>
      Set on-call
    </Link>
  )
}
