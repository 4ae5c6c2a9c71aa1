import styles from './sparkline.module.css'

const width = 100
const height = 24

/** The shape of a series, without axes: beside a figure that says how much it is. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const low = Math.min(0, ...values)
  const span = Math.max(...values, 0) - low || 1
  const points = values.map((value, index) => {
    const x = (index / Math.max(1, values.length - 1)) * width
    return `${x.toFixed(1)},${(height - 1 - ((value - low) / span) * (height - 2)).toFixed(1)}`
  })
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      <polygon className={styles.area} points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <polyline className={styles.line} points={points.join(' ')} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
