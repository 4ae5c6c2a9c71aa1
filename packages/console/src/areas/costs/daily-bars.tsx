import { Plot } from '../../design/chart/plot.tsx'
import { niceDomain, ticksOf } from '../../design/chart/scale.ts'
import styles from './costs.module.css'
import { inMoney, inMoneyShort } from '../../words/money.ts'

const dayMs = 86_400_000
// The days of a rollup are UTC days, so they are labelled as such.
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeZone: 'UTC' })

interface DailyBarsProps {
  readonly series: readonly number[]
  readonly start: string
  readonly currency?: string
}

/** The cost of each day; today is not over yet. */
export function DailyBars({ series, start, currency = 'USD' }: DailyBarsProps) {
  const dates = series.map((_, index) => new Date(Date.parse(start) + index * dayMs))
  const places = series.map((_, index) => (index + 0.5) / series.length)
  const domain = niceDomain([Math.min(0, ...series), Math.max(100, ...series)])
  const mean = series.reduce((sum, cents) => sum + cents, 0) / Math.max(1, series.length)
  const step = Math.max(1, Math.ceil(series.length / 6))
  const today = new Date().toISOString().slice(0, 10)
  const isOpen = (index: number) => dates[index]?.toISOString().slice(0, 10) === today
  return (
    <Plot
      label={`Cost of each of ${series.length} days`}
      height={220}
      domain={domain}
      yTicks={ticksOf(domain).map((at) => ({ at, label: inMoneyShort(at, currency) }))}
      xTicks={dates.flatMap((date, index) =>
        index % step === Math.floor(step / 2) ? [{ at: places[index] ?? 0, label: day.format(date) }] : [],
      )}
      places={places}
      tipOf={(index) => ({
        title: dates[index] ? weekday.format(dates[index]) : '',
        lines: [
          { label: isOpen(index) ? 'So far' : 'Cost', value: inMoney(series[index] ?? 0, currency) },
          { label: 'Daily mean', value: inMoney(mean, currency) },
        ],
      })}
    >
      {(frame) => {
        const room = frame.width / series.length
        const width = Math.max(1, room * 0.72)
        return (
          <>
            {series.map((cents, index) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a day is identified by its index.
                key={index}
                className={styles.bar}
                data-on={frame.cursor === index ? '' : undefined}
                data-open={isOpen(index) ? '' : undefined}
                x={(index + 0.5) * room - width / 2}
                width={width}
                y={frame.y(Math.max(0, cents))}
                height={Math.abs(frame.y(0) - frame.y(cents))}
                rx={2}
              />
            ))}
            <line className={styles.mean} x2={frame.width} y1={frame.y(mean)} y2={frame.y(mean)} />
          </>
        )
      }}
    </Plot>
  )
}
