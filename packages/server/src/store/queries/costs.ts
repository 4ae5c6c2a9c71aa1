import { kinds } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Row, Sql } from '../sql.ts'
import { type StoredRecord, tableOf } from '../table.ts'

/** The fields of a cost entry that a rollup needs. */
export interface StoredCost {
  readonly periodStart: string | null
  readonly periodEnd: string | null
  /** Read only if there is no period. */
  readonly createdAt: string | null
  readonly category: string | null
  readonly service: string | null
  readonly amountCents: number
  readonly currency: string | null
}

/** The entries of some projects whose period overlaps some days, by project, using indexes only. */
export async function costsWithin(
  sql: Sql,
  partitionId: PartitionId,
  appIds: readonly string[],
  { from, until }: { readonly from: string; readonly until: string },
): Promise<ReadonlyMap<string, readonly StoredCost[]>> {
  const place = [partitionId, JSON.stringify(appIds)]
  const of = sql.dialect.oneOf('app_id')
  const rows = await sql.all(
    `${entriesThat(`${of} and period_start >= ? and period_start < ?`)}
     union all ${entriesThat(`${of} and period_end >= ? and period_start < ?`)}
     union all ${entriesThat(`${of} and period_start is null and period_end >= ?`)}
     union all ${entriesThat(`${of} and period_start is null and period_end is null and created_at >= ?`, 'created_at')}`,
    [...place, from, until, ...place, from, from, ...place, from, ...place, from],
  )
  const byApp = Map.groupBy(rows, ({ app_id }) => String(app_id))
  return new Map(Array.from(byApp, ([appId, own]) => [appId, own.map(toCost)]))
}

/** When an entry was recorded matters only if it has no period, and selecting it would bypass the index. */
const entriesThat = (condition: string, createdAt: 'created_at' | 'null' = 'null'): string =>
  `select app_id, period_start, period_end, ${createdAt === 'null' ? 'cast(null as text)' : createdAt} as created_at, category, service, amount_cents, currency from cost_entries
   where partition_id = ? and ${condition}`

/** The columns hold what their fields do. */
const toCost = (row: Row): StoredCost => ({
  periodStart: row.period_start as string | null,
  periodEnd: row.period_end as string | null,
  createdAt: row.created_at as string | null,
  category: row.category as string | null,
  service: row.service as string | null,
  amountCents: row.amount_cents as number,
  currency: row.currency as string | null,
})

/** Jumps through the index from one project with costs to the next, without reading their entries. */
export async function spendingAfter(
  sql: Sql,
  partitionId: PartitionId,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<readonly string[]> {
  const next = 'select min(app_id) from cost_entries where partition_id = ? and app_id >'
  const rows = await sql.all(
    `with recursive spending (app_id, place) as (
       select (${next} ?), 1
       union all
       select (${next} spending.app_id), place + 1 from spending where app_id is not null and place < ?
     )
     select app_id from spending where app_id is not null order by place`,
    [partitionId, after, partitionId, limit],
  )
  return rows.map(({ app_id }) => String(app_id))
}

/** The entries of one import in the order of their externalIds. */
export async function importedCosts(
  sql: Sql,
  partitionId: PartitionId,
  { importId, after, limit }: { readonly importId: string; readonly after: string; readonly limit: number },
): Promise<readonly StoredRecord[]> {
  const { columns, read } = tableOf(kinds.costEntry)
  const rows = await sql.all(
    `select ${columns} from cost_entries where partition_id = ? and import_id = ? and external_id > ?
     order by external_id limit ${limit}`,
    [partitionId, importId, after],
  )
  return rows.map(read)
}

/** The next import with entries whose id lies in a range. */
export async function nextImport(
  sql: Sql,
  partitionId: PartitionId,
  { from, until, after }: { readonly from: string; readonly until: string; readonly after: string },
): Promise<string | undefined> {
  const [row] = await sql.all(
    `select min(import_id) as id from cost_entries
     where partition_id = ? and import_id >= ? and import_id < ? and import_id > ?`,
    [partitionId, from, until, after],
  )
  return typeof row?.id === 'string' ? row.id : undefined
}

export async function projectNames(
  sql: Sql,
  partitionId: PartitionId,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const rows = await sql.all('select id, name from projects where partition_id = ?', [partitionId])
  return rows.map(({ id, name }) => ({ id: String(id), name: String(name) }))
}

/** The resources that have a provider's own id, each with the project it belongs to. */
export async function ownedResources(
  sql: Sql,
  partitionId: PartitionId,
): Promise<readonly { readonly externalId: string; readonly projectId: string }[]> {
  const rows = await sql.all(
    `select external_id, component_id from resources
     where partition_id = ? and external_id is not null and component_id is not null`,
    [partitionId],
  )
  return rows.map(({ external_id, component_id }) => ({
    externalId: String(external_id),
    projectId: String(component_id),
  }))
}
