import { burnRules } from '@svc/model'
import { type Frame, Plot } from '../../design/chart/plot.tsx'
import { burnDomain, burnTicks, onLogScale } from './burn-scale.ts'
import { type ChartData, deployedAt } from './chart-data.ts'
import { Deployments, Gaps, Now } from './chart-marks.tsx'
import type { Moment } from './history.ts'
import { Key } from './key.tsx'
import { lineOf, stretches } from './lines.ts'
import styles from './slos.module.css'
import { dayTicks } from './time-axis.ts'
import { asMoment, asRate, type Slo, shownTime } from './words.ts'

/** The thinner, the shorter the time over which the rate is taken. */
const rates = [
  { look: '3d', name: 'over 3 days', of: ({ peak3d }: Moment) => peak3d, className: styles.line3d },
  { look: '1h', name: 'over 1 hour', of: ({ peak1h }: Moment) => peak1h, className: styles.line1h },
  { look: '6h', name: 'over 6 hours', of: ({ peak6h }: Moment) => peak6h, className: styles.line6h },
] as const

/** How fast the budget was spent, against the limits of burn alerts. */
export function BurnChart({ slo, data }: { readonly slo: Slo; readonly data: ChartData }) {
  const { moments, places, span, gaps } = data
  const domain = burnDomain(moments.flatMap((moment) => rates.map(({ of }) => of(moment))))
  const partsOf = (of: (moment: Moment) => number | null) =>
    stretches(
      moments.map((moment, index) => {
        const rate = of(moment)
        return {
          at: moment.at,
          place: places[index] ?? 0,
          value: rate === null ? null : onLogScale(rate),
        }
      }),
      gaps,
    )
  return (
    <>
      <Key data={{ ...data, changes: [] }} lines={rates.map(({ look, name }) => [look, name] as const)} />
      <Plot
        label={`Burn rate over ${shownTime(slo)}`}
        height={240}
        domain={domain}
        yTicks={burnTicks(domain)}
        xTicks={dayTicks(span)}
        places={places}
        tipOf={(index) => {
          const moment = moments[index]
          if (!moment) return { title: '', lines: [] }
          return {
            title: asMoment(moment.takenAt),
            lines: [
              ...rates.map(({ name, of }) => ({ label: `O${name.slice(1)}`, value: asRate(of(moment)) })),
              ...deployedAt(data, index),
            ],
          }
        }}
      >
        {(frame) => (
          <>
            <Gaps frame={frame} span={span} gaps={gaps} />
            {rates.map(({ look, of, className }) => (
              <path key={look} className={className} d={lineOf(frame, partsOf(of))} />
            ))}
            <Limits frame={frame} />
            <Deployments frame={frame} span={span} deployments={data.deployments} />
            <Now frame={frame} span={span} />
          </>
        )}
      </Plot>
    </>
  )
}

const Limits = ({ frame }: { readonly frame: Frame }) =>
  burnRules.map(({ window, limit, severity }) => {
    const y = frame.y(onLogScale(limit))
    return (
      <g key={window} data-severity={severity} className={styles.limit}>
        <line x2={frame.width} y1={y} y2={y} />
        <text x={4} y={y - 4}>
          {severity} from {asRate(limit)} over {window}
        </text>
      </g>
    )
  })
