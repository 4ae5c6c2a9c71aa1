import { atRiskPercent } from '@svc/model'
import { slowest } from './burn-scale.ts'
import { missing, nextStep } from './unknown.ts'
import { budget, inPercent, inTime, isShare, measured, type Slo, targetInWords } from './words.ts'

/** The SLOs of a team's projects, the worst first. */
export interface TeamReview {
  /** Null where the projects have no owner. */
  readonly teamId: string | null
  readonly slos: readonly Slo[]
  readonly counts: Readonly<Record<Standing, number>>
}

export type Standing = 'breached' | 'atRisk' | 'unknown' | 'met'

/** Worst first. What is unknown may be as bad as anything, so it comes before what is known to be good. */
export const standings = ['breached', 'atRisk', 'unknown', 'met'] as const satisfies readonly Standing[]

export const standingOf = ({ status }: Slo): Standing => status ?? 'unknown'

const rankOf = (slo: Slo): number => standings.indexOf(standingOf(slo))

/** By status, then by how much of the budget is used: of breached ones, how far over it they are. */
const byBadness = (a: Slo, b: Slo): number =>
  rankOf(a) - rankOf(b) || (b.errorBudgetPercentUsed ?? 0) - (a.errorBudgetPercentUsed ?? 0)

const worstFirst = (a: Slo, b: Slo): number => byBadness(a, b) || a.name.localeCompare(b.name)

/** Whose worst SLO is worse; if these are alike, the next worst. */
function worstTeamFirst(a: TeamReview, b: TeamReview): number {
  for (const [place, slo] of a.slos.entries()) {
    const other = b.slos[place]
    if (!other) return -1
    const differs = byBadness(slo, other)
    if (differs !== 0) return differs
  }
  return b.slos.length - a.slos.length
}

/** By owner, the teams with the worst SLO first. */
export function reviewOf(
  slos: readonly Slo[],
  ownerOf: ReadonlyMap<string, string | null>,
): readonly TeamReview[] {
  const byTeam = Map.groupBy(slos, ({ appId }) => ownerOf.get(appId) ?? null)
  return [...byTeam]
    .map(([teamId, own]) => ({ teamId, slos: own.toSorted(worstFirst), counts: countsOf(own) }))
    .sort(worstTeamFirst)
}

export function countsOf(slos: readonly Slo[]): Readonly<Record<Standing, number>> {
  const counts = { breached: 0, atRisk: 0, unknown: 0, met: 0 }
  for (const slo of slos) counts[standingOf(slo)] += 1
  return counts
}

const called: Readonly<Record<Standing, string>> = {
  breached: 'breached',
  atRisk: 'at risk',
  unknown: 'unknown',
  met: 'met',
}

/** "2 breached, 1 unknown, 4 met". */
export const countsInWords = (counts: Readonly<Record<Standing, number>>): string =>
  standings.flatMap((one) => (counts[one] === 0 ? [] : `${counts[one]} ${called[one]}`)).join(', ')

/** How much of its budget is left, as a share and as time. */
export function leftInWords(slo: Slo): string {
  const { errorBudgetPercentUsed: used, errorBudgetRemaining: left } = slo
  if (!isShare(slo) || used === null || left === null) return ''
  return left < 0 ? `${inTime(-left)} over` : `${inPercent(100 - used)} left, ${inTime(left)}`
}

/** Why it stands as it does, in a sentence; what to do where nobody knows. */
export function whyOf(slo: Slo): string {
  if (slo.status === null) return `${missing(slo)} ${nextStep(slo)}`
  const now = `${measured(slo.currentValue, slo)} measured, target ${targetInWords(slo.target, slo)}`
  const used = slo.errorBudgetPercentUsed ?? 0
  if (!isShare(slo)) return `${now}.`
  if (slo.status === 'breached')
    return `${now}: more than its budget of ${budget(slo.errorBudgetTotal, slo)} is used.`
  if (slo.status === 'atRisk' && used < atRiskPercent)
    return `${now}: ${inPercent(used)} used, and burning so fast that it will soon be gone.`
  return `${now}: ${inPercent(used)} of its budget used.`
}

interface Rates {
  readonly burnRate6h: number | null
  readonly burnRate3d: number | null
}

/** Below the scale of the chart, digits mean nothing. */
const rate = (value: number): string =>
  value < slowest ? `under ${slowest}×` : `${Number(value.toPrecision(2))}×`

/** Where it is going, by how fast it burned. */
export function trendOf({ burnRate6h: now, burnRate3d: lately }: Rates): string {
  if (now === null) return 'trend not known yet'
  if (now >= 1) return `burning at ${rate(now)}`
  if (now > 0) return `burning slowly, ${rate(now)}`
  if (lately === null) return 'not burning now'
  return lately > 0 ? `stopped burning, ${rate(lately)} over 3 days` : 'nothing burned in 3 days'
}
