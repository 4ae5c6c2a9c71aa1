import { type Frame, Plot } from '../../design/chart/plot.tsx'
import { niceDomain, ticksOf } from '../../design/chart/scale.ts'
import { type ChartData, deployedAt } from './chart-data.ts'
import { Changes, Deployments, Gaps, Now } from './chart-marks.tsx'
import { Key } from './key.tsx'
import { lineOf, stretches } from './lines.ts'
import styles from './slos.module.css'
import { dayTicks } from './time-axis.ts'
import { asMoment, inUnit, measured, type Slo, shownTime, targetInWords } from './words.ts'

/** A figure in its own unit has no budget to burn: what was measured, against the target. */
export function ValueChart({ slo, data }: { readonly slo: Slo; readonly data: ChartData }) {
  const { moments, places, span, gaps } = data
  const known = moments.flatMap(({ currentValue, target }) => [currentValue ?? target, target])
  const [low, high] = [Math.min(slo.target, ...known), Math.max(slo.target, ...known)]
  const domain = niceDomain([low - (high - low || 1) * 0.1, high + (high - low || 1) * 0.1])
  // Without a status, a value is only the last known one.
  const points = moments.map(({ at, status, currentValue }, index) => ({
    at,
    place: places[index] ?? 0,
    value: status === null ? null : currentValue,
  }))
  return (
    <>
      <Key data={data} lines={[['left', 'measured']]} />
      <Plot
        label={`Measured over ${shownTime(slo)}`}
        height={250}
        domain={domain}
        yTicks={ticksOf(domain).map((at) => ({ at, label: inUnit(at, { ...slo, unit: null }) }))}
        xTicks={dayTicks(span)}
        places={places}
        tipOf={(index) => {
          const moment = moments[index]
          if (!moment) return { title: '', lines: [] }
          return {
            title: asMoment(moment.takenAt),
            lines: [
              { label: 'Measured', value: measured(moment.currentValue, { ...slo, target: moment.target }) },
              { label: 'Target', value: targetInWords(moment.target, slo) },
              ...(moment.statusReason ? [{ label: 'No status', value: moment.statusReason }] : []),
              ...deployedAt(data, index),
            ],
          }
        }}
      >
        {(frame) => (
          <>
            <Gaps frame={frame} span={span} gaps={gaps} />
            <Target frame={frame} slo={slo} />
            <path className={styles.line} d={lineOf(frame, stretches(points, gaps))} />
            <Deployments frame={frame} span={span} deployments={data.deployments} />
            <Changes frame={frame} span={span} changes={data.changes} />
            <Now frame={frame} span={span} />
          </>
        )}
      </Plot>
    </>
  )
}

const Target = ({ frame, slo }: { readonly frame: Frame; readonly slo: Slo }) => (
  <>
    <line className={styles.budgetLine} x2={frame.width} y1={frame.y(slo.target)} y2={frame.y(slo.target)} />
    <text className={styles.lineLabel} x={6} y={frame.y(slo.target) - 6}>
      {targetInWords(slo.target, slo)}
    </text>
  </>
)
