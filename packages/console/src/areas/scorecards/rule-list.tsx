import type { ScorecardRule } from '@svc/model'
import type { Score } from './scores.ts'
import styles from './scorecards.module.css'

/** The rules, and how many of those they apply to pass. */
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
        const applicable = outcomes.get(id) ?? []
        const passed = applicable.filter((one) => one.passed).length
        return (
          <li key={id}>
            <p>
              <strong>{label}</strong>
              <span className={styles.soft}>weight {weight}</span>
            </p>
            {description && <p className={styles.soft}>{description}</p>}
            <p className={styles.score}>
              <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
                <rect width={applicable.length > 0 ? (passed / applicable.length) * 100 : 0} height={6} />
              </svg>
              <span className={styles.soft}>
                {passed.toLocaleString()} of {applicable.length.toLocaleString()} pass
              </span>
            </p>
          </li>
        )
      })}
    </ul>
  )
}
