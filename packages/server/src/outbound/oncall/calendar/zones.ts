import ICAL from 'ical.js'
import { CalendarFault, type Component, componentsOf, parameterOf, type Property, textOf } from './jcal.ts'

type PlainDateTime = Temporal.PlainDateTime

/** Converts the local time of a zone to milliseconds since 1970. */
export type Zone = (wall: PlainDateTime) => number

/** A time as it is written: local to a zone, and whether it is a whole day. */
export interface LocalTime {
  readonly wall: PlainDateTime
  readonly zone: Zone
  readonly isDay: boolean
}

/** Reads the times of a calendar in the zones that it names. */
export type TimeReader = (property: Property, text: unknown) => LocalTime

export const atUtc: Zone = (wall) => wall.toZonedDateTime('UTC').epochMilliseconds

/** Days, and times without a zone, are in the calendar's own zone, or in UTC if it has none. */
export function createTimeReader(calendar: Component): TimeReader {
  const zones = new Map<string, Zone>()
  const zoneNamed = (id: string): Zone => {
    const known = zones.get(id) ?? wellKnown(id) ?? described(calendar, id)
    if (!known) throw new CalendarFault('names a time zone that neither it nor svc knows')
    zones.set(id, known)
    return known
  }
  const own = textOf(calendar, 'x-wr-timezone')?.trim()
  const defaultZone = own ? zoneNamed(own) : atUtc
  return (property, text) => {
    const id = parameterOf(property, 'tzid')
    const [, day, time = '00:00:00', utc] =
      /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?(Z?)$/.exec(String(text)) ?? []
    if (day === undefined) throw new CalendarFault('has an event whose time cannot be read')
    const zone = utc ? atUtc : id === undefined ? defaultZone : zoneNamed(id)
    return { wall: plain(`${day}T${time}`), zone, isDay: !String(text).includes('T') }
  }
}

function plain(text: string): PlainDateTime {
  try {
    return Temporal.PlainDateTime.from(text)
  } catch (cause) {
    throw new CalendarFault('has an event whose time cannot be read', { cause })
  }
}

/**
 * A zone that Node knows by its name, even if a product has put a prefix before that. Its rules are kept up
 * to date, whereas those in a feed often cover only a year or two.
 */
function wellKnown(id: string): Zone | undefined {
  const name = /(?:^|\/)([A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2}|UTC|GMT)$/.exec(id)?.[1] ?? id
  for (const one of [id, name]) {
    try {
      new Temporal.ZonedDateTime(0n, one)
      return (wall) => wall.toZonedDateTime(one).epochMilliseconds
    } catch {
      // It has a custom name, so the calendar describes it.
    }
  }
  return undefined
}

function described(calendar: Component, id: string): Zone | undefined {
  const found = componentsOf(calendar, 'vtimezone').find((one) => textOf(one, 'tzid') === id)
  if (!found) return undefined
  const zone = new ICAL.Timezone({ component: new ICAL.Component(structuredClone(found) as never), tzid: id })
  return (wall) => {
    const { year, month, day, hour, minute, second } = wall
    const time = ICAL.Time.fromData({ year, month, day, hour, minute, second, isDate: false })
    return atUtc(wall) - zone.utcOffset(time) * 1_000
  }
}
