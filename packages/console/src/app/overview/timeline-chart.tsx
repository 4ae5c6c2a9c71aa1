import type { TimelineEntry } from '@svc/model'
import { type Frame, Plot } from '../../design/chart/plot.tsx'
import { niceDomain, ticksOf } from '../../design/chart/scale.ts'
import { asDay, inPercent } from '../../areas/slos/words.ts'
import { type Day, placeOf } from './days.ts'
import { entryWords, isBad, sortInWords } from './entry-words.ts'
import styles from './timeline.module.css'

interface TimelineChartProps {
  readonly days: readonly Day[]
  readonly entries: readonly TimelineEntry[]
  readonly hasBudget: boolean
}

/** In a tip; a day with more says how many. */
const mostOfSort = 3

/** What happened, on the error budget that was left each day. */
export function TimelineChart({ days, entries, hasBudget }: TimelineChartProps) {
  const places = days.map(({ day }) => placeOf(day, days))
  const lowest = Math.min(0, ...days.map(({ left }) => left ?? 0))
  const domain = lowest < 0 ? niceDomain([lowest, 100]) : ([0, 100] as const)
  const step = Math.max(1, Math.ceil(days.length / 6))
  return (
    <Plot
      label={hasBudget ? 'Error budget left on each day, and what happened' : 'What happened on each day'}
      height={190}
      domain={domain}
      yTicks={hasBudget ? ticksOf(domain).map((at) => ({ at, label: inPercent(at) })) : []}
      xTicks={days.flatMap(({ day }, index) =>
        index % step === Math.floor(step / 2)
          ? [{ at: places[index] ?? 0, label: asDay(`${day}T12:00:00Z`) }]
          : [],
      )}
      places={places}
      tipOf={(index) => tipOf(days[index], hasBudget)}
    >
      {(frame) => (
        <>
          <line className={styles.ground} x2={frame.width} y1={frame.y(0)} y2={frame.y(0)} />
          <path className={styles.line} d={lineOf(frame, days)} />
          {entries.map((entry) => (
            <g
              key={`${entry.type} ${entry.id} ${entry.at}`}
              className={styles.mark}
              data-type={entry.type}
              data-bad={isBad(entry) || undefined}
              transform={`translate(${frame.x(placeOf(entry.at, days))} 0)`}
            >
              {isBad(entry) && <line y1={0} y2={frame.height} />}
              <circle r={4} cy={frame.height - 8 - 11 * lanes.indexOf(entry.type)} />
            </g>
          ))}
        </>
      )}
    </Plot>
  )
}

/** A day of which nothing is known is a gap. */
function lineOf(frame: Frame, days: readonly Day[]): string {
  let isDrawn = false
  return days
    .map(({ day, left }) => {
      const step = isDrawn ? 'L' : 'M'
      isDrawn = left !== null
      return left === null
        ? ''
        : `${step}${frame.x(placeOf(day, days)).toFixed(1)} ${frame.y(left).toFixed(1)}`
    })
    .join('')
}

/** From the bottom: what people change, and above it what came of it. */
const lanes: readonly TimelineEntry['type'][] = [
  'edit',
  'deployment',
  'drift',
  'issueClosed',
  'issueOpened',
  'errors',
  'sloStatus',
]

function tipOf(day: Day | undefined, hasBudget: boolean) {
  if (!day) return { title: '', lines: [] }
  const bySort = Map.groupBy(day.entries, sortInWords)
  const happened = Array.from(bySort, ([label, own]) => {
    const rest = own.length - mostOfSort
    const words = own.slice(0, mostOfSort).map(entryWords)
    return { label, value: `${words.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}` }
  })
  return {
    title: asDay(`${day.day}T12:00:00Z`),
    lines: [
      ...(hasBudget
        ? [{ label: 'Budget left', value: day.left === null ? 'unknown' : inPercent(day.left) }]
        : []),
      ...happened,
    ],
  }
}
