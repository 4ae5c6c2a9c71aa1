import { kinds, scopeFor } from '@svc/model'
import { Link, useParams } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useMemo } from 'react'
import { useRecord } from '../../api/records.ts'
import { useSession } from '../../session/session.tsx'
import { buttonClass } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Stat, Stats } from '../../design/chart/stat.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Distribution } from './distribution.tsx'
import { EntityTable } from './entity-table.tsx'
import { Filters, fitsFilter, useScoreFilter } from './filters.tsx'
import { RuleList } from './rule-list.tsx'
import styles from './scorecards.module.css'
import { type Score, type Scorecard, ownersIn, useOwners, useScores } from './scores.ts'
import { meanOf, tally } from './tally.ts'
import { UnknownOwners } from './unknown-owners.tsx'

export function ScorecardPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(kinds.scorecard, id)
  if (found.isError) return <Problem isPage error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton rows={10} />
  return <Shown scorecard={found.data.record} />
}

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

function Shown({ scorecard }: { readonly scorecard: Scorecard }) {
  const [filter] = useScoreFilter()
  const answer = useScores(scorecard.id)
  const owners = ownersIn(useOwners())
  const { kind, team } = filter
  const scores = useMemo(() => {
    if (team !== undefined && !owners) return undefined
    return answer.data?.scores.filter(fitsFilter({ kind, team }, owners ?? new Map()))
  }, [answer.data, owners, kind, team])
  return (
    <div className={styles.page}>
      <Head scorecard={scorecard} />
      {answer.isError ? (
        <Problem error={answer.error} onRetry={() => void answer.refetch()} />
      ) : !scores ? (
        <Skeleton rows={10} />
      ) : (
        <>
          <Numbers scorecard={scorecard} scores={scores} />
          <div className={styles.columns}>
            <Card title="Tiers">
              <Distribution shares={tally(scorecard, scores)} />
            </Card>
            <Card title="Rules">
              <RuleList rules={scorecard.rules} scores={scores} />
            </Card>
          </div>
          <Card title="Entities, and what to do next" isFlush>
            <EntityTable
              scorecard={scorecard}
              scores={scores}
              owners={owners}
              isPartial={answer.data?.isPartial ?? false}
            />
          </Card>
          {answer.data && owners && <UnknownOwners scores={answer.data.scores} owners={owners} />}
          {answer.data?.isPartial && (
            <p className={styles.soft}>
              Only the newest {answer.data.scores.length.toLocaleString()} scores are shown.
            </p>
          )}
        </>
      )}
    </div>
  )
}

function Head({ scorecard }: { readonly scorecard: Scorecard }) {
  const { scopes } = useSession()
  const own = `${kinds.scorecard.path}/${encodeURIComponent(scorecard.id)}`
  return (
    <PageHead
      title={scorecard.name}
      above={<Link to={kinds.scorecard.path as string}>Scorecards</Link>}
      lead={scorecard.description}
      actions={
        <>
          <Filters />
          <Link className={buttonClass('secondary')} to={`${own}/record` as string}>
            Details
          </Link>
          {scopes.includes(scopeFor(kinds.scorecard, 'update')) && (
            <Link className={buttonClass('secondary')} to={`${own}/edit` as string}>
              <Pencil aria-hidden /> Edit
            </Link>
          )}
        </>
      }
    />
  )
}

function Numbers({
  scorecard,
  scores,
}: {
  readonly scorecard: Scorecard
  readonly scores: readonly Score[]
}) {
  const [top] = tally(scorecard, scores)
  const mean = meanOf(scores)
  const full = scores.filter(({ score }) => score === 100).length
  return (
    <Stats>
      <Stat label="Graded" value={scores.length.toLocaleString()} hint="without archived and retired ones" />
      <Stat label="Mean score" value={mean === null ? '–' : Math.round(mean)} hint="of 100" />
      <Stat
        label={top?.tier ? `In ${top.tier}` : 'In a tier'}
        value={scores.length > 0 ? percent.format((top?.count ?? 0) / scores.length) : '–'}
        hint={`${top?.count.toLocaleString() ?? 0} in the highest tier`}
      />
      <Stat
        label="With something to do"
        value={(scores.length - full).toLocaleString()}
        hint="fail at least one rule"
      />
    </Stats>
  )
}
