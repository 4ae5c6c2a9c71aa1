import { Plot } from '../../design/chart/plot.tsx'
import { niceDomain, ticksOf } from '../../design/chart/scale.ts'
import { lineOf } from './budget-chart.tsx'
import styles from './slos.module.css'
import type { Moment } from './history.ts'
import { dayTicks, placesOf } from './time-axis.ts'
import { asMoment, asRate } from './words.ts'

/** How fast the budget was spent; at 1 it lasts exactly as long as the window. */
export function BurnChart({ moments }: { readonly moments: readonly Moment[] }) {
  const places = placesOf(moments)
  const most = Math.max(1.2, ...moments.map(({ peak1h, peak6h }) => Math.max(peak1h ?? 0, peak6h ?? 0)))
  const domain = niceDomain([0, most], 3)
  return (
    <>
      <ul className={styles.key}>
        <li data-line="6h">over 6 hours</li>
        <li data-line="1h">over 1 hour</li>
      </ul>
      <Plot
        label="Burn rate over the last 30 days"
        height={170}
        domain={domain}
        yTicks={ticksOf(domain, 3).map((at) => ({ at, label: asRate(at) }))}
        xTicks={dayTicks(moments)}
        places={places}
        tipOf={(index) => {
          const moment = moments[index]
          return {
            title: moment ? asMoment(moment.takenAt) : '',
            lines: [
              { label: 'Over 1 hour', value: asRate(moment?.peak1h ?? null) },
              { label: 'Over 6 hours', value: asRate(moment?.peak6h ?? null) },
            ],
          }
        }}
      >
        {(frame) => (
          <>
            <line className={styles.evenLine} x2={frame.width} y1={frame.y(1)} y2={frame.y(1)} />
            <path
              className={styles.line1h}
              d={lineOf(
                frame,
                places,
                moments.map(({ peak1h }) => peak1h),
              )}
            />
            <path
              className={styles.line6h}
              d={lineOf(
                frame,
                places,
                moments.map(({ peak6h }) => peak6h),
              )}
            />
          </>
        )}
      </Plot>
    </>
  )
}
