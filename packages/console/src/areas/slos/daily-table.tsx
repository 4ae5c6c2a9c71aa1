import { Badge } from '../../design/badge.tsx'
import styles from './slos.module.css'
import { daily, leftOf, type Snapshot } from './history.ts'
import { asDay, asRate, budget, inPercent, measured, type Slo } from './words.ts'

/** The data of the charts, a row for each day. */
export const DailyTable = ({
  slo,
  snapshots,
}: {
  readonly slo: Slo
  readonly snapshots: readonly Snapshot[]
}) => (
  <details className={styles.details}>
    <summary>Show as a table</summary>
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {['Day', 'Measured', 'Budget left', 'Remaining', 'Burn 1 h', 'Burn 6 h', 'Status'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {daily(snapshots).map((day) => (
            <tr key={day.takenAt}>
              <th scope="row">{asDay(day.takenAt)}</th>
              <td>{measured(day.currentValue, slo)}</td>
              <td>{inPercent(leftOf(day))}</td>
              <td>{budget(day.errorBudgetRemaining, slo)}</td>
              <td>{asRate(day.burnRate1h)}</td>
              <td>{asRate(day.burnRate6h)}</td>
              <td>{day.status ? <Badge word={day.status} /> : (day.statusReason ?? '–')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)
