import type { Kind } from '@svc/model'
import type { Row, Sql } from '../sql.ts'
import { tableOf } from '../table.ts'
import type { Content } from './contents.ts'

/** Few enough that a page of the largest records fits into memory many times over. */
const pageSize = 100

type Asked = Pick<Content, 'table' | 'key' | 'select'>

/** A partition's rows of a table in the order of their keys, a page at a time. */
export async function* pagesOf(
  sql: Sql,
  { table, key, select }: Asked,
  partitionId: string,
): AsyncGenerator<readonly Row[]> {
  const order = key.map((column) => `"${column}"`).join(', ')
  const marks = key.map(() => '?').join(', ')
  const ask = (where: string): string =>
    `select ${select} from ${table} where partition_id = ?${where} order by ${order} limit ${pageSize}`
  let rows = await sql.all(ask(''), [partitionId])
  while (rows.length > 0) {
    yield rows
    const last = rows.at(-1)
    if (rows.length < pageSize || !last) return
    const place = key.map((column) => last[column] as string | number)
    rows = await sql.all(ask(` and (${order}) > (${marks})`), [partitionId, ...place])
  }
}

/** The same as records, oldest first. */
export async function* recordPages(
  sql: Sql,
  kind: Kind,
  partitionId: string,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  const { columns, read } = tableOf(kind)
  const rows = pagesOf(sql, { table: kind.table, key: ['id'], select: columns }, partitionId)
  for await (const page of rows) yield page.map((row) => read(row).record)
}

export async function countRows(sql: Sql, { table }: Asked, partitionId: string): Promise<number> {
  const [row] = await sql.all(`select count(*) as count from ${table} where partition_id = ?`, [partitionId])
  return Number(row?.count)
}
