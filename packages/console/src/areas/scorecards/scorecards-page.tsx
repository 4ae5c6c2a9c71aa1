import { kinds, scopeFor } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Plus, ShieldCheck } from 'lucide-react'
import { useSession } from '../../session/session.tsx'
import { buttonClass } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Empty } from '../../design/empty.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Problem } from '../../design/problem.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { Filters, fitsFilter, useScoreFilter } from './filters.tsx'
import { Leaderboard } from './leaderboard.tsx'
import { ScorecardCard } from './scorecard-card.tsx'
import styles from './scorecards.module.css'
import { ownersIn, type Scorecard, useAllScores, useOwners, useScorecards } from './scores.ts'
import { standings } from './tally.ts'
import { UnknownOwners } from './unknown-owners.tsx'

export function ScorecardsPage() {
  const found = useScorecards()
  const { scopes } = useSession()
  const canCreate = scopes.includes(scopeFor(kinds.scorecard, 'create'))
  const newPage: string = `${kinds.scorecard.path}/new`
  return (
    <>
      <PageHead
        title="Scorecards"
        lead="How well everything is maintained, by your own rules."
        actions={
          <>
            <Filters />
            {canCreate && (
              <Link className={buttonClass('primary')} to={newPage}>
                <Plus aria-hidden /> New scorecard
              </Link>
            )}
          </>
        }
      />
      {found.isError ? (
        <Problem error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeleton rows={8} />
      ) : found.data.items.length === 0 ? (
        <Empty icon={ShieldCheck} title="No scorecards yet">
          A scorecard checks every project, API or resource against a few rules, such as having an owner and a
          description, and shows how far along each is.{' '}
          {canCreate && 'Start with one rule that everybody agrees on.'}
        </Empty>
      ) : (
        <All scorecards={found.data.items} />
      )}
    </>
  )
}

function All({ scorecards }: { readonly scorecards: readonly Scorecard[] }) {
  const [filter] = useScoreFilter()
  const owners = ownersIn(useOwners())
  const answers = useAllScores(scorecards.map(({ id }) => id))
  const fits = fitsFilter(filter, owners ?? new Map())
  const isKnown = filter.team === undefined || owners !== undefined
  const narrowed = answers.map(({ data }) => (isKnown ? data?.scores.filter(fits) : undefined))
  const isPartial = answers.some(({ data }) => data?.isPartial)
  return (
    <div className={styles.page}>
      <div className={styles.cards}>
        {scorecards.map((scorecard, index) => (
          <ScorecardCard key={scorecard.id} scorecard={scorecard} scores={narrowed[index]} />
        ))}
      </div>
      {owners && (
        <Card title="Leaderboard" isFlush>
          <Leaderboard
            standings={standings(
              narrowed.flatMap((scores) => scores ?? []),
              owners,
            )}
          />
        </Card>
      )}
      {owners && <UnknownOwners scores={answers.flatMap(({ data }) => data?.scores ?? [])} owners={owners} />}
      {isPartial && (
        <p className={styles.soft}>
          Based on the newest 2,000 scores of each; a scorecard’s page includes more.
        </p>
      )}
    </div>
  )
}
