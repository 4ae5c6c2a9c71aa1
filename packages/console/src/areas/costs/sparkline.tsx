import styles from './costs.module.css'

const width = 96
const height = 20
/** As many bars as can be told apart; a longer time is added up. */
const maxBars = 48

function barsOf(series: readonly number[]): readonly number[] {
  const each = Math.ceil(series.length / maxBars)
  return Array.from({ length: Math.ceil(series.length / each) }, (_, index) =>
    series.slice(index * each, (index + 1) * each).reduce((sum, cents) => sum + cents, 0),
  )
}

export function Sparkline({ series }: { readonly series: readonly number[] }) {
  if (series.length < 2) return null
  const bars = barsOf(series)
  const most = Math.max(1, ...bars)
  const step = width / bars.length
  return (
    <svg className={styles.spark} viewBox={`0 0 ${width} ${height}`} aria-hidden>
      {bars.map((cents, index) => {
        const tall = Math.max(0, (cents / most) * height)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is identified by its index.
          <rect key={index} x={index * step} width={step * 0.7} y={height - tall} height={tall} />
        )
      })}
    </svg>
  )
}
