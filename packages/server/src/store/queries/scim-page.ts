import type { PartitionId } from '../partition-id.ts'
import { first, type Row, type Sql, type Value } from '../sql.ts'
import { conditionSql, type ScimCondition } from './scim-filter.ts'

export interface ScimPage {
  readonly where: ScimCondition | undefined
  readonly offset: number
  readonly limit: number
}

export interface Found<T> {
  readonly total: number
  readonly found: readonly T[]
}

export async function pageOf<T>(
  sql: Sql,
  homeId: PartitionId,
  { where, offset, limit }: ScimPage,
  { from, columns, order, read }: { from: string; columns: string; order: string; read: (row: Row) => T },
): Promise<Found<T>> {
  const params: Value[] = [homeId]
  const rest = where ? `${from} and ${conditionSql(where, params, sql.dialect)}` : from
  const counted = await first(sql, `select count(*) as n from ${rest}`, params)
  const total = Number(counted?.n)
  if (limit === 0 || offset >= total) return { total, found: [] }
  const rows = await sql.all(`select ${columns} from ${rest} order by ${order} limit ? offset ?`, [
    ...params,
    limit,
    offset,
  ])
  return { total, found: rows.map(read) }
}
