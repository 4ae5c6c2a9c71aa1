import {
  atRiskPercent,
  breachedPercent,
  type Kinds,
  kinds,
  nearTarget,
  objectiveOf,
  percentageObjectives,
  type SloExplanation,
  type SloFigures,
  type SloVerdict,
  type Stored,
} from '@svc/model'
import { type Context, recordsOf } from '../context.ts'
import { findRecord } from '../records/records.ts'
import { type Gap, gapOf, measurementTime, staleTime } from './gap.ts'
import { recentOf } from './recent.ts'
import { projectedPercent } from './status.ts'
import { calendarPeriod, horizonMinutes, windowMinutes } from './window.ts'

type Slo = Stored<Kinds['slo']>

/** Why an SLO has its status: from what was stored when it was decided, not from a recalculation. */
export async function explainSlo(ctx: Context, sloId: string): Promise<SloExplanation> {
  const slo = (await findRecord(ctx, kinds.slo, sloId)).record as Slo
  const verdict = slo.verdict ?? (await earlierVerdict(ctx, slo))
  const at = new Date(verdict.at)
  const gap = slo.status === null ? (gapOf(slo, at) ?? 'unmeasured') : undefined
  const figures = figuresAt(slo, verdict)
  return {
    sloId,
    status: slo.status,
    explanation: gap ? withoutStatus(figures, gap) : withStatus(slo, figures),
    decidedAt: verdict.at,
    figures,
  }
}

/** For a status from before verdicts were stored: the latest snapshot shows it, if anything does. */
async function earlierVerdict(ctx: Context, slo: Slo): Promise<SloVerdict> {
  const [latest] = await recentOf(recordsOf(ctx, kinds.slo), slo)
  const at = latest?.takenAt ?? slo.lastUpdatedAt ?? slo.updatedAt ?? ctx.now().toISOString()
  return {
    at,
    burnRate6h: latest?.burnRate6h ?? null,
    windowMinutes: windowMinutes(slo.window, new Date(at)),
    horizonMinutes: horizonMinutes(slo.window, new Date(at)),
  }
}

function figuresAt(slo: Slo, verdict: SloVerdict): SloFigures {
  const measuredAt = slo.currentValue === null ? null : measurementTime(slo)
  const { errorBudgetPercentUsed: used } = slo
  const { burnRate6h } = verdict
  return {
    currentValue: slo.currentValue,
    measuredAt: measuredAt?.toISOString() ?? null,
    staleAt: (measuredAt && staleTime(slo, measuredAt)?.toISOString()) ?? null,
    periodStartsAt: calendarPeriod(slo.window, new Date(verdict.at))?.startsAt.toISOString() ?? null,
    objective: objectiveOf(slo.type, slo.objective),
    target: slo.target,
    errorBudgetPercentUsed: used,
    burnRate6h,
    windowMinutes: verdict.windowMinutes,
    horizonMinutes: verdict.horizonMinutes,
    projectedPercentUsed: used === null ? null : projectedPercent(used, burnRate6h, verdict),
    atRiskFromPercent: atRiskPercent,
    breachedFromPercent: breachedPercent,
  }
}

function withoutStatus(figures: SloFigures, gap: Gap): string {
  const { measuredAt, staleAt, periodStartsAt } = figures
  const value = near(figures.currentValue, figures.target)
  switch (gap) {
    case 'unmeasured':
      return 'No status: nothing has been measured yet.'
    case 'not in this period':
      return `No status: the last value, ${value}, was measured at ${measuredAt}, before this period began (${periodStartsAt}).`
    case 'stale':
      return `No status: the last value, ${value}, was measured at ${measuredAt} and has not counted since ${staleAt}.`
  }
}

const words = { met: 'Met', atRisk: 'At risk', breached: 'Breached' } as const
const objectives = { atLeast: 'at least', atMost: 'at most' } as const

function withStatus(slo: Slo, figures: SloFigures): string {
  const { currentValue, target, objective, errorBudgetPercentUsed: used } = figures
  const isShare = slo.type in percentageObjectives
  const unit = isShare || slo.unit === '%' ? '%' : slo.unit ? ` ${slo.unit}` : ''
  const said = `${words[slo.status ?? 'met']}: ${near(currentValue, target)}${unit} was measured, and the target is ${objectives[objective]} ${target}${unit}`
  if (!isShare) return `${said}. Any value on the wrong side of it is a breach.`
  const budget = `${said}, so ${percent(used)}% of the error budget is used`
  if ((used ?? 0) >= breachedPercent) return `${budget}: all of it.`
  if ((used ?? 0) >= atRiskPercent) return `${budget}; from ${atRiskPercent}% on it is at risk.`
  return `${budget}. ${projectionOf(figures)}`
}

function projectionOf({ burnRate6h, horizonMinutes, projectedPercentUsed: projected }: SloFigures): string {
  if (burnRate6h === null) return 'How fast it burns is not known yet: there is no snapshot from 6 hours ago.'
  if (burnRate6h === 0) return 'None of it burned in the last 6 hours.'
  const isTooFast = (projected ?? 0) >= breachedPercent
  const then = `At the burn rate of the last 6 hours, ${brief(burnRate6h)}×, it would be ${percent(projected)}% in ${ahead(horizonMinutes)}`
  return isTooFast ? `${then}.` : `${then}, which is below ${breachedPercent}%.`
}

function ahead(minutes: number): string {
  const hours = Math.round(minutes / 60)
  if (hours >= 48) return `${Math.round(hours / 24)} days`
  return hours > 1 ? `${hours} hours` : `${Math.round(minutes)} minutes`
}

/** As many digits as people read; the figures beside the sentence have them all. */
const brief = (value: number): number => Number(value.toPrecision(3))

/** One digit, unless it would then be on the other side of a limit. */
function percent(value: number | null): number {
  const rounded = Number((value ?? 0).toFixed(1))
  const isBeyond = (one: number) => [atRiskPercent, breachedPercent].filter((limit) => one >= limit).length
  return isBeyond(rounded) === isBeyond(value ?? 0) ? rounded : Number((value ?? 0).toPrecision(6))
}

function near(value: number | null, target: number): string {
  if (value === null) return 'nothing'
  const { value: shown, side } = nearTarget(value, target)
  return side ? `just ${side} ${shown}` : String(shown)
}
