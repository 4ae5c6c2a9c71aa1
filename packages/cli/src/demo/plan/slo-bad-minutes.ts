import { windowMinutes } from '@svc/server'
import type { SloProfile, Objective } from '../company/slos.ts'
import type { Random } from '../random.ts'

/** Quarters of an hour, as the calculator counts. */
export const quarterMinutes = 15
export const quartersPerDay = 96
/** The longest window, so that the oldest snapshot has one behind it. */
export const leadDays = 92

/** How much of its budget an objective has finally used, in percent. */
const usedPercent = {
  calm: [12, 42],
  bumpy: [48, 66],
  burning: [44, 55],
  atRisk: [84, 96],
  breached: [109, 158],
} as const satisfies Record<SloProfile, readonly [number, number]>

/** The share of trouble that is always there; the rest comes with incidents. */
const constantShare: Readonly<Record<string, number>> = { availability: 0.3, latency: 0.65, errorRate: 0.7 }

/** Bad minutes in each quarter of an hour of the last days, and of the longest window before them. */
export function badMinutes(
  objective: Objective,
  { days, endsAt }: { readonly days: number; readonly endsAt: Date },
  random: Random,
): Float64Array {
  const quarters = new Float64Array((leadDays + days) * quartersPerDay)
  const referenceDays = windowMinutes(objective.window, new Date(0)) / 1_440
  const [least, most] = usedPercent[objective.profile]
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

interface IncidentPeriod {
  readonly end: number
  readonly days: number
  readonly minutes: number
  readonly isLatest: boolean
  readonly objective: Objective
}

function addIncidents(quarters: Float64Array, period: IncidentPeriod, random: Random): void {
  const weights = Array.from({ length: random.int(2, 4) }, () => random.between(0.4, 1))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  weights.forEach((weight, index) => {
    const isNow = period.isLatest && index === 0 && period.objective.profile === 'burning'
    const minutes = (period.minutes * weight) / whole
    const length = Math.max(1, Math.ceil(minutes / (quarterMinutes * random.between(0.25, 0.8))))
    const start = isNow ? period.end - length : startOf(period, length, random)
    for (let i = Math.max(0, start); i < start + length; i += 1) {
      quarters[i] = Math.min(quarterMinutes, (quarters[i] ?? 0) + minutes / length)
    }
  })
}

/** Any time of the period, but not today: what is burning now is drawn on its own. */
function startOf({ end, days }: IncidentPeriod, length: number, random: Random): number {
  const room = Math.max(1, (days - 1.5) * quartersPerDay - length)
  return Math.floor(end - quartersPerDay - length - random.next() * room)
}
