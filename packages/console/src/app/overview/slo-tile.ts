import { type EntitySummary, kinds } from '@svc/model'
import type { TileProps } from '../../design/tile.tsx'
import { inPercent, measured, targetInWords } from '../../areas/slos/words.ts'
import { leadTo, pageAt, type Place } from './place.ts'

type Worst = NonNullable<EntitySummary['slos']['worst']>

/** The health of the SLOs, with the name of the worst one and why it is the worst. */
export function sloTile(summary: EntitySummary, place: Place): TileProps {
  const { total, breached, atRisk, unknown, met, worst } = summary.slos
  const label = 'SLOs'
  if (!worst) {
    const { count, isExact, ids } = summary.projects
    const [appId] = isExact && count === 1 ? ids : []
    return {
      label,
      value: 'No SLOs',
      tone: 'unknown',
      reasons: ['Add one to know whether it works'],
      ...(place.mayAddSlo && appId !== undefined
        ? { to: `${kinds.slo.path}/new`, search: { appId } }
        : leadTo(summary, place, { tab: 'slos', kind: kinds.slo, column: 'health' })),
    }
  }
  const said = { label, reasons: [worst.name, whyOf(worst)], to: pageAt(kinds.slo, worst.id) }
  if (breached > 0) return { ...said, value: `${breached} of ${total} breached`, tone: 'bad' }
  if (atRisk > 0) return { ...said, value: `${atRisk} of ${total} at risk`, tone: 'warn' }
  if (unknown > 0) return { ...said, value: `${unknown} of ${total} unknown`, tone: 'unknown' }
  return { ...said, value: met === 1 ? 'Met' : `All ${met} met`, tone: 'good' }
}

function whyOf({ statusReason, currentValue, target, errorBudgetPercentUsed: used, ...slo }: Worst): string {
  const terms = { ...slo, target }
  const figures =
    currentValue === null
      ? undefined
      : `${measured(currentValue, terms)} measured, target ${targetInWords(target, terms)}`
  const budget = used === null ? undefined : `${inPercent(used)} of the budget used`
  const known = [figures, budget].filter((one) => one !== undefined)
  if (slo.status === null) return statusReason ?? 'not measured yet'
  return known.join(', ') || 'no figures'
}
