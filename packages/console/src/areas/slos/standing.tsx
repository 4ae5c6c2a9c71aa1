import { kinds, type SloExplanation } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../api/use-may.ts'
import { Note } from '../../design/note.tsx'
import { pathOf } from '../../values/ref-link.tsx'
import styles from './slos.module.css'
import { isPrometheus, missing, nextStep } from './unknown.ts'
import { inTime, isShare, type Slo, targetInWords, windowInWords } from './words.ts'

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

function sourceOf({ dataSource }: Slo): string {
  if (!dataSource) return 'It has no data source: values are entered by hand or reported by a pipeline.'
  return isPrometheus(dataSource) ? 'Prometheus is asked every quarter hour.' : `Measured by ${dataSource}.`
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
