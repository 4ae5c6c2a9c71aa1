import { kinds, type Kinds, type Stored } from '@svc/model'
import type { Records } from '../../store/records.ts'
import { errorBudget } from './budget.ts'
import { type BurnRates, burnRates } from './burn.ts'
import { sloStatus } from './status.ts'

type Slo = Stored<Kinds['slo']>
type Snapshot = Stored<Kinds['sloSnapshot']>

/** Six hours of quarter hours, and a little more: one run may have come late. */
const recentSnapshots = 30

const unknown = {
  errorBudgetTotal: null,
  errorBudgetRemaining: null,
  errorBudgetPercentUsed: null,
  status: null,
}

/** How an SLO stands: its budget now, how fast that burns, and what follows. */
export async function assess(records: Records, slo: Slo, at: Date) {
  if (slo.currentValue === null) return { state: unknown, burn: { burnRate1h: null, burnRate6h: null } }
  const budget = errorBudget(slo, slo.currentValue, at)
  const burn = burnRates(await recent(records, slo), { at, ...budget }, slo.window)
  const status = sloStatus({ ...slo, ...budget, ...burn, at })
  return { state: { ...budget, status }, burn: burn satisfies BurnRates }
}

/** Snapshots under other terms say nothing about how fast the present budget burns. */
async function recent(records: Records, slo: Slo): Promise<readonly Snapshot[]> {
  if (slo.createdAt === null) return []
  const held = await records.list(kinds.sloSnapshot, {
    where: [{ field: 'sloId', is: slo.id }],
    limit: recentSnapshots,
  })
  const since = slo.termsChangedAt ?? ''
  return held.map(({ record }) => record as Snapshot).filter(({ takenAt }) => takenAt >= since)
}
