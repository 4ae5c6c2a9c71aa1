import { type BurnRule, burnRules, type SloExplanation } from '@svc/model'
import { Stat, Stats } from '../../design/chart/stat.tsx'
import { leftOf, type Snapshot } from './history.ts'
import {
  asMoment,
  asRate,
  budget,
  inPercent,
  inTime,
  isShare,
  measured,
  type Slo,
  targetInWords,
} from './words.ts'

interface NumbersProps {
  readonly slo: Slo
  readonly latest: Snapshot | undefined
  readonly why: SloExplanation | undefined
}

const tones = { met: 'good', atRisk: 'warn', breached: 'bad' } as const

/** The figures that its status comes from, each beside what it is measured against. */
export function Numbers({ slo, latest, why }: NumbersProps) {
  const tone = slo.status ? tones[slo.status] : undefined
  return (
    <Stats>
      <Stat
        label={slo.status ? 'Now' : 'Last measured'}
        value={measured(slo.currentValue, slo)}
        tone={tone}
        hint={`target ${targetInWords(slo.target, slo)}${slo.measuredAt ? `, measured ${asMoment(slo.measuredAt)}` : ''}`}
      />
      {isShare(slo) ? (
        <>
          <Stat label="Budget left" value={inPercent(leftOf(slo))} tone={tone} hint={budgetHint(slo)} />
          <Stat
            label="Burn rate, 1 hour"
            value={asRate(latest?.burnRate1h ?? null)}
            tone={toneOf(latest?.burnRate1h, '1h')}
            hint={limitOf('1h')}
          />
          <Stat
            label="Burn rate, 6 hours"
            value={asRate(latest?.burnRate6h ?? null)}
            tone={toneOf(latest?.burnRate6h, '6h')}
            hint={lasts(slo, latest, why) ?? limitOf('6h')}
          />
        </>
      ) : (
        <Stat
          label="Missed by"
          value={slo.errorBudgetRemaining === null ? '–' : measuredGap(slo)}
          tone={tone}
          hint="any value on the wrong side of the target is a breach"
        />
      )}
    </Stats>
  )
}

const budgetHint = (slo: Slo): string => {
  const { errorBudgetRemaining: left, errorBudgetTotal: total } = slo
  if (left === null) return 'not known without a measurement that counts'
  return left < 0
    ? `${inTime(-left)} more than the ${budget(total, slo)} allowed`
    : `${budget(left, slo)} of ${budget(total, slo)}`
}

const measuredGap = (slo: Slo): string =>
  (slo.errorBudgetRemaining ?? 0) < 0 ? budget(-(slo.errorBudgetRemaining ?? 0), slo) : 'nothing'

const ruleOf = (window: BurnRule['window']): BurnRule | undefined =>
  burnRules.find((rule) => rule.window === window)

const limitOf = (window: BurnRule['window']): string =>
  `at 1× the budget just lasts; ${ruleOf(window)?.severity} from ${asRate(ruleOf(window)?.limit ?? null)}`

function toneOf(rate: number | null | undefined, window: BurnRule['window']) {
  if (rate === null || rate === undefined || rate <= 1) return undefined
  return rate >= (ruleOf(window)?.limit ?? Number.POSITIVE_INFINITY) ? 'bad' : 'warn'
}

/** How long what is left would last at this rate. */
function lasts(slo: Slo, latest: Snapshot | undefined, why: SloExplanation | undefined) {
  const left = leftOf(slo)
  const rate = latest?.burnRate6h
  if (!left || left < 0 || !rate || rate < 1 || !why) return undefined
  return `at this rate the rest is gone in ${inTime(((left / 100) * why.figures.windowMinutes) / rate)}`
}
