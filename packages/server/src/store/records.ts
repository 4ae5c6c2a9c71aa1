import type { Kind } from '@svc/model'
import { type Dialect, first, type Sql, type Value } from './sql.ts'
import { fold, type Held, quoted, tableOf } from './table.ts'

/** What a list can be narrowed by. */
export type Condition =
  | { readonly field: string; readonly is: Value }
  | { readonly field: string; readonly in: readonly Value[] }
  /** Any number of texts, found through an index by one statement. */
  | { readonly field: string; readonly oneOf: readonly string[] }
  | { readonly array: string; readonly has: string }
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
}

/** The records of one partition. There is no way to ask for a record without naming whose it is. */
export interface Records {
  readonly partitionId: string
  find(kind: Kind, id: string): Promise<Held | undefined>
  list(kind: Kind, query: ListQuery): Promise<readonly Held[]>
  /** The next older ids, newest first: for work over all records, which need not be read for that. */
  idsBefore(kind: Kind, id: string | undefined, limit: number): Promise<readonly string[]>
  /** Those of the ids that exist. */
  existing(kind: Kind, ids: readonly string[]): Promise<ReadonlySet<string>>
}

export function recordsIn(partitionId: string, sql: Sql, dialect: Dialect): Records {
  return {
    partitionId,

    async find(kind, id) {
      if (id.includes('\0')) return undefined // PostgreSQL refuses even to look for it
      const table = tableOf(kind)
      const row = await first(sql, table.find, [partitionId, id])
      return row && table.read(row)
    },

    async list(kind, { where, sort, after, limit }) {
      const table = tableOf(kind)
      const order = toOrder(orderOf(kind, sort))
      const params: Value[] = [partitionId]
      const parts = ['partition_id = ?', ...where.map((condition) => toSql(kind, condition, params, dialect))]
      if (after) {
        parts.push(order.after)
        params.push(...after)
      }
      const text = `select ${table.columns} from ${kind.table} where ${parts.join(' and ')} order by ${order.by}`
      if (limit !== undefined) params.push(limit)
      const rows = await sql.all(limit === undefined ? text : `${text} limit ?`, params)
      return rows.map(table.read)
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

/** What a list is sorted by before the id: a column, and what a record has in it. Without one the id alone says. */
interface Order {
  readonly column?: string
  readonly isDescending: boolean
  read?(record: Held['record']): string
}

function orderOf(kind: Kind, sort: Sort | undefined): Order {
  const { sortBy, newestBy, search: [name] = [] } = kind
  const isDescending = sort?.isDescending ?? !sortBy
  const field = sort ? sort.field : (sortBy ?? newestBy)
  // Ids are sorted by the time of creation.
  if (field === undefined || field === 'createdAt') return { isDescending }
  if (field === (sortBy ?? name))
    return { column: 'sort_key', isDescending, read: (record) => fold(String(record[field])) }
  return { column: quoted(field), isDescending, read: (record) => String(record[field]) }
}

export function positionOf(kind: Kind, { record }: Held, sort?: Sort): Position {
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
  if ('is' in condition) {
    params.push(condition.is)
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
  if ('begins' in condition) {
    const words = fold(condition.begins)
    params.push(words)
    return `substr(search_text, 1, ${[...words].length}) = ?`
  }
  params.push(fold(condition.search))
  return dialect.contains('search_text')
}
