import ICAL from 'ical.js'
import { after, type CalendarEvent, valuesOf } from './event.ts'
import { CalendarFault } from './jcal.ts'
import type { TimeReader } from './zones.ts'

type PlainDateTime = Temporal.PlainDateTime

export interface Occurrence {
  readonly event: CalendarEvent
  /** In milliseconds since 1970. */
  readonly start: number
  readonly end: number
}

/**
 * The occurrences of an event in progress at a moment. `isReplaced` tells whether another entry replaces one.
 */
export function* occurrencesAt(
  event: CalendarEvent,
  { now, timeOf, isReplaced }: Moment,
): Generator<Occurrence> {
  const { start, endOf, component } = event
  if (valuesOf(component, 'exrule').length > 0)
    throw new CalendarFault('has an event with an exception rule (EXRULE), which svc does not follow')
  const isLeftOut = exceptionsOf(event, timeOf)
  for (const wall of startsOf(event, now, timeOf)) {
    const begin = start.zone(wall)
    if (begin > now || isLeftOut(wall, begin) || isReplaced(wall, begin)) continue
    const end = endOf(wall)
    if (end > now) yield { event, start: begin, end }
  }
  for (const [property, value] of valuesOf(component, 'rdate')) {
    const [from, to] = Array.isArray(value) ? (value as readonly unknown[]) : [value]
    const { wall, zone } = timeOf(property, from)
    const begin = zone(wall)
    if (begin > now || isLeftOut(wall, begin) || isReplaced(wall, begin)) continue
    const end =
      to === undefined ? endOf(wall, zone) : endOfPeriod(String(to), { wall, zone, property }, timeOf)
    if (end > now) yield { event, start: begin, end }
  }
}

export interface Moment {
  readonly now: number
  readonly timeOf: TimeReader
  isReplaced(wall: PlainDateTime, at: number): boolean
}

type Property = Parameters<TimeReader>[0]
type Zone = CalendarEvent['start']['zone']

function endOfPeriod(
  to: string,
  { wall, zone, property }: { wall: PlainDateTime; zone: Zone; property: Property },
  timeOf: TimeReader,
): number {
  if (to.startsWith('P')) return after(wall, to, zone)
  const end = timeOf(property, to)
  return end.zone(end.wall)
}

/** Whole days exclude whatever starts on them. */
function exceptionsOf({ component }: CalendarEvent, timeOf: TimeReader): Moment['isReplaced'] {
  const times = new Set<number>()
  const days = new Set<string>()
  for (const [property, value] of valuesOf(component, 'exdate')) {
    const { wall, zone, isDay } = timeOf(property, value)
    if (isDay) days.add(String(wall.toPlainDate()))
    else times.add(zone(wall))
  }
  return (wall, at) => times.has(at) || days.has(String(wall.toPlainDate()))
}

/** No real calendar comes near it. */
const maxSteps = 10_000

/**
 * Its start times, by its first one and its rules, in the order of each rule; those long past may be missing.
 */
function* startsOf(event: CalendarEvent, now: number, timeOf: TimeReader): Generator<PlainDateTime> {
  const { start, component } = event
  yield start.wall
  for (const [property, value] of valuesOf(component, 'rrule')) {
    const { until, ...parts } = value as Rule
    const isOver = until === undefined ? () => false : endBy(timeOf(property, until), String(until))
    const rule = ICAL.Recur.fromData(parts as never)
    const first = nearer(event, parts, now)
    const { year, month, day, hour, minute, second } = first
    const iterator = rule.iterator(ICAL.Time.fromData({ year, month, day, hour, minute, second }))
    for (let steps = 0; ; steps++) {
      const next = iterator.next() as ICAL.Time | null
      if (!next) break
      const wall = new Temporal.PlainDateTime(
        ...([next.year, next.month, next.day, next.hour, next.minute, next.second] as const),
      )
      const at = start.zone(wall)
      if (at > now || isOver(wall, at)) break
      if (steps > maxSteps) throw new CalendarFault('has an event that recurs too often to be followed')
      // The start of a rule is not always one of its occurrences.
      if (!wall.equals(first)) yield wall
    }
  }
}

interface Rule {
  readonly freq: string
  readonly interval?: number
  readonly count?: number
  readonly until?: unknown
}

/** The end of a rule is inclusive; a date includes all of its hours. */
function endBy({ wall, zone, isDay }: ReturnType<TimeReader>, text: string) {
  const last = isDay ? wall.add({ days: 1 }).subtract({ seconds: 1 }) : wall
  const isUtc = text.endsWith('Z')
  return (at: PlainDateTime, moment: number): boolean =>
    isUtc ? moment > zone(wall) : Temporal.PlainDateTime.compare(at, last) > 0
}

const unitsOf: Readonly<Record<string, 'weeks' | 'days' | 'hours' | 'minutes' | 'seconds'>> = {
  WEEKLY: 'weeks',
  DAILY: 'days',
  HOURLY: 'hours',
  MINUTELY: 'minutes',
  SECONDLY: 'seconds',
}

const unitMs = { weeks: 604_800_000, days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1_000 }

/**
 * A time to follow a rule from, without years of past steps: whole intervals after its start, and early
 * enough that nothing still in progress started before. Rules with a count need every step.
 */
function nearer(
  { start, endOf }: CalendarEvent,
  { freq, interval = 1, count }: Rule,
  now: number,
): PlainDateTime {
  const unit = unitsOf[freq]
  if (unit === undefined || count !== undefined) return start.wall
  const stepMs = unitMs[unit] * Math.max(1, interval)
  const begin = start.zone(start.wall)
  // Two days, because clocks change and zones differ.
  const earliest = now - (endOf(start.wall) - begin) - 2 * unitMs.days - stepMs
  const steps = Math.floor((earliest - begin) / stepMs)
  return steps > 0 ? start.wall.add({ [unit]: steps * Math.max(1, interval) }) : start.wall
}
