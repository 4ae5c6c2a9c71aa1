import { atRiskPercent } from '@svc/model'
import { type Frame, Plot } from '../../design/chart/plot.tsx'
import { niceDomain, ticksOf } from '../../design/chart/scale.ts'
import { type ChartData, deployedAt } from './chart-data.ts'
import { Changes, Deployments, Gaps, Now } from './chart-marks.tsx'
import { leftOf } from './history.ts'
import { Key } from './key.tsx'
import { areaOf, lineOf, stretches } from './lines.ts'
import styles from './slos.module.css'
import { dayTicks } from './time-axis.ts'
import { asMoment, budget, inPercent, measured, type Slo, shownTime, targetInWords } from './words.ts'

interface ChartProps {
  readonly slo: Slo
  readonly data: ChartData
}

const atRiskLeft = 100 - atRiskPercent

/** The error budget over its window: it recovers when old incidents leave the window. */
export function BudgetChart({ slo, data }: ChartProps) {
  const { moments, places, span, gaps } = data
  const lowest = Math.min(0, ...moments.map((moment) => leftOf(moment) ?? 0))
  const domain = lowest < 0 ? niceDomain([lowest, 100]) : ([0, 100] as const)
  const points = moments.map((moment, index) => ({
    at: moment.at,
    place: places[index] ?? 0,
    value: leftOf(moment),
  }))
  const parts = stretches(points, gaps)
  return (
    <>
      <Key data={data} lines={[['left', 'left']]} hasRisk />
      <Plot
        label={`Error budget left over ${shownTime(slo)}`}
        height={250}
        domain={domain}
        yTicks={ticksOf(domain).map((at) => ({ at, label: inPercent(at) }))}
        xTicks={dayTicks(span)}
        places={places}
        tipOf={(index) => tipOf(slo, data, index)}
      >
        {(frame) => (
          <>
            <Zones frame={frame} bottom={domain[0]} />
            <Gaps frame={frame} span={span} gaps={gaps} />
            <path className={styles.area} d={areaOf(frame, parts, 0)} />
            <path className={styles.line} d={lineOf(frame, parts)} />
            <line className={styles.budgetLine} x2={frame.width} y1={frame.y(0)} y2={frame.y(0)} />
            <text className={styles.lineLabel} x={6} y={frame.y(0) + (domain[0] < 0 ? 14 : -6)}>
              budget spent
            </text>
            <Deployments frame={frame} span={span} deployments={data.deployments} />
            <Changes frame={frame} span={span} changes={data.changes} />
            <Now frame={frame} span={span} />
            <Dot frame={frame} data={data} />
          </>
        )}
      </Plot>
    </>
  )
}

function Dot({ frame, data: { moments, places } }: { readonly frame: Frame; readonly data: ChartData }) {
  const moment = moments[frame.cursor ?? -1]
  const left = moment ? leftOf(moment) : null
  if (frame.cursor === undefined || left === null) return null
  return <circle className={styles.dot} r={4} cx={frame.x(places[frame.cursor] ?? 0)} cy={frame.y(left)} />
}

function tipOf(slo: Slo, data: ChartData, index: number) {
  const moment = data.moments[index]
  if (!moment) return { title: '', lines: [] }
  const { target } = moment
  return {
    title: asMoment(moment.takenAt),
    lines: [
      { label: 'Budget left', value: inPercent(leftOf(moment)) },
      { label: 'Remaining', value: budget(moment.errorBudgetRemaining, slo) },
      { label: 'Measured', value: measured(moment.currentValue, { ...slo, target }) },
      { label: 'Target', value: targetInWords(target, slo) },
      ...(moment.statusReason ? [{ label: 'No status', value: moment.statusReason }] : []),
      ...deployedAt(data, index),
    ],
  }
}

/** The zones in which it is at risk or breached. */
const Zones = ({ frame, bottom }: { readonly frame: Frame; readonly bottom: number }) => (
  <>
    <rect
      className={styles.riskZone}
      width={frame.width}
      y={frame.y(atRiskLeft)}
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
