import { type Frame, Plot } from '../../design/chart/plot.tsx'
import { niceDomain, ticksOf } from '../../design/chart/scale.ts'
import styles from './slos.module.css'
import { leftOf, type Moment, type StatusChange } from './history.ts'
import { dayTicks, placesOf } from './time-axis.ts'
import { asMoment, budget, inPercent, measured, type Slo } from './words.ts'

interface BudgetChartProps {
  readonly slo: Slo
  readonly moments: readonly Moment[]
  readonly changes: readonly StatusChange[]
}

const atRiskLeft = 20

/** The error budget over time: it recovers when old incidents leave the window. */
export function BudgetChart({ slo, moments, changes }: BudgetChartProps) {
  const places = placesOf(moments)
  const lowest = Math.min(0, ...moments.map((moment) => leftOf(moment) ?? 0))
  const domain = lowest < 0 ? niceDomain([lowest, 100]) : ([0, 100] as const)
  const ticks = ticksOf(domain).map((at) => ({ at, label: inPercent(at) }))
  return (
    <>
      <ul className={styles.key}>
        <li>left</li>
        <li data-line="risk">at risk</li>
        {changes.length > 0 && <li data-line="change">status changed</li>}
      </ul>
      <Plot
        label="Error budget left over the last 30 days"
        height={240}
        domain={domain}
        yTicks={ticks}
        xTicks={dayTicks(moments)}
        places={places}
        tipOf={(index) => tipOf(slo, moments[index])}
      >
        {(frame) => (
          <>
            <Zones frame={frame} top={domain[1]} bottom={domain[0]} />
            <path className={styles.area} d={areaOf(frame, places, moments)} />
            <path className={styles.line} d={lineOf(frame, places, moments.map(leftOf))} />
            <line className={styles.budgetLine} x2={frame.width} y1={frame.y(0)} y2={frame.y(0)} />
            <text className={styles.lineLabel} x={6} y={frame.y(0) + (domain[0] < 0 ? 14 : -6)}>
              budget spent
            </text>
            <Changes frame={frame} moments={moments} changes={changes} />
            <Dot frame={frame} places={places} moments={moments} />
          </>
        )}
      </Plot>
    </>
  )
}

interface DotProps {
  readonly frame: Frame
  readonly places: readonly number[]
  readonly moments: readonly Moment[]
}

function Dot({ frame, places, moments }: DotProps) {
  const moment = moments[frame.cursor ?? -1]
  const left = moment ? leftOf(moment) : null
  if (frame.cursor === undefined || left === null) return null
  return <circle className={styles.dot} r={4} cx={frame.x(places[frame.cursor] ?? 0)} cy={frame.y(left)} />
}

function tipOf(slo: Slo, moment: Moment | undefined) {
  if (!moment) return { title: '', lines: [] }
  return {
    title: asMoment(moment.takenAt),
    lines: [
      { label: 'Budget left', value: inPercent(leftOf(moment)) },
      { label: 'Remaining', value: budget(moment.errorBudgetRemaining, slo) },
      { label: 'Measured', value: measured(moment.currentValue, slo) },
      { label: 'Target', value: measured(moment.target, slo) },
      ...(moment.statusReason ? [{ label: 'No status', value: moment.statusReason }] : []),
    ],
  }
}

/** The zones in which it is at risk or breached. */
const Zones = ({
  frame,
  top,
  bottom,
}: {
  readonly frame: Frame
  readonly top: number
  readonly bottom: number
}) => (
  <>
    <rect
      className={styles.riskZone}
      width={frame.width}
      y={frame.y(Math.min(top, atRiskLeft))}
      height={frame.y(0) - frame.y(atRiskLeft)}
    />
    {bottom < 0 && (
      <rect
        className={styles.badZone}
        width={frame.width}
        y={frame.y(0)}
        height={frame.y(bottom) - frame.y(0)}
      />
    )}
  </>
)

interface ChangesProps {
  readonly frame: Frame
  readonly moments: readonly Moment[]
  readonly changes: readonly StatusChange[]
}

function Changes({ frame, moments, changes }: ChangesProps) {
  const first = moments[0]?.at ?? 0
  const span = (moments.at(-1)?.at ?? 0) - first || 1
  return changes.map(({ at, to }) => (
    <line
      key={at}
      className={to === 'breached' ? styles.toBad : to === 'atRisk' ? styles.toRisk : styles.toMet}
      x1={frame.x((Date.parse(at) - first) / span)}
      x2={frame.x((Date.parse(at) - first) / span)}
      y1={frame.height}
      y2={frame.height - 7}
    />
  ))
}

export const lineOf = (frame: Frame, places: readonly number[], values: readonly (number | null)[]): string =>
  values
    .map((value, index) => {
      if (value === null) return ''
      const isFirst = index === 0 || values[index - 1] === null
      return `${isFirst ? 'M' : 'L'}${frame.x(places[index] ?? 0).toFixed(1)} ${frame.y(value).toFixed(1)}`
    })
    .join('')

/** One area for each stretch with data: a gap is not a budget. */
function areaOf(frame: Frame, places: readonly number[], moments: readonly Moment[]): string {
  const ground = frame.y(0).toFixed(1)
  let area = ''
  let start = 0
  moments.forEach((moment, index) => {
    const left = leftOf(moment)
    const isFirst = index === 0 || leftOf(moments[index - 1] ?? moment) === null
    if (left === null) return
    if (isFirst) start = index
    const [x, y] = [frame.x(places[index] ?? 0).toFixed(1), frame.y(left).toFixed(1)]
    area += `${isFirst ? 'M' : 'L'}${x} ${y}`
    const next = moments[index + 1]
    if (next === undefined || leftOf(next) === null)
      area += `L${x} ${ground}L${frame.x(places[start] ?? 0).toFixed(1)} ${ground}Z`
  })
  return area
}
