import { windowMinutes } from '@svc/server'
import type { Fate, Objective } from '../company/slos.ts'
import type { Random } from '../random.ts'

/** Quarter hours, as the calculator counts. */
export const quarterMinutes = 15
export const quartersPerDay = 96
/** The longest window, so that the oldest snapshot has one behind it. */
export const leadDays = 92

/** The part of its budget that an objective has used in the end, in percent. */
const usedPercent = {
  calm: [12, 42],
  bumpy: [48, 66],
  burning: [44, 55],
  atRisk: [84, 96],
  breached: [109, 158],
} as const satisfies Record<Fate, readonly [number, number]>

/** The share of trouble that is always there; the rest comes with incidents. */
const constantShare: Readonly<Record<string, number>> = { availability: 0.3, latency: 0.65, errorRate: 0.7 }

/** Bad minutes in each quarter hour of the last days, and of a longest window before them. */
export function badMinutes(
  objective: Objective,
  { days, endsAt }: { readonly days: number; readonly endsAt: Date },
  random: Random,
): Float64Array {
  const quarters = new Float64Array((leadDays + days) * quartersPerDay)
  const referenceDays = windowMinutes(objective.window, new Date(0)) / 1_440
  const [least, most] = usedPercent[objective.fate]
  const allowedShare = objective.type === 'errorRate' ? objective.target : 100 - objective.target
  const budget = (allowedShare / 100) * referenceDays * 1_440
  const spent = (random.between(least, most) / 100) * budget
  const constant = spent * (constantShare[objective.type] ?? 0.5)
  addConstant(quarters, { average: constant / (referenceDays * quartersPerDay), endsAt }, random)
  const periods = Math.ceil(quarters.length / (referenceDays * quartersPerDay))
  for (let period = 0; period < periods; period += 1) {
    const place = { end: quarters.length - period * referenceDays * quartersPerDay, days: referenceDays }
    addIncidents(quarters, { ...place, minutes: spent - constant, isLatest: period === 0, objective }, random)
  }
  return quarters
}

/** A little more in the evening, when everybody orders, and never the same twice. */
function addConstant(
  quarters: Float64Array,
  { average, endsAt }: { readonly average: number; readonly endsAt: Date },
  random: Random,
): void {
  const endHour = endsAt.getUTCHours() + endsAt.getUTCMinutes() / 60
  for (let i = 0; i < quarters.length; i += 1) {
    const hour = endHour - ((quarters.length - i) / quartersPerDay) * 24
    const evening = 1 + 0.6 * Math.sin(((hour - 12) / 24) * 2 * Math.PI)
    quarters[i] = average * evening * random.between(0.85, 1.15)
  }
}

interface Spell {
  readonly end: number
  readonly days: number
  readonly minutes: number
  readonly isLatest: boolean
  readonly objective: Objective
}

function addIncidents(quarters: Float64Array, spell: Spell, random: Random): void {
  const weights = Array.from({ length: random.int(2, 4) }, () => random.between(0.4, 1))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  weights.forEach((weight, index) => {
    const isNow = spell.isLatest && index === 0 && spell.objective.fate === 'burning'
    const minutes = (spell.minutes * weight) / whole
    const length = Math.max(1, Math.ceil(minutes / (quarterMinutes * random.between(0.25, 0.8))))
    const start = isNow ? spell.end - length : startOf(spell, length, random)
    for (let i = Math.max(0, start); i < start + length; i += 1) {
      quarters[i] = Math.min(quarterMinutes, (quarters[i] ?? 0) + minutes / length)
    }
  })
}

/** Any time of the period, but not today: what is burning now is drawn on its own. */
function startOf({ end, days }: Spell, length: number, random: Random): number {
  const room = Math.max(1, (days - 1.5) * quartersPerDay - length)
  return Math.floor(end - quartersPerDay - length - random.next() * room)
}
