import { Link } from '@tanstack/react-router'
import styles from './costs.module.css'
import { asChange, changeOf, inDollars, isJump } from '../../words/money.ts'
import type { ProjectRollup } from './rollup.ts'

/** More than anybody reads; any other project can be picked above. */
const maxShown = 200

/** What each project costs, the most expensive first. */
export const ProjectTable = ({ projects }: { readonly projects: readonly ProjectRollup[] }) => (
  <div className={styles.scroll}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Project</th>
          <th scope="col">30 days</th>
          <th scope="col" data-number>
            This month
          </th>
          <th scope="col" data-number>
            Last 30 days
          </th>
          <th scope="col" data-number>
            30 before
          </th>
          <th scope="col" data-number>
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {projects
          .slice(0, maxShown)
          .map(({ appId, appName, dailySeries, mtdCents, last30dCents, prev30dCents }) => {
            const change = changeOf(last30dCents, prev30dCents)
            return (
              <tr key={appId}>
                <th scope="row">
                  <Link to="/costs" search={{ appId }}>
                    {appName ?? appId}
                  </Link>
                </th>
                <td>
                  <Sparkline series={dailySeries} />
                </td>
                <td data-number>{inDollars(mtdCents)}</td>
                <td data-number>{inDollars(last30dCents)}</td>
                <td data-number>{inDollars(prev30dCents)}</td>
                <td data-number className={isJump(change) ? styles.jump : undefined}>
                  {isJump(change) && <span aria-hidden>▲ </span>}
                  {asChange(change)}
                </td>
              </tr>
            )
          })}
      </tbody>
    </table>
    {projects.length > maxShown && (
      <p className={styles.more}>
        And {(projects.length - maxShown).toLocaleString()} more that cost less: pick any of them above.
      </p>
    )}
  </div>
)

const Sparkline = ({ series }: { readonly series: readonly number[] }) => {
  const most = Math.max(1, ...series)
  const step = 96 / Math.max(1, series.length)
  return (
    <svg className={styles.spark} viewBox="0 0 96 20" aria-hidden>
      {series.map((cents, index) => {
        const height = Math.max(0, (cents / most) * 20)
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a day is identified by its index.
            key={index}
            x={index * step}
            width={step * 0.7}
            y={20 - height}
            height={height}
          />
        )
      })}
    </svg>
  )
}
