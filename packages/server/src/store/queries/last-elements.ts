import type { Kind } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Row, Sql } from '../sql.ts'

interface Groups {
  readonly partitionId: PartitionId
  readonly kind: Kind
  readonly field: string
  /** What these values begin with; no prefix begins with another. */
  readonly prefixes: readonly string[]
  /** How many characters at the end of a value distinguish it within its group. */
  readonly tail: number
}

export interface Element {
  readonly prefix: string
  readonly value: string
  readonly recordId: string
}

/** Sorts after anything a text may continue with. */
const beyond = '\u{10ffff}'

/**
 * The last value of each group, and the last record with it. Jumps from group to group through the index, so that the
 * cost depends on the number of groups, not of values.
 */
export async function lastOfEachGroup(
  sql: Sql,
  { partitionId, kind, field, prefixes, tail }: Groups,
): Promise<readonly Element[]> {
  if (prefixes.length === 0) return []
  const own = [partitionId, kind.name, field]
  const among = 'from elements e where e.partition_id = ? and e.kind = ? and e.field = ?'
  const rows = await sql.all(
    `with recursive last (prefix, value) as (
       select given.value, (select max(e.value) ${among} and e.value >= given.value and e.value < given.value || ?)
       from ${sql.dialect.eachText} as given
       union all
       select last.prefix, (select max(e.value) ${among} and e.value >= last.prefix
                 and e.value < substr(last.value, 1, length(last.value) - ${tail}))
       from last where last.value is not null
     )
     select prefix, value, (select max(e.record_id) ${among} and e.value = last.value) as record_id
     from last where value is not null`,
    [...own, beyond, JSON.stringify(prefixes), ...own, ...own],
  )
  return rows.map(({ prefix, value, record_id }: Row) => ({
    prefix: String(prefix),
    value: String(value),
    recordId: String(record_id),
  }))
}
