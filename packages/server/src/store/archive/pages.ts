import type { Kind } from '@svc/model'
import type { Access } from '../access.ts'
import { firstBytes } from '../found-event.ts'
import type { PartitionId } from '../partition-id.ts'
import type { Row, Sql, Value } from '../sql.ts'
import { sizedColumns, tableOf } from '../table.ts'
import type { Content } from './contents.ts'

/** Rows measured at a time, and bytes read at a time. */
const pageRows = 100
const pageBytes = 1024 ** 2

type Asked = Pick<Content, 'table' | 'key' | 'select' | 'sized'>

/** A partition's rows of a table in the order of their keys, about a megabyte at a time. */
export async function* pagesOf(
  access: Access,
  { table, key, select, sized }: Asked,
  partitionId: PartitionId,
): AsyncGenerator<readonly Row[]> {
  const bytes = sized.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')
  let place: readonly Value[] = []
  const ask = (columns: string, limit: number): Promise<readonly Row[]> =>
    access.run(rowsAfter, { table, key, columns, partitionId, place, limit })
  let isMore = true
  while (isMore) {
    const sizes = await ask(`${bytes} as bytes`, pageRows)
    isMore = sizes.length === pageRows
    let left = sizes.map((row) => ({ bytes: Number(row.bytes) }))
    while (left.length > 0) {
      const { length } = firstBytes(left, pageBytes)
      const rows = await ask(select, length)
      yield rows
      const last = rows.at(-1)
      if (!last) return
      place = key.map((column) => last[column] as string | number)
      left = left.slice(length)
    }
  }
}

interface Page {
  readonly table: string
  readonly key: readonly string[]
  readonly columns: string
  readonly partitionId: PartitionId
  /** The key of the row before it. */
  readonly place: readonly Value[]
  readonly limit: number
}

async function rowsAfter(sql: Sql, { table, key, columns, partitionId, place, limit }: Page) {
  const order = key.map((column) => `"${column}"`).join(', ')
  const marks = key.map(() => '?').join(', ')
  const after = place.length === 0 ? '' : ` and (${order}) > (${marks})`
  const text = `select ${columns} from ${table} where partition_id = ?${after} order by ${order} limit ?`
  return sql.all(text, [partitionId, ...place, limit])
}

/** The same as records, oldest first. */
export async function* recordPages(
  access: Access,
  kind: Kind,
  partitionId: PartitionId,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  const { columns, read } = tableOf(kind)
  const asked = { table: kind.table, key: ['id'], select: columns, sized: sizedColumns(kind) }
  const rows = pagesOf(access, asked, partitionId)
  for await (const page of rows) yield page.map((row) => read(row).record)
}

export async function countRows(
  sql: Sql,
  { table }: Pick<Content, 'table'>,
  partitionId: PartitionId,
): Promise<number> {
  const [row] = await sql.all(`select count(*) as count from ${table} where partition_id = ?`, [partitionId])
  return Number(row?.count)
}
