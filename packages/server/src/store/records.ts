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

/** Where a page ended: the id, before it what else the kind is sorted by. */
export type Position = readonly string[]

export interface ListQuery {
  readonly where: readonly Condition[]
  readonly after?: Position | undefined
  readonly limit?: number | undefined
}

/** The records of one partition. There is no way to ask for a record without naming whose it is. */
export interface Records {
  readonly partitionId: string
  find(kind: Kind, id: string): Promise<Held | undefined>
  list(kind: Kind, query: ListQuery): Promise<readonly Held[]>
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

    async list(kind, { where, after, limit }) {
      const table = tableOf(kind)
      const order = orderOf(kind)
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

export function positionOf({ sortBy, newestBy }: Kind, { record }: Held): Position {
  const id = String(record.id)
  if (sortBy) return [fold(String(record[sortBy])), id]
  return newestBy ? [String(record[newestBy]), id] : [id]
}

function orderOf({ sortBy, newestBy }: Kind): { readonly by: string; readonly after: string } {
  if (sortBy) return { by: 'sort_key, id', after: '(sort_key, id) > (?, ?)' }
  if (!newestBy) return { by: 'id desc', after: 'id < ?' }
  const time = quoted(newestBy)
  return { by: `${time} desc, id desc`, after: `(${time}, id) < (?, ?)` }
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
