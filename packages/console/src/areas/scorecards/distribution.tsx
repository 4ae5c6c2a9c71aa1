import styles from './scorecards.module.css'
import type { Share } from './tally.ts'

const percent = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

/** How many are in each tier: as a bar and as numbers. */
export function Distribution({ shares }: { readonly shares: readonly Share[] }) {
  const all = shares.reduce((sum, { count }) => sum + count, 0)
  const top = Math.max(1, ...shares.map(({ rank }) => rank))
  const shown = shares.filter(({ count }) => count > 0)
  let before = 0
  return (
    <div className={styles.distribution}>
      <svg className={styles.stack} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
        {shown.map(({ tier, rank, count }) => {
          const width = (count / all) * 100
          const x = before
          before += width
          return (
            <rect
              key={tier}
              className={styles[lookOf(rank, top)]}
              x={x}
              width={Math.max(0, width - 0.4)}
              height={10}
            />
          )
        })}
      </svg>
      <ul className={styles.tiers}>
        {shares.map(({ tier, rank, count }) => (
          <li key={tier}>
            <svg viewBox="0 0 10 10" aria-hidden>
              <rect className={styles[lookOf(rank, top)]} width={10} height={10} rx={3} />
            </svg>
            {tier ?? 'no tier'} <strong>{count.toLocaleString()}</strong>
            {all > 0 && <span className={styles.soft}>{percent.format(count / all)}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The highest tier has the strongest colour, whatever it is called and however many there are. */
export function lookOf(rank: number, top: number): string {
  if (rank === 0) return 'rank0'
  return `rank${4 - Math.min(3, top - rank)}`
}
