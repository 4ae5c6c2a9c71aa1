import { kinds } from '@svc/model'
import { AlarmClock } from 'lucide-react'
import { useMemo } from 'react'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Empty } from '../../design/empty.tsx'
import { Note } from '../../design/note.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { PlainLink } from '../../values/plain-link.tsx'
import { pathOf, RefLink } from '../../values/ref-link.tsx'
import type { Snapshot } from './history.ts'
import {
  countsInWords,
  countsOf,
  leftInWords,
  reviewOf,
  standingOf,
  type TeamReview,
  trendOf,
  whyOf,
} from './review.ts'
import styles from './review.module.css'
import { maxTrends, useReview, useTrends } from './use-review.ts'
import { SloViews } from './views.tsx'
import { isShare, type Slo } from './words.ts'

/** All SLOs by team, the worst first: to go through together, on a screen, a phone or paper. */
export function ReviewPage() {
  const answer = useReview()
  return (
    <div className={styles.page}>
      <PageHead
        title="SLO review"
        lead={answer.data && leadOf(answer.data.slos)}
        actions={
          <>
            <SloViews />
            <Button look="secondary" onClick={() => window.print()}>
              Print
            </Button>
          </>
        }
      />
      {answer.isError ? (
        <Problem error={answer.error} onRetry={() => void answer.refetch()} />
      ) : answer.data ? (
        <Teams review={answer.data} />
      ) : (
        <Skeleton rows={10} />
      )}
    </div>
  )
}

const leadOf = (slos: readonly Slo[]): string | undefined =>
  slos.length === 0 ? undefined : `${slos.length.toLocaleString()} SLOs: ${countsInWords(countsOf(slos))}`

type Reviewed = NonNullable<ReturnType<typeof useReview>['data']>

function Teams({ review: { slos, isPartial, ownerOf } }: { readonly review: Reviewed }) {
  const teams = useMemo(() => reviewOf(slos, ownerOf), [slos, ownerOf])
  const trends = useTrends(slos)
  const lost = new Set(slos.flatMap(({ appId }) => (ownerOf.has(appId) ? [] : [appId]))).size
  if (slos.length === 0)
    return (
      <Empty icon={AlarmClock} title="No SLOs yet">
        Add one to say how well a project has to run; this page then shows how all of them stand, by team.
      </Empty>
    )
  return (
    <>
      {isPartial && <Note tone="warn">Only the newest {slos.length.toLocaleString()} SLOs are shown.</Note>}
      {lost > 0 && (
        <Note tone="warn">
          The owner of {lost} of their projects could not be found out; these are listed without an owner.
        </Note>
      )}
      {teams.map((team) => (
        <Team key={team.teamId ?? ''} team={team} trends={trends.data} />
      ))}
      {slos.length > maxTrends && <p className={styles.soft}>Trends are shown of the {maxTrends} worst.</p>}
      {trends.isError && <Note tone="warn">The trends could not be loaded.</Note>}
    </>
  )
}

type Trends = ReadonlyMap<string, Snapshot | undefined> | undefined

const Team = ({ team, trends }: { readonly team: TeamReview; readonly trends: Trends }) => (
  <section className={styles.team}>
    <header className={styles.head}>
      <h2>{team.teamId ? <RefLink id={team.teamId} /> : 'Without an owner'}</h2>
      <p className={styles.soft}>{countsInWords(team.counts)}</p>
    </header>
    <Card isFlush>
      <ul className={styles.rows}>
        {team.slos.map((slo) => (
          <Row key={slo.id} slo={slo} latest={trends?.get(slo.id)} />
        ))}
      </ul>
    </Card>
  </section>
)

const Row = ({ slo, latest }: { readonly slo: Slo; readonly latest: Snapshot | undefined }) => (
  <li className={styles.row}>
    <span className={styles.status}>
      <Badge word={standingOf(slo)} />
    </span>
    <div className={styles.what}>
      <p>
        <PlainLink to={pathOf(kinds.slo.path, slo.id)} className={styles.name}>
          {slo.name}
        </PlainLink>{' '}
        <span className={styles.soft}>
          of <RefLink id={slo.appId} />
        </span>
      </p>
      <p className={styles.soft}>{whyOf(slo)}</p>
    </div>
    <div className={styles.figures}>
      <p>{leftInWords(slo)}</p>
      <p className={styles.soft}>{latest && isShare(slo) && slo.status !== null ? trendOf(latest) : ''}</p>
    </div>
  </li>
)
