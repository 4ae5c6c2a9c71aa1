import { kinds } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Row, Sql } from '../sql.ts'
import { type StoredRecord, tableOf } from '../table.ts'

/** The fields of a cost entry that a rollup needs. */
export interface StoredCost {
  readonly appId: string | null
  readonly periodStart: string | null
  readonly periodEnd: string | null
  /** Read only if there is no period. */
  readonly createdAt: string | null
  readonly category: string | null
  readonly service: string | null
  readonly amountCents: number
  readonly currency: string | null
}

/** Days whose entries are added up. */
export interface Days {
  readonly from: string
  readonly until: string
}

/** Who paid: some projects, or none, for what is assigned to no project. */
export type Payers = readonly string[] | null

/** One project is compared with, so that an index also gives the order of its entries. */
function paidBy(sql: Sql, payers: Payers): { readonly of: string; readonly params: readonly string[] } {
  if (payers === null) return { of: 'app_id is null', params: [] }
  const [one, ...others] = payers
  return one !== undefined && others.length === 0
    ? { of: 'app_id = ?', params: [one] }
    : { of: sql.dialect.oneOf('app_id'), params: [JSON.stringify(payers)] }
}

/** The entries of some projects, or of none, whose period overlaps some days, using indexes only. */
export async function costsWithin(
  sql: Sql,
  partitionId: PartitionId,
  payers: Payers,
  { from, until }: Days,
): Promise<readonly StoredCost[]> {
  const { of, params } = paidBy(sql, payers)
  const place = [partitionId, ...params]
  const rows = await sql.all(`${startedWithin(of)} union all ${othersWithin(of)}`, [
    ...[...place, from, until],
    ...[...place, from, from, ...place, from, ...place, from],
  ])
  return rows.map(toCost)
}

const startedWithin = (of: string): string => entriesThat(`${of} and period_start >= ? and period_start < ?`)

const othersWithin = (of: string): string =>
  `${entriesThat(`${of} and period_end >= ? and period_start < ?`)}
   union all ${entriesThat(`${of} and period_start is null and period_end >= ?`)}
   union all ${entriesThat(`${of} and period_start is null and period_end is null and created_at >= ?`, 'created_at')}`

/** Whether some projects, or none, have more entries that began within some days than can be read at once. */
export async function hasManyCosts(
  sql: Sql,
  partitionId: PartitionId,
  payers: Payers,
  { from, until }: Days,
  many: number,
): Promise<boolean> {
  const { of, params } = paidBy(sql, payers)
  const [row] = await sql.all(
    `select count(*) as count from (select 1 from cost_entries where partition_id = ?
       and ${of} and period_start >= ? and period_start < ? limit ?) as entries`,
    [partitionId, ...params, from, until, many],
  )
  return Number(row?.count) === many
}

/** About as many entries of one project, or of none, as asked for that began at a time or later, and where the next ones begin. */
export async function nextCosts(
  sql: Sql,
  partitionId: PartitionId,
  payer: Payers,
  { from, until, about }: Days & { readonly about: number },
): Promise<{ readonly entries: readonly StoredCost[]; readonly next: string | undefined }> {
  const { of, params: whom } = paidBy(sql, payer)
  const own = `${of} and period_start >= ? and period_start < ?`
  const started = `partition_id = ? and ${own}`
  const startsAt = async (condition: string, params: readonly (string | number)[]) => {
    const [row] = await sql.all(
      `select period_start from cost_entries where ${condition} order by period_start limit 1 offset ?`,
      params,
    )
    return row && String(row.period_start)
  }
  let next = await startsAt(started, [partitionId, ...whom, from, until, about])
  // All of them began at the same time: they are read together.
  if (next === from) next = await startsAt(started.replace('>=', '>'), [partitionId, ...whom, from, until, 0])
  const rows = await sql.all(entriesThat(own), [partitionId, ...whom, from, next ?? until])
  return { entries: rows.map(toCost), next }
}

/** The entries of a project, or of none, that overlap some days but did not begin in them. */
export async function earlierCosts(
  sql: Sql,
  partitionId: PartitionId,
  payer: Payers,
  { from }: Days,
): Promise<readonly StoredCost[]> {
  const { of, params } = paidBy(sql, payer)
  const place = [partitionId, ...params]
  const rows = await sql.all(othersWithin(of), [...[...place, from, from, ...place, from, ...place, from]])
  return rows.map(toCost)
}

/** When an entry was recorded matters only if it has no period, and selecting it would bypass the index. */
const entriesThat = (condition: string, createdAt: 'created_at' | 'null' = 'null'): string =>
  `select app_id, period_start, period_end, ${createdAt === 'null' ? 'cast(null as text)' : createdAt} as created_at, category, service, amount_cents, currency from cost_entries
   where partition_id = ? and ${condition}`

/** The columns hold what their fields do. */
const toCost = (row: Row): StoredCost => ({
  appId: row.app_id as string | null,
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
