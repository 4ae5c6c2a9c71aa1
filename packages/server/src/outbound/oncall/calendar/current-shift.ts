import type { Shift } from '../../oncall.ts'
import { type CalendarEvent, eventIn } from './event.ts'
import { calendarsIn, type Component, componentsOf } from './jcal.ts'
import { type Occurrence, occurrencesAt } from './occurrences.ts'
import { personIn } from './person.ts'
import { createTimeReader } from './zones.ts'

/**
 * Whose entry in a calendar is in progress at a moment; null for nobody's. Of several, the one that started
 * last counts: a day that somebody else takes over overrides the week.
 */
export function currentShift(text: string, now: number): Shift | null {
  const occurrences = calendarsIn(text)
    .flatMap((calendar) => [...inProgress(calendar, now)])
    .toSorted((a, b) => b.start - a.start || a.end - b.end || (a.event.uid < b.event.uid ? -1 : 1))
  for (const { start, end, event } of occurrences) {
    const person = personIn(event.component)
    if (person)
      return { ...person, startsAt: new Date(start).toISOString(), endsAt: new Date(end).toISOString() }
  }
  return null
}

function* inProgress(calendar: Component, now: number): Generator<Occurrence> {
  const timeOf = createTimeReader(calendar)
  const events = componentsOf(calendar, 'vevent').flatMap((one) => eventIn(one, timeOf) ?? [])
  const replacements = Map.groupBy(
    events.filter(({ replaces }) => replaces !== undefined),
    ({ uid }) => uid,
  )
  for (const event of events) {
    if (event.isCancelled) continue
    // An entry that replaces one occurrence of a recurring event is an event of its own.
    const isReplaced =
      event.replaces === undefined ? replacedBy(replacements.get(event.uid) ?? []) : () => false
    yield* occurrencesAt(event, { now, timeOf, isReplaced })
  }
}

function replacedBy(replacements: readonly CalendarEvent[]) {
  const times = new Set<number>()
  const days = new Set<string>()
  for (const { replaces } of replacements) {
    if (replaces?.isDay) days.add(String(replaces.wall.toPlainDate()))
    else if (replaces) times.add(replaces.zone(replaces.wall))
  }
  return (wall: Temporal.PlainDateTime, at: number): boolean =>
    times.has(at) || days.has(String(wall.toPlainDate()))
}
