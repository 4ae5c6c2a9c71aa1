import { type Rota, type RotaPerson, type Rotation, weekdays } from '@svc/model'

/** Who is on call by a rota at some moment, null for nobody, and when that changes. */
export interface Turn {
  readonly person: RotaPerson | null
  readonly startsAt: string | null
  readonly endsAt: string | null
  /** Also where nobody is on call yet; absent where it never changes. */
  readonly changesAt?: string
}

/** A stretch of time that one entry of the rota answers for; times in milliseconds, either end may be open. */
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

/** Which entry of a rota counts at a moment. */
function planOf(rota: Rota): (now: number) => Stretch {
  const usual = usualOf(rota)
  const overrides = (rota.overrides ?? []).map(({ from, to, person }, index) => ({
    ...{ key: `override ${index}`, person },
    ...{ from: Date.parse(from), to: Date.parse(to) },
  }))
  return (now) => overrides.findLast(({ from, to }) => from <= now && now < to) ?? usual(now)
}

const never = -Infinity
const ever = Infinity

/** Whose turn it is where nobody stands in. */
function usualOf({ people, until, rotation }: Rota): (now: number) => Stretch {
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
 * Handovers are so many days of the local calendar apart, so that they stay at the same time of day when the clocks
 * change. They are counted from the last one that could have been at or before the start.
 */
function turnsOf({ everyDays, startsAt, handover }: Rotation) {
  const start = Temporal.Instant.from(startsAt)
  const anchor = anchorOf(start, handover)
  const boundary = (turn: number): number =>
    anchor.add({ days: turn * everyDays }).toZonedDateTime(handover.timeZone).epochMilliseconds
  /** The last boundary at or before a moment. */
  const turnOf = (time: number): number => {
    let turn = Math.floor((time - boundary(0)) / (everyDays * 86_400_000))
    while (boundary(turn) > time) turn -= 1
    while (boundary(turn + 1) <= time) turn += 1
    return turn
  }
  const first = turnOf(start.epochMilliseconds)
  return {
    startsAt: start.epochMilliseconds,
    at(time: number) {
      const turn = turnOf(time)
      return {
        index: turn - first,
        from: Math.max(boundary(turn), start.epochMilliseconds),
        to: boundary(turn + 1),
      }
    },
  }
}

function anchorOf(start: Temporal.Instant, { weekday, time, timeZone }: Rotation['handover']) {
  const local = start.toZonedDateTimeISO(timeZone)
  let anchor = local.toPlainDate().toPlainDateTime(Temporal.PlainTime.from(time))
  if (anchor.toZonedDateTime(timeZone).epochMilliseconds > start.epochMilliseconds)
    anchor = anchor.subtract({ days: 1 })
  if (!weekday) return anchor
  const wanted = weekdays.indexOf(weekday) + 1
  return anchor.subtract({ days: (anchor.dayOfWeek - wanted + 7) % 7 })
}
