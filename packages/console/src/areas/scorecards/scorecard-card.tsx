import { kinds } from '@svc/model'
import { Link } from '@tanstack/react-router'
import { Skeleton } from '../../design/skeleton.tsx'
import { Distribution } from './distribution.tsx'
import styles from './scorecards.module.css'
import type { Score, Scorecard } from './scores.ts'
import { coverageInWords, meanOf, tally } from './tally.ts'

interface ScorecardCardProps {
  readonly scorecard: Scorecard
  readonly scores: readonly Score[] | undefined
}

/** A scorecard at a glance: the mean score, and how many are in each tier. */
export const ScorecardCard = ({ scorecard, scores }: ScorecardCardProps) => (
  <section className={styles.card}>
    <header>
      <h2>
        <Link to={`${kinds.scorecard.path}/${encodeURIComponent(scorecard.id)}` as string}>
          {scorecard.name}
        </Link>
      </h2>
      <p className={styles.mean}>
        {scores && scores.length > 0 ? Math.round(meanOf(scores) ?? 0) : '–'}
        <span> mean</span>
      </p>
    </header>
    {scorecard.description && <p className={styles.about}>{scorecard.description}</p>}
    {scores ? (
      scores.length > 0 ? (
        <Distribution shares={tally(scorecard, scores)} />
      ) : (
        <p className={styles.soft}>It grades nothing shown here.</p>
      )
    ) : (
      <Skeleton rows={2} />
    )}
    <p className={styles.soft}>
      {scorecard.rules.length === 1 ? '1 rule' : `${scorecard.rules.length} rules`}
      {scores && `, covers ${coverageInWords(scorecard, scores)}`}
    </p>
  </section>
)
