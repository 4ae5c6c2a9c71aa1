import { type CostRollup, kinds } from '@svc/model'
import { type Context, partitionOf } from '../context.ts'
import { requireProject } from '../projects.ts'
import { type CostEntry, rollUpCosts, rollupReaches } from './rollup.ts'

export async function readCosts(ctx: Context, appId: string): Promise<CostRollup> {
  await requireProject(ctx, appId)
  const [rollup] = await rollupsOf(ctx, [appId])
  if (!rollup) throw new Error(`There is no rollup of ${appId}.`)
  return rollup
}

/** Only what can matter is read: entries whose period reaches into the days of the rollup, through an index. */
export async function rollupsOf(ctx: Context, appIds: readonly string[]): Promise<readonly CostRollup[]> {
  const now = ctx.now()
  const { from, until } = rollupReaches(now)
  const [first, end] = [from.toISOString(), until.toISOString()]
  const place = [partitionOf(ctx.caller, kinds.costEntry), JSON.stringify(appIds)]
  const { reader, dialect } = ctx.store.engine
  const of = dialect.oneOf('app_id')
  const rows = await reader.all(
    `${entriesThat(`${of} and period_start >= ? and period_start < ?`)}
     union all ${entriesThat(`${of} and period_end >= ? and period_start < ?`)}
     union all ${entriesThat(`${of} and period_start is null and period_end >= ?`)}
     union all ${entriesThat(`${of} and period_start is null and period_end is null and created_at >= ?`, 'created_at')}`,
    [...place, first, end, ...place, first, first, ...place, first, ...place, first],
  )
  const entries = Map.groupBy(rows, ({ app_id }) => app_id)
  return appIds.map((appId) => rollUpCosts(appId, (entries.get(appId) ?? []).map(toEntry), now))
}

/** When an entry was recorded matters only where it has no period, and would lead away from the index. */
const entriesThat = (condition: string, createdAt: 'created_at' | 'null' = 'null'): string =>
  `select app_id, period_start, period_end, ${createdAt === 'null' ? 'cast(null as text)' : createdAt} as created_at, category, service, amount_cents, currency from cost_entries
   where partition_id = ? and ${condition}`

/** The columns are as their fields are. */
const toEntry = (row: Readonly<Record<string, unknown>>): CostEntry => ({
  periodStart: row.period_start as string | null,
  periodEnd: row.period_end as string | null,
  createdAt: row.created_at as string | null,
  category: row.category as string | null,
  service: row.service as string | null,
  amountCents: row.amount_cents as number,
  currency: row.currency as string | null,
})
