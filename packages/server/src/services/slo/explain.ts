import {
  type Kinds,
  kinds,
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
import { AT_RISK_PERCENT, BREACHED_PERCENT, projectedPercent } from './status.ts'
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
    atRiskFromPercent: AT_RISK_PERCENT,
    breachedFromPercent: BREACHED_PERCENT,
  }
}

function withoutStatus({ currentValue, measuredAt, staleAt, periodStartsAt }: SloFigures, gap: Gap): string {
  switch (gap) {
    case 'unmeasured':
      return 'No status: nothing has been measured yet.'
    case 'not in this period':
      return `No status: the last value, ${currentValue}, was measured at ${measuredAt}, before this period began (${periodStartsAt}).`
    case 'stale':
      return `No status: the last value, ${currentValue}, was measured at ${measuredAt} and has not counted since ${staleAt}.`
  }
}

const words = { met: 'Met', atRisk: 'At risk', breached: 'Breached' } as const
const objectives = { atLeast: 'at least', atMost: 'at most' } as const

function withStatus(slo: Slo, figures: SloFigures): string {
  const { currentValue, target, objective, errorBudgetPercentUsed: used } = figures
  const isShare = slo.type in percentageObjectives
  const unit = isShare || slo.unit === '%' ? '%' : slo.unit ? ` ${slo.unit}` : ''
  const said = `${words[slo.status ?? 'met']}: ${currentValue}${unit} was measured, and the target is ${objectives[objective]} ${target}${unit}`
  if (!isShare) return `${said}. Any value on the wrong side of it is a breach.`
  const budget = `${said}, so ${brief(used)}% of the error budget is used`
  if ((used ?? 0) >= BREACHED_PERCENT) return `${budget}: all of it.`
  if ((used ?? 0) >= AT_RISK_PERCENT) return `${budget}; from ${AT_RISK_PERCENT}% on it is at risk.`
  return `${budget}. ${projectionOf(figures)}`
}

function projectionOf({ burnRate6h, horizonMinutes, projectedPercentUsed: projected }: SloFigures): string {
  if (burnRate6h === null) return 'How fast it burns is not known yet: there is no snapshot from 6 hours ago.'
  if (burnRate6h === 0) return 'None of it burned in the last 6 hours.'
  const isTooFast = (projected ?? 0) >= BREACHED_PERCENT
  const then = `At the burn rate of the last 6 hours, ${brief(burnRate6h)}×, it would be ${brief(projected)}% in ${ahead(horizonMinutes)}`
  return isTooFast ? `${then}.` : `${then}, which is below ${BREACHED_PERCENT}%.`
}

function ahead(minutes: number): string {
  const hours = Math.round(minutes / 60)
  if (hours >= 48) return `${Math.round(hours / 24)} days`
  return hours > 1 ? `${hours} hours` : `${Math.round(minutes)} minutes`
}

/** As many digits as people read; the figures beside the sentence have them all. */
const brief = (value: number | null): number => Number((value ?? 0).toPrecision(6))
