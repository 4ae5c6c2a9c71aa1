import type { ScorecardRule } from '@svc/model'
import type { Score } from './scores.ts'
import styles from './scorecards.module.css'

/** What is asked, and how many of those asked pass. */
export function RuleList({
  rules,
  scores,
}: {
  readonly rules: readonly ScorecardRule[]
  readonly scores: readonly Score[]
}) {
  const outcomes = Map.groupBy(
    scores.flatMap((score) => score.rules.filter(({ applicable }) => applicable)),
    ({ ruleId }) => ruleId,
  )
  return (
    <ul className={styles.rules}>
      {rules.map(({ id, label, description, weight }) => {
        const asked = outcomes.get(id) ?? []
        const passed = asked.filter((one) => one.passed).length
        return (
          <li key={id}>
            <p>
              <strong>{label}</strong>
              <span className={styles.soft}>weight {weight}</span>
            </p>
            {description && <p className={styles.soft}>{description}</p>}
            <p className={styles.score}>
              <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
                <rect width={asked.length > 0 ? (passed / asked.length) * 100 : 0} height={6} />
              </svg>
              <span className={styles.soft}>
                {passed.toLocaleString()} of {asked.length.toLocaleString()} pass
              </span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
