import type { Kind } from '@svc/model'
import type { PartitionId } from './partition-id.ts'
import { type Dialect, first, type Sql, type Value } from './sql.ts'
import { selectionOf } from './selection.ts'
import { fold, type StoredRecord, quoted, tableOf } from './table.ts'

/** What a list can be narrowed by. */
export type Condition =
  | { readonly field: string; readonly is: Value | boolean }
  /** Has no value; `is` null finds nothing, as two records without a value are not alike in it. */
  | { readonly field: string; readonly isMissing: true }
  | { readonly field: string; readonly in: readonly Value[] }
  /** Any number of texts, found through an index by one statement. */
  | { readonly field: string; readonly oneOf: readonly string[] }
  | { readonly array: string; readonly has: string }
  | { readonly array: string; readonly lacks: string }
  /** A reference to a record of that kind whose own field has this value. */
  | { readonly field: string; readonly through: Kind; readonly by: string; readonly is: string }
  | { readonly search: string }
  /** What is searched begins with the field that comes first: the name. */
  | { readonly begins: string }

/** Another order than the kind's own. */
export interface Sort {
  readonly field: string
  readonly isDescending: boolean
}

/** Where a page ended: the id, before it what else the list is sorted by. */
export type Position = readonly string[]

export interface ListQuery {
  readonly where: readonly Condition[]
  readonly sort?: Sort | undefined
  readonly after?: Position | undefined
  readonly limit?: number | undefined
  /** Only these fields, with the id and what the list is sorted by; all without it. */
  readonly fields?: readonly string[] | undefined
}

export interface SliceQuery extends ListQuery {
  readonly limit: number
  /** Once the rows have passed this many bytes, no more are read. */
  readonly bytes: number
}

export interface Slice {
  /** Never empty where there is anything to read. */
  readonly stored: readonly StoredRecord[]
  /** Whether it ended because of the bytes: there is more, though fewer than `limit` were read. */
  readonly isCut: boolean
}

/** The records of one partition. There is no way to ask for a record without naming whose it is. */
export interface Records {
  readonly partitionId: PartitionId
  find(kind: Kind, id: string): Promise<StoredRecord | undefined>
  list(kind: Kind, query: ListQuery): Promise<readonly StoredRecord[]>
  /** The next older ids, newest first: for work over all records, which need not be read for that. */
  idsBefore(kind: Kind, id: string | undefined, limit: number): Promise<readonly string[]>
  /** The beginning of a list, as far as it fits in memory: rows differ in size by a factor of ten thousand. */
  slice(kind: Kind, query: SliceQuery): Promise<Slice>
  /** How many there are, of whatever size. */
  count(kind: Kind, where: readonly Condition[]): Promise<number>
  /** Those of the ids that exist. */
  existing(kind: Kind, ids: readonly string[]): Promise<ReadonlySet<string>>
}

interface Statement {
  readonly text: string
  readonly params: readonly Value[]
}

interface Chosen {
  readonly ids: readonly string[]
  readonly isCut: boolean
}

export function recordsIn(partitionId: PartitionId, sql: Sql): Records {
  const { dialect } = sql
  /** Selects something of the rows of a list, in its order. */
  const select = (kind: Kind, what: string, { where, sort, after, limit }: ListQuery): Statement => {
    const order = toOrder(orderOf(kind, sort))
    const params: Value[] = [partitionId]
    const parts = ['partition_id = ?', ...where.map((condition) => toSql(kind, condition, params, dialect))]
    if (after) {
      parts.push(order.after)
      params.push(...after)
    }
    const text = `select ${what} from ${kind.table} where ${parts.join(' and ')} order by ${order.by}`
    if (limit !== undefined) params.push(limit)
    return { text: limit === undefined ? text : `${text} limit ?`, params }
  }

  const list: Records['list'] = async (kind, query) => {
    const { columns, read } = selectionOf(kind, readFields(kind, query))
    const { text, params } = select(kind, columns, query)
    return (await sql.all(text, params)).map(read)
  }

  /** Whether the rows fit, as nearly always: one number, which costs far less than to read them. */
  const fits = async (kind: Kind, query: SliceQuery): Promise<boolean> => {
    const { size, maxBytes } = selectionOf(kind, readFields(kind, query))
    if (query.limit * maxBytes <= query.bytes) return true
    // Even to pass by long documents takes time: where they are to be expected, they are passed only once.
    if (maxBytes > query.bytes) return false
    const { text, params } = select(kind, `${size} as bytes`, query)
    const row = await first(sql, `select sum(bytes) as bytes from (${text}) as sized`, params)
    return Number(row?.bytes) <= query.bytes
  }

  /** The rows up to the one that passes the bytes, at least one, and whether there are more. */
  const beginning = async (kind: Kind, query: SliceQuery): Promise<Chosen> => {
    const { size } = selectionOf(kind, readFields(kind, query))
    const { text, params } = select(kind, `id, ${size} as bytes`, query)
    const rows = await sql.all(text, params)
    let bytes = 0
    const end = rows.findIndex((row) => {
      bytes += Number(row.bytes)
      return bytes > query.bytes
    })
    const count = end < 0 ? rows.length : Math.max(1, end)
    const ids = rows.slice(0, count).map(({ id }) => String(id))
    // One of them may be gone when they are read, so that their number alone would not say that there are more.
    return { ids, isCut: count < rows.length || rows.length === query.limit }
  }

  return {
    partitionId,

    async find(kind, id) {
      if (id.includes('\0')) return undefined // PostgreSQL refuses even to look for it
      const table = tableOf(kind)
      const row = await first(sql, table.find, [partitionId, id])
      return row && table.read(row)
    },

    list,

    async slice(kind, query) {
      for (;;) {
        if (await fits(kind, query)) return { stored: await list(kind, query), isCut: false }
        const { ids, isCut } = await beginning(kind, query)
        // By their ids: to sort them again without an index, an engine would carry every row along whole.
        const where: readonly Condition[] = [{ field: 'id', oneOf: ids }]
        const stored = await list(kind, { where, fields: query.fields, sort: query.sort })
        // All of them may have been deleted since.
        if (stored.length > 0 || ids.length === 0) return { stored, isCut }
      }
    },

    async count(kind, where) {
      const params: Value[] = [partitionId]
      const parts = ['partition_id = ?', ...where.map((one) => toSql(kind, one, params, dialect))]
      const text = `select count(*) as count from ${kind.table} where ${parts.join(' and ')}`
      return Number((await first(sql, text, params))?.count)
    },

    async idsBefore(kind, id, limit) {
      const older = id === undefined ? '' : ' and id < ?'
      const text = `select id from ${kind.table} where partition_id = ?${older} order by id desc limit ?`
      const rows = await sql.all(text, [partitionId, ...(id === undefined ? [] : [id]), limit])
      return rows.map((row) => String(row.id))
    },

    async existing(kind, ids) {
      if (ids.length === 0) return new Set()
      const rows = await sql.all(
        `select id from ${kind.table} where partition_id = ? and ${dialect.oneOf('id')}`,
        [partitionId, JSON.stringify(ids)],
      )
      return new Set(rows.map(({ id }) => String(id)))
    },
  }
}

/** The id, and what tells a record's place in the list, are always read. */
function readFields(kind: Kind, { fields, sort }: ListQuery): readonly string[] | undefined {
  const { field = 'id' } = orderOf(kind, sort)
  return fields && ['id', field, ...fields]
}

/** Every slice of a list, each read when it is asked for, so that a long list never sits in memory. */
export async function* slicesOf(
  records: Records,
  kind: Kind,
  { after: start, limit: most, ...query }: SliceQuery,
): AsyncGenerator<readonly StoredRecord[]> {
  let after = start
  let limit = most
  for (;;) {
    const { stored, isCut } = await records.slice(kind, { ...query, after, limit })
    if (stored.length > 0) yield stored
    const last = stored.at(-1)
    if (!last || (stored.length < limit && !isCut)) return
    after = positionOf(kind, last, query.sort)
    // Rows are large hereabouts, or they are not any more: no more are measured than may fit next time.
    limit = Math.min(most, stored.length < limit ? 2 * stored.length : 4 * limit)
  }
}

/** What a list is sorted by before the id: a column, and what a record has in it. Without one the id alone says. */
interface Order {
  readonly column?: string
  readonly field?: string
  readonly isDescending: boolean
  read?(record: StoredRecord['record']): string
}

function orderOf(kind: Kind, sort: Sort | undefined): Order {
  const { sortBy, newestBy, search: [name] = [] } = kind
  const isDescending = sort?.isDescending ?? !sortBy
  const field = sort ? sort.field : (sortBy ?? newestBy)
  // Ids are sorted by the time of creation.
  if (field === undefined || field === 'createdAt') return { isDescending }
  if (field === (sortBy ?? name))
    return { column: 'sort_key', field, isDescending, read: (record) => fold(String(record[field])) }
  return { column: quoted(field), field, isDescending, read: (record) => String(record[field]) }
}

export function positionOf(kind: Kind, { record }: StoredRecord, sort?: Sort): Position {
  const before = orderOf(kind, sort).read?.(record)
  return [...(before === undefined ? [] : [before]), String(record.id)]
}

export const lengthOfPosition = (kind: Kind, sort?: Sort): number => (orderOf(kind, sort).column ? 2 : 1)

function toOrder({ column, isDescending }: Order): { readonly by: string; readonly after: string } {
  const [way, beyond] = isDescending ? [' desc', '<'] : ['', '>']
  return column
    ? { by: `${column}${way}, id${way}`, after: `(${column}, id) ${beyond} (?, ?)` }
    : { by: `id${way}`, after: `id ${beyond} ?` }
}

function toSql(kind: Kind, condition: Condition, params: Value[], dialect: Dialect): string {
  if ('through' in condition) {
    const { field, through, by, is } = condition
    params.push(String(params[0]), is)
    return `${quoted(field)} in (select id from ${through.table} where partition_id = ? and ${quoted(by)} = ?)`
  }
  if ('isMissing' in condition) return `${quoted(condition.field)} is null`
  if ('is' in condition) {
    const { field, is } = condition
    const isFlag = kind.fields[field]?.type === 'boolean' && is !== null
    params.push(isFlag || typeof is === 'boolean' ? Number(Boolean(is)) : is)
    return `${quoted(condition.field)} = ?`
  }
  if ('in' in condition) {
    if (condition.in.length === 0) return '1 = 0'
    params.push(...condition.in)
    return `${quoted(condition.field)} in (${condition.in.map(() => '?').join(', ')})`
  }
  if ('oneOf' in condition) {
    params.push(JSON.stringify(condition.oneOf))
    return dialect.oneOf(quoted(condition.field))
  }
  if ('has' in condition) {
    params.push(String(params[0]), kind.name, condition.array, condition.has)
    return 'id in (select record_id from elements where partition_id = ? and kind = ? and field = ? and value = ?)'
  }
  if ('lacks' in condition) {
    params.push(String(params[0]), kind.name, condition.array, condition.lacks)
    return 'id not in (select record_id from elements where partition_id = ? and kind = ? and field = ? and value = ?)'
  }
  if ('begins' in condition) {
    const words = fold(condition.begins)
    params.push(words)
    return `substr(search_text, 1, ${[...words].length}) = ?`
  }
  params.push(fold(condition.search))
  return dialect.contains('search_text')
}
