import { kinds, type SloExplanation } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'
import { Note } from '../../design/note.tsx'
import { pathOf } from '../../values/ref-link.tsx'
import styles from './slos.module.css'
import { asMoment, inTime, isShare, measured, type Slo, targetInWords, windowInWords } from './words.ts'

interface StandingProps {
  readonly slo: Slo
  readonly why: SloExplanation | undefined
}

/** How it stands and why, in words, before any figure. */
export function Standing({ slo, why }: StandingProps) {
  return (
    <div className={styles.standing}>
      {slo.status === null ? <Unknown slo={slo} /> : <p className={styles.why}>{why?.explanation}</p>}
      <p className={styles.soft}>
        The target is <strong>{targetInWords(slo.target, slo)}</strong> over {windowInWords(slo)}
        {isShare(slo) && slo.errorBudgetTotal !== null
          ? `, so ${inTime(slo.errorBudgetTotal)} of that time may be bad.`
          : '.'}{' '}
        {sourceOf(slo)}
      </p>
    </div>
  )
}

const prometheus = 'prometheus:'

function sourceOf({ dataSource }: Slo): string {
  if (!dataSource) return 'It has no data source: values are entered by hand or reported by a pipeline.'
  return dataSource.startsWith(prometheus)
    ? 'Prometheus is asked every quarter hour.'
    : `Measured by ${dataSource}.`
}

/** No status is no good news: what is missing, and what to do about it. */
function Unknown({ slo }: { readonly slo: Slo }) {
  const mayUpdate = useMay(kinds.slo, 'update')
  return (
    <Note tone="warn">
      <p className={styles.why}>
        <strong>Unknown.</strong> {missing(slo)}
      </p>
      <p>
        {nextStep(slo)}
        {mayUpdate && (
          <>
            {' '}
            <Link to={`${pathOf(kinds.slo.path, slo.id)}/edit` as string}>Edit this SLO</Link>
          </>
        )}
      </p>
    </Note>
  )
}

/** A value that counted once is either too old, or from before the period began. */
export const isStale = ({ measuredAt, freshnessMinutes }: Slo, now = Date.now()): boolean =>
  measuredAt !== null &&
  freshnessMinutes !== null &&
  Date.parse(measuredAt) + freshnessMinutes * 60_000 <= now

export function missing(slo: Slo): string {
  if (slo.currentValue === null || slo.measuredAt === null) return 'Nothing has been measured yet.'
  const last = `The last value, ${measured(slo.currentValue, slo)}, is from ${asMoment(slo.measuredAt)}`
  return isStale(slo)
    ? `${last}: it counted for ${inTime(slo.freshnessMinutes ?? 0)}, and nothing has been measured since.`
    : `${last}, before this period began; nothing has been measured in it yet.`
}

export function nextStep(slo: Slo): string {
  const { dataSource } = slo
  if (slo.dataSourceError) return 'The data source cannot be read: fix its query or its address.'
  if (!dataSource)
    return 'Report measurements to /ingest/v1/slis from a pipeline, or set a Prometheus query as its data source.'
  if (dataSource.startsWith(prometheus))
    return 'The next answer of Prometheus gives it a status; if none comes, check that the query returns a number.'
  return `Check that ${dataSource} still reports to /ingest/v1/slis.`
}
