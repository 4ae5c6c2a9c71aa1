import { CircleCheck } from 'lucide-react'
import { adviceFor, nextTier } from './next-tier.ts'
import styles from './scorecards.module.css'
import type { Score, Scorecard } from './scores.ts'

interface NextStepProps {
  readonly scorecard: Pick<Scorecard, 'rules' | 'tiers'>
  readonly score: Score
}

/** What to do next to reach the next tier. */
export function NextStep({ scorecard, score }: NextStepProps) {
  const next = nextTier(scorecard.rules, scorecard.tiers, score)
  if (!next) {
    return (
      <span className={styles.done}>
        <CircleCheck aria-hidden /> {score.score === 100 ? 'Nothing to do' : 'In the highest tier'}
      </span>
    )
  }
  if (next.rules.length === 0)
    return <span className={styles.soft}>Passing every rule is not enough for {next.tier.name}.</span>
  return (
    <>
      {next.rules.map((rule) => adviceFor(rule)).join(', then ')}{' '}
      <span className={styles.soft}>for {next.tier.name}</span>
    </>
  )
}
