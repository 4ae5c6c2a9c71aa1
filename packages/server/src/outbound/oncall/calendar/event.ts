import {
  CalendarFault,
  type Component,
  parameterOf,
  propertiesOf,
  type Property,
  propertyOf,
  textOf,
} from './jcal.ts'
import type { TimeReader, LocalTime, Zone } from './zones.ts'

type PlainDateTime = Temporal.PlainDateTime

/** An entry of a calendar, once or recurring. */
export interface CalendarEvent {
  readonly uid: string
  readonly start: LocalTime
  /**
   * When an occurrence with this start ends, in milliseconds since 1970, in its own zone unless another is
   * given.
   */
  endOf(start: PlainDateTime, zone?: Zone): number
  /** The occurrence of the recurring event that this entry replaces. */
  readonly replaces: LocalTime | undefined
  readonly isCancelled: boolean
  readonly component: Component
}

export function eventIn(component: Component, timeOf: TimeReader): CalendarEvent | undefined {
  const begins = propertyOf(component, 'dtstart')
  if (!begins) return undefined
  const start = timeOf(begins, begins[3])
  const replaced = propertyOf(component, 'recurrence-id')
  return {
    uid: textOf(component, 'uid') ?? '',
    start,
    endOf: lengthOf(component, begins, start, timeOf),
    replaces: replaced && timeOf(replaced, replaced[3]),
    isCancelled: textOf(component, 'status')?.toUpperCase() === 'CANCELLED',
    component,
  }
}

/** Shifts follow local time, so one of a week is a week there even when the clocks change. */
function lengthOf(
  component: Component,
  begins: Property,
  start: LocalTime,
  timeOf: TimeReader,
): CalendarEvent['endOf'] {
  const ends = propertyOf(component, 'dtend')
  if (ends) {
    const end = timeOf(ends, ends[3])
    const isSameZone = parameterOf(ends, 'tzid') === parameterOf(begins, 'tzid')
    if (isSameZone) {
      // Some products write a whole day with an end equal to its start.
      const isOneDay = start.isDay && end.wall.equals(start.wall)
      const length = isOneDay ? { days: 1 } : start.wall.until(end.wall)
      return (from, zone = start.zone) => zone(added(from, length))
    }
    const lengthMs = end.zone(end.wall) - start.zone(start.wall)
    return (from, zone = start.zone) => zone(from) + lengthMs
  }
  const duration = textOf(component, 'duration')
  if (duration !== undefined) return (from, zone = start.zone) => after(from, duration, zone)
  return (from, zone = start.zone) => zone(start.isDay ? from.add({ days: 1 }) : from)
}

/** What ends after the last year that can be represented never ends. */
const lastMoment = Temporal.PlainDateTime.from('9999-12-31T23:59:59')

function added(from: PlainDateTime, length: Temporal.Duration | Temporal.DurationLike): PlainDateTime {
  try {
    const end = from.add(length)
    return Temporal.PlainDateTime.compare(end, lastMoment) > 0 ? lastMoment : end
  } catch {
    return lastMoment
  }
}

/** Days are calendar days; hours are elapsed time. */
export function after(from: PlainDateTime, duration: string, zone: Zone): number {
  try {
    const { weeks, days, hours, minutes, seconds } = Temporal.Duration.from(duration)
    return zone(added(from, { weeks, days })) + ((hours * 60 + minutes) * 60 + seconds) * 1_000
  } catch (cause) {
    throw new CalendarFault('has an event whose duration cannot be read', { cause })
  }
}

/** All values of all properties with a name, each with its property. */
export const valuesOf = (component: Component, name: string): readonly (readonly [Property, unknown])[] =>
  propertiesOf(component, name).flatMap((property) => {
    const [, , , ...values] = property
    return values.map((value) => [property, value] as const)
  })
