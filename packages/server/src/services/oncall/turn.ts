import { type Rota, type RotaPerson, type Rotation, weekdays } from '@svc/model'

/** Who is on call by a rota at some moment, null for nobody, and until when. */
export interface Turn {
  readonly person: RotaPerson | null
  readonly startsAt: string | null
  readonly endsAt: string | null
  /** Set even if nobody is on call yet; absent if it never changes. */
  readonly changesAt?: string
}

/** A period covered by one entry of the rota; times in milliseconds, either end may be open. */
interface Stretch {
  readonly key: string
  readonly person: RotaPerson | null
  readonly from: number
  readonly to: number
}

export function turnAt(rota: Rota, at: Date): Turn {
  const now = at.getTime()
  const plan = planOf(rota)
  const current = plan(now)
  const { person } = current
  const bounds = [...new Set([...overrideBounds(rota), current.from, current.to])].filter(Number.isFinite)
  const after = bounds.filter((bound) => bound > now).toSorted((a, b) => a - b)
  const before = bounds.filter((bound) => bound <= now).toSorted((a, b) => b - a)
  const end = textOf(after.find((bound) => plan(bound).key !== current.key))
  const start = textOf(before.find((bound) => plan(bound - 1).key !== current.key))
  return { person, startsAt: person && start, endsAt: person && end, ...(end !== null && { changesAt: end }) }
}

const textOf = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString()

const overrideBounds = ({ overrides }: Rota): readonly number[] =>
  (overrides ?? []).flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)])

/** Which entry of a rota applies at a moment. */
function planOf(rota: Rota): (now: number) => Stretch {
  const regular = regularTurns(rota)
  const overrides = (rota.overrides ?? []).map(({ from, to, person }, index) => ({
    ...{ key: `override ${index}`, person },
    ...{ from: Date.parse(from), to: Date.parse(to) },
  }))
  return (now) => overrides.findLast(({ from, to }) => from <= now && now < to) ?? regular(now)
}

const never = -Infinity
const ever = Infinity

/** Whose turn it is without overrides. */
function regularTurns({ people, until, rotation }: Rota): (now: number) => Stretch {
  const ends = until ? Date.parse(until) : ever
  const over = { key: 'over', person: null, from: ends, to: ever }
  const turns = rotation && turnsOf(rotation)
  return (now) => {
    if (now >= ends) return over
    if (!turns) return { key: 'first', person: people[0] ?? null, from: never, to: ends }
    if (now < turns.startsAt) return { key: 'before', person: null, from: never, to: turns.startsAt }
    const { index, from, to } = turns.at(now)
    const person = people[index % people.length] ?? null
    return { key: `turn ${index}`, person, from, to: Math.min(to, ends) }
  }
}

/**
 * Handovers are a number of local calendar days apart, so that they stay at the same time of day when the clocks
 * change. They are counted from the day of the start, or the last day before it with the right weekday: a start on
 * the morning of that day gets a full turn.
 */
function turnsOf({ everyDays, startsAt, handover }: Rotation) {
  const { time, timeZone } = handover
  const start = Temporal.Instant.from(startsAt)
  const first = firstDay(start.toZonedDateTimeISO(timeZone).toPlainDate(), everyDays, handover)
  const at = first.toPlainDateTime(Temporal.PlainTime.from(time))
  /** When a turn begins; the first begins with the start itself. */
  const beginOf = (turn: number): number =>
    turn === 0
      ? start.epochMilliseconds
      : at.add({ days: turn * everyDays }).toZonedDateTime(timeZone).epochMilliseconds
  const turnOf = (now: number): number => {
    let turn = Math.max(0, Math.floor((now - start.epochMilliseconds) / (everyDays * 86_400_000)))
    while (turn > 0 && beginOf(turn) > now) turn -= 1
    while (beginOf(turn + 1) <= now) turn += 1
    return turn
  }
  return {
    startsAt: start.epochMilliseconds,
    at(now: number) {
      const index = turnOf(now)
      return { index, from: beginOf(index), to: beginOf(index + 1) }
    },
  }
}

/** The day that handovers are counted from: that of the start, or one before it. */
function firstDay(
  start: Temporal.PlainDate,
  everyDays: number,
  { weekday }: Rotation['handover'],
): Temporal.PlainDate {
  if (!weekday) return start
  const sinceWeekday = (start.dayOfWeek - (weekdays.indexOf(weekday) + 1) + 7) % 7
  return start.subtract({ days: sinceWeekday % everyDays })
}
