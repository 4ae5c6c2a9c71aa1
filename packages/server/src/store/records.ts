import type { Kind } from '@svc/model'
import type { PartitionId } from './partition-id.ts'
import { plannedRows } from './list-plan.ts'
import type { Condition, ListQuery, Position, Sort } from './list-query.ts'
import { type Dialect, first, type Row, type Sql, type Value } from './sql.ts'
import { selectionOf } from './selection.ts'
import { fold, type StoredRecord, quoted, tableOf } from './table.ts'

export type { Condition, ListQuery, Position, Sort } from './list-query.ts'

export interface SliceQuery extends ListQuery {
  readonly limit: number
  /** Reading stops once the rows exceed this many bytes. */
  readonly bytes: number
}

export interface Slice {
  /** Never empty if there is anything to read. */
  readonly stored: readonly StoredRecord[]
  /** Whether it ended early because of the bytes: there is more, though fewer than `limit` were read. */
  readonly isCut: boolean
}

/** The records of one partition. A record cannot be read without naming its partition. */
export interface Records {
  readonly partitionId: PartitionId
  find(kind: Kind, id: string): Promise<StoredRecord | undefined>
  list(kind: Kind, query: ListQuery): Promise<readonly StoredRecord[]>
  /** The next older ids, newest first: for work over all records, without reading them. */
  idsBefore(kind: Kind, id: string | undefined, limit: number): Promise<readonly string[]>
  /** The beginning of a list, as far as it fits in memory: row sizes differ by a factor of ten thousand. */
  slice(kind: Kind, query: SliceQuery): Promise<Slice>
  /** How many there are, of whatever size. */
  count(kind: Kind, where: readonly Condition[]): Promise<number>
  /** The ids that exist. */
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
  /** A select over the rows of a list, in its order. */
  const select = (kind: Kind, what: string, { where, sort, after, limit }: ListQuery): Statement => {
    const few = where.find((condition) => 'oneOf' in condition)
    const order = toOrder(orderOf(kind, sort), few !== undefined)
    const params: Value[] = [partitionId]
    const parts = [few ? dialect.oneOfPartition(quoted(few.field)) : 'partition_id = ?']
    if (few) params.push(JSON.stringify(few.oneOf))
    for (const condition of where) if (condition !== few) parts.push(toSql(kind, condition, params, dialect))
    if (after) {
      parts.push(order.after)
      params.push(...after)
    }
    const text = `select ${what} from ${kind.table} where ${parts.join(' and ')} order by ${order.by}`
    if (limit !== undefined) params.push(limit)
    return { text: limit === undefined ? text : `${text} limit ?`, params }
  }

  /** The rows of a list; a page is found in bounded steps, whatever it is filtered and sorted by. */
  const rowsOf = (kind: Kind, what: string, query: ListQuery): Promise<readonly Row[]> => {
    const planned =
      query.limit === undefined
        ? undefined
        : plannedRows(
            sql,
            {
              ...{ kind, partitionId, dialect, order: orderOf(kind, query.sort) },
              query: { ...query, limit: query.limit },
            },
            what,
          )
    if (planned) return planned
    const { text, params } = select(kind, what, query)
    return sql.all(text, params)
  }

  const list: Records['list'] = async (kind, query) => {
    const { columns, read } = selectionOf(kind, readFields(kind, query))
    return (await rowsOf(kind, columns, query)).map(read)
  }

  /** Whether the rows fit, which they nearly always do: a single number, far cheaper than reading them. */
  const fits = async (kind: Kind, query: SliceQuery): Promise<boolean> => {
    const { size, maxBytes } = selectionOf(kind, readFields(kind, query))
    if (query.limit * maxBytes <= query.bytes) return true
    // What a text is found in is found once, not twice.
    if (query.where.some((condition) => 'search' in condition)) return false
    // Even skipping long documents takes time: where they are to be expected, they are skipped only once.
    if (maxBytes > query.bytes) return false
    const rows = await rowsOf(kind, `${size} as bytes`, query)
    return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0) <= query.bytes
  }

  /** The rows up to the one that exceeds the bytes, at least one, and whether there are more. */
  const beginning = async (kind: Kind, query: SliceQuery): Promise<Chosen> => {
    const { size } = selectionOf(kind, readFields(kind, query))
    const rows = await rowsOf(kind, `id, ${size} as bytes`, query)
    let bytes = 0
    const end = rows.findIndex((row) => {
      bytes += Number(row.bytes)
      return bytes > query.bytes
    })
    const count = end < 0 ? rows.length : Math.max(1, end)
    const ids = rows.slice(0, count).map(({ id }) => String(id))
    // One of them may be deleted before it is read, so their number alone would not show that there are more.
    return { ids, isCut: count < rows.length || rows.length === query.limit }
  }

  return {
    partitionId,

    async find(kind, id) {
      if (id.includes('\0')) return undefined // PostgreSQL rejects even a query for it
      const table = tableOf(kind)
      const row = await first(sql, table.find, [partitionId, id])
      return row && table.read(row)
    },

    list,

    async slice(kind, query) {
      for (;;) {
        if (await fits(kind, query)) return { stored: await list(kind, query), isCut: false }
        const { ids, isCut } = await beginning(kind, query)
        // By their ids: to sort them again without an index, an engine would drag every full row along. And still only
        // those that belong to the list: one may have been hidden from the caller meanwhile.
        const where: readonly Condition[] = [{ field: 'id', oneOf: ids }, ...query.where]
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

/** The id and the sort field are always read. */
function readFields(kind: Kind, { fields, sort }: ListQuery): readonly string[] | undefined {
  const { field = 'id' } = orderOf(kind, sort)
  return fields && ['id', field, ...fields]
}

/** Every slice of a list, each read on demand, so that a long list is never in memory as a whole. */
export async function* slicesOf(
  records: Records,
  kind: Kind,
  { after: start, limit: maxRows, ...query }: SliceQuery,
): AsyncGenerator<readonly StoredRecord[]> {
  let after = start
  let limit = maxRows
  for (;;) {
    const { stored, isCut } = await records.slice(kind, { ...query, after, limit })
    if (stored.length > 0) yield stored
    const last = stored.at(-1)
    if (!last || (stored.length < limit && !isCut)) return
    after = positionOf(kind, last, query.sort)
    // Adapts to the row sizes seen so far: no more rows are measured than are likely to fit next time.
    limit = Math.min(maxRows, stored.length < limit ? 2 * stored.length : 4 * limit)
  }
}

/**
 * What a list is sorted by before the id: a column, and a record's value in it. Without one, the id alone decides.
 */
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

/** A few are found first and then sorted: for the order's own form, an engine may walk all records in that order. */
function toOrder(
  { column, isDescending }: Order,
  isOfFew: boolean,
): { readonly by: string; readonly after: string } {
  const [way, beyond] = isDescending ? [' desc', '<'] : ['', '>']
  const key = column ? [column, 'id'] : ['id']
  return {
    by: key.map((one) => `${isOfFew ? `(${one} || '')` : one}${way}`).join(', '),
    after: column ? `(${column}, id) ${beyond} (?, ?)` : `id ${beyond} ?`,
  }
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
    // Its index is for lists of nothing else: beside another filter it would find nearly all records.
    const { hiddenBy, softDelete } = kind
    return field === hiddenBy || field === softDelete ? `(${quoted(field)} + 0) = ?` : `${quoted(field)} = ?`
  }
  if ('in' in condition) {
    if (condition.in.length === 0) return '1 = 0'
    params.push(...condition.in)
    return `${quoted(condition.field)} in (${condition.in.map(() => '?').join(', ')})`
  }
  if ('isNot' in condition) {
    params.push(...condition.isNot)
    const column = quoted(condition.field)
    return `(${column} is null or ${column} not in (${condition.isNot.map(() => '?').join(', ')}))`
  }
  if ('oneOf' in condition) {
    params.push(JSON.stringify(condition.oneOf))
    return dialect.oneOf(quoted(condition.field))
  }
  if ('has' in condition) {
    params.push(String(params[0]), kind.name, condition.array, condition.has)
    return 'id in (select record_id from elements where partition_id = ? and kind = ? and field = ? and value = ?)'
  }
  if ('hasOneOf' in condition) {
    params.push(String(params[0]), kind.name, condition.array, ...condition.hasOneOf)
    return `id in (select record_id from elements where partition_id = ? and kind = ? and field = ? and value in (${condition.hasOneOf.map(() => '?').join(', ')}))`
  }
  if ('isEmpty' in condition) return `${quoted(condition.array)} = '[]'`
  if ('lacks' in condition) {
    params.push(String(params[0]), kind.name, condition.array, condition.lacks)
    return 'id not in (select record_id from elements where partition_id = ? and kind = ? and field = ? and value = ?)'
  }
  if ('begins' in condition) {
    const name = fold(condition.begins)
    params.push(name, `${name}\u{10ffff}`)
    return 'sort_key >= ? and sort_key < ?'
  }
  if ('idBegins' in condition) {
    params.push(condition.idBegins, `${condition.idBegins}\u{10ffff}`)
    return 'id >= ? and id < ?'
  }
  params.push(fold(condition.search))
  return dialect.contains('search_text')
}
