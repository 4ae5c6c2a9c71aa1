import { type Rota, type RotaPerson, type Rotation, weekdays } from '@svc/model'

/** Who is on call by a rota at some moment, null for nobody, and until when. */
export interface Turn {
  readonly person: RotaPerson | null
  readonly startsAt: string | null
  readonly endsAt: string | null
  /** Set even if nobody is on call yet; absent if it never changes. */
  readonly changesAt?: string
}

const never = -Infinity
const ever = Infinity

/** A period covered by one entry of the rota; times in milliseconds, either end may be open. */
export interface Stretch {
  readonly key: string
  readonly person: RotaPerson | null
  readonly from: number
  readonly to: number
}

export function turnAt(rota: Rota, at: Date): Turn {
  const { person, from, to } = stretchAt(planOf(rota), boundsOf(rota), at.getTime())
  const [start, end] = [textOf(from), textOf(to)]
  return { person, startsAt: person && start, endsAt: person && end, ...(end !== null && { changesAt: end }) }
}

/**
 * Whose turn it is between two moments, in order and without holes. What began earlier or ends later is told whole, so
 * that a turn is the same whatever is asked for.
 */
export function stretchesOf(rota: Rota, from: number, to: number): readonly Stretch[] {
  const [plan, bounds] = [planOf(rota), boundsOf(rota)]
  const found = [stretchAt(plan, bounds, from)]
  for (let end = found[0]?.to ?? ever; end < to; end = found.at(-1)?.to ?? ever)
    found.push(stretchAt(plan, bounds, end))
  return found
}

const textOf = (time: number): string | null => (Number.isFinite(time) ? new Date(time).toISOString() : null)

/** When overrides begin and end, in order. */
const boundsOf = ({ overrides }: Rota): readonly number[] =>
  [...new Set((overrides ?? []).flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)]))].toSorted(
    (a, b) => a - b,
  )

/** The entry that applies at a moment, from and until when it does: overrides cut others into pieces. */
function stretchAt(plan: (now: number) => Stretch, bounds: readonly number[], now: number): Stretch {
  const { key, person, from, to } = plan(now)
  const isOther = (at: number): boolean => plan(at).key !== key
  const end = [...bounds.filter((bound) => bound > now && bound < to), to].find(
    (bound) => bound === ever || isOther(bound),
  )
  const start = [from, ...bounds.filter((bound) => bound <= now && bound > from)].findLast(
    (bound) => bound === never || isOther(bound - 1),
  )
  return { key, person, from: start ?? never, to: end ?? ever }
}

/** Which entry of a rota applies at a moment. */
function planOf(rota: Rota): (now: number) => Stretch {
  const regular = regularTurns(rota)
  const overrides = (rota.overrides ?? []).map(({ from, to, person }, index) => ({
    ...{ key: `override ${index}`, person },
    ...{ from: Date.parse(from), to: Date.parse(to) },
  }))
  return (now) => overrides.findLast(({ from, to }) => from <= now && now < to) ?? regular(now)
}

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
