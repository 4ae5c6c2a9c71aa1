import type { Frame } from '../../design/chart/plot.tsx'
import type { Deployed } from './deployments.ts'
import type { Gap } from './gaps.ts'
import type { StatusChange } from './history.ts'
import styles from './slos.module.css'
import { placeIn, type Span } from './span.ts'

interface MarksProps {
  readonly frame: Frame
  readonly span: Span
}

const labelledFrom = 60

/** Where nothing is known, said so where there is room. */
export const Gaps = ({ frame, span, gaps }: MarksProps & { readonly gaps: readonly Gap[] }) =>
  gaps.map(({ from, until }) => {
    const left = frame.x(placeIn(span, from))
    const width = frame.x(placeIn(span, until)) - left
    return (
      <g key={from} data-mark="gap">
        <rect className={styles.gap} x={left} width={Math.max(1, width)} height={frame.height} />
        {width > labelledFrom && (
          <text className={styles.gapLabel} x={left + width / 2} y={frame.height / 2} textAnchor="middle">
            no data
          </text>
        )}
      </g>
    )
  })

/** Triangles at the top; failed ones stand out. */
export const Deployments = ({
  frame,
  span,
  deployments,
}: MarksProps & { readonly deployments: readonly Deployed[] }) =>
  deployments
    .filter(({ at }) => at >= span.from && at <= span.until)
    .map(({ id, at, hasFailed }) => {
      const x = frame.x(placeIn(span, at))
      return (
        <path
          key={id}
          data-mark="deployment"
          className={hasFailed ? styles.failedDeployment : styles.deployment}
          d={`M${x - 4} -7h8l-4 7z`}
        />
      )
    })

/** Where the status changed, at the bottom. */
export const Changes = ({
  frame,
  span,
  changes,
}: MarksProps & { readonly changes: readonly StatusChange[] }) =>
  changes.map(({ at, to }) => {
    const x = frame.x(placeIn(span, Date.parse(at)))
    const tone = to === 'breached' ? styles.toBad : to === 'atRisk' ? styles.toRisk : to && styles.toMet
    return (
      <line
        key={at}
        className={tone ?? styles.toUnknown}
        x1={x}
        x2={x}
        y1={frame.height}
        y2={frame.height - 7}
      />
    )
  })

/** What is left of a calendar period is ahead. */
export const Now = ({ frame, span }: MarksProps) =>
  span.until > span.now ? (
    <line
      className={styles.now}
      x1={frame.x(placeIn(span, span.now))}
      x2={frame.x(placeIn(span, span.now))}
      y2={frame.height}
    />
  ) : null
