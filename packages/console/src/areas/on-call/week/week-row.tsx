import { type EntityCoverage, kinds } from '@svc/model'
import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../../../design/classes.ts'
import { PlainLink } from '../../../values/plain-link.tsx'
import { pathOf } from '../../../values/ref-link.tsx'
import { type Segment, segmentsOf, whyGap } from './segments.ts'
import { momentInWords, type Week } from './week.ts'
import styles from './week.module.css'

interface WeekRowProps {
  readonly coverage: EntityCoverage
  readonly week: Week
  /** A binding of the entity, for times in which nobody has a shift. */
  readonly bindingId: string | undefined
}

/** Somebody's week as bars on one line; on a phone, as a list. */
export function WeekRow({ coverage, week, bindingId }: WeekRowProps) {
  const segments = segmentsOf(coverage)
  const lanes = Math.max(1, ...segments.map(({ lane }) => lane + 1))
  return (
    <ol className={styles.track} style={custom({ '--lanes': lanes })}>
      {segments.map((segment) => (
        <li
          key={`${segment.sort} ${segment.from} ${segment.lane}`}
          className={classes(styles.segment, styles[segment.sort])}
          style={placeIn(week, segment)}
          title={`${nameOf(segment)}: ${timesOf(segment, week)}`}
        >
          <ToBinding id={segment.sort === 'shift' ? segment.shift.bindingId : bindingId}>
            <span className={styles.who}>{nameOf(segment)}</span>{' '}
            <span className={styles.times}>{timesOf(segment, week)}</span>
          </ToBinding>
        </li>
      ))}
      <Now week={week} />
    </ol>
  )
}

function ToBinding({ id, children }: { readonly id: string | undefined; readonly children: ReactNode }) {
  if (id === undefined) return <span className={styles.bar}>{children}</span>
  return (
    <PlainLink to={pathOf(kinds.oncallBinding.path, id)} className={styles.bar}>
      {children}
    </PlainLink>
  )
}

/** Where this moment is. */
function Now({ week }: { readonly week: Week }) {
  const now = Date.now()
  if (now < week.from.getTime() || now >= week.to.getTime()) return null
  return <li aria-hidden className={styles.now} style={custom({ '--from': shareOf(week, now) })} />
}

export function nameOf(segment: Segment): string {
  if (segment.sort === 'unknown') return 'Not known yet'
  if (segment.sort === 'gap') return `Nobody: ${whyGap(segment.reason)}`
  const { userName, isOverride } = segment.shift
  return isOverride ? `${userName} (stands in)` : (userName ?? '')
}

/** Where it goes on before or after the week, only the end that is in it. */
export function timesOf({ from, to }: { readonly from: string; readonly to: string }, week: Week): string {
  const begins = Date.parse(from) > week.from.getTime()
  const ends = Date.parse(to) < week.to.getTime()
  if (begins && ends) return `${momentInWords(from)} – ${momentInWords(to)}`
  if (begins) return `from ${momentInWords(from)}`
  return ends ? `until ${momentInWords(to)}` : 'all week'
}

const shareOf = ({ from, to }: Week, time: number): number =>
  (time - from.getTime()) / (to.getTime() - from.getTime())

function placeIn(week: Week, { from, to, lane }: Segment): CSSProperties {
  const [start, end] = [shareOf(week, Date.parse(from)), shareOf(week, Date.parse(to))]
  return custom({ '--from': start, '--share': end - start, '--lane': lane })
}

/** Positions are given to the style sheet, which uses them only where there is room for bars. */
const custom = (properties: Readonly<Record<string, number>>): CSSProperties => properties as CSSProperties
