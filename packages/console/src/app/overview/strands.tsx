import styles from './overview.module.css'

interface StrandsProps {
  /** How many boxes there are, one below the other. */
  readonly count: number
  /** Whether the boxes are on the left. */
  readonly isLeft?: boolean
}

const width = 60
/** Of a box with the space around it, as in the styles. */
const rowHeight = 46

/** Lines between a column of boxes and the box in the middle. */
export function Strands({ count, isLeft = false }: StrandsProps) {
  if (count === 0) return <span className={styles.strands} />
  const height = count * 100
  const paths = Array.from({ length: count }, (_, index) => {
    const y = index * 100 + 50
    const [from, to] = isLeft ? [y, height / 2] : [height / 2, y]
    return `M0 ${from} C ${width / 2} ${from}, ${width / 2} ${to}, ${width} ${to}`
  })
  return (
    <svg
      className={styles.strands}
      height={count * rowHeight}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
