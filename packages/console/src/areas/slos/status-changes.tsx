import { kinds } from '@svc/model'
import { Badge } from '../../design/badge.tsx'
import { Card } from '../../design/card.tsx'
import { PlainLink } from '../../values/plain-link.tsx'
import { pathOf } from '../../values/ref-link.tsx'
import type { ChartData } from './chart-data.ts'
import type { Deployed } from './deployments.ts'
import styles from './slos.module.css'
import { asMoment, inTime, type Slo, shownTime } from './words.ts'

const maxShown = 20

/** Long enough for a slow failure to show, short enough to be worth looking at. */
const soonMs = 6 * 60 * 60_000

const lastBefore = (deployments: readonly Deployed[], at: number): Deployed | undefined =>
  deployments.findLast((one) => one.at <= at && at - one.at <= soonMs)

/** When the status changed, with what was deployed shortly before: not the cause, but the first thing to look at. */
export const StatusChanges = ({ slo, data }: { readonly slo: Slo; readonly data: ChartData }) => (
  <Card title="Status changes">
    {data.changes.length === 0 ? (
      <p className={styles.soft}>None in {shownTime(slo)}.</p>
    ) : (
      <>
        <ul className={styles.changes}>
          {data.changes.slice(0, maxShown).map(({ at, from, to }) => (
            <li key={at}>
              <time dateTime={at}>{asMoment(at)}</time>
              {from ? <Badge word={from} /> : 'unknown'} <span aria-hidden>→</span>
              <span className={styles.hidden}>to</span> {to ? <Badge word={to} /> : 'unknown'}
              <Before at={Date.parse(at)} deployments={data.deployments} />
            </li>
          ))}
        </ul>
        {data.changes.length > maxShown && (
          <p className={styles.soft}>And {data.changes.length - maxShown} earlier ones.</p>
        )}
      </>
    )}
  </Card>
)

function Before({ at, deployments }: { readonly at: number; readonly deployments: readonly Deployed[] }) {
  const one = lastBefore(deployments, at)
  if (!one) return null
  return (
    <span className={styles.soft}>
      {inTime((at - one.at) / 60_000)} after{' '}
      <PlainLink to={pathOf(kinds.deployment.path, one.id)}>{one.name}</PlainLink>
      {one.hasFailed && ' failed'}
    </span>
  )
}
