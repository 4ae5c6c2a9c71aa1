import type { BurnWindow, Kinds, Stored } from '@svc/model'
import type { Change } from '../../../store/change.ts'
import { judgeBurn } from './burn-alerts.ts'
import { type Counted, isCurrent } from './counted.ts'

type Slo = Stored<Kinds['slo']>

/** Logs which burn alerts start and end, each once, and returns those that are active then. */
export async function noteBurn(
  change: Change,
  slo: Slo,
  counted: Counted | undefined,
): Promise<Slo['burnAlerts']> {
  const { countedTo } = slo
  if (!counted || countedTo === null) return slo.burnAlerts
  const firing = (slo.burnAlerts ?? []) as readonly BurnWindow[]
  const at = new Date(change.at)
  const next = judgeBurn(firing, counted.burn, (window) => isCurrent(countedTo, window, at))
  for (const alert of next.alerts)
    await change.log('slo.burn_alert', { kind: 'slo', id: slo.id }, null, alert)
  return next.firing.length === 0 ? null : next.firing
}
