import styles from './scorecards.module.css'

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

/** A score from 0 to 100, as a number and as a bar. */
export const ScoreBar = ({ score }: { readonly score: number }) => (
  <span className={styles.score}>
    <strong>{number.format(score)}</strong>
    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden>
      <rect width={score} height={6} />
    </svg>
  </span>
)
