import type { PartitionId } from '../partition-id.ts'
import { integers, type RowStatement, texts } from '../row-statement.ts'
import type { Sql } from '../sql.ts'

/**
 * How many people and groups a directory manages: kept with each change, since counting them would read all of them.
 * Archives take the counters along.
 */
export interface ScimCounts {
  readonly people: number
  readonly activePeople: number
  readonly groups: number
}

const names = {
  people: 'scim_people',
  activePeople: 'scim_active_people',
  groups: 'scim_groups',
} as const satisfies Record<keyof ScimCounts, string>

/** Several changes may share a commit, and a statement that inserts cannot add to the same row twice. */
const addition: RowStatement = {
  table: 'counters',
  columns: [...texts('partition_id', 'name'), ...integers('value')],
  one: `insert into counters (partition_id, name, value) values (?, ?, ?)
    on conflict (partition_id, name) do update set value = counters.value + excluded.value`,
  many: (rows) =>
    `insert into counters (partition_id, name, value)
       select partition_id, name, sum(value) from ${rows} as given (partition_id, name, value)
       group by partition_id, name
     on conflict (partition_id, name) do update set value = counters.value + excluded.value`,
}

export async function addToScimCounts(
  sql: Sql,
  homeId: PartitionId,
  more: Partial<ScimCounts>,
): Promise<void> {
  const rows = Object.entries(names).flatMap(([key, name]) => {
    const value = more[key as keyof ScimCounts] ?? 0
    return value === 0 ? [] : [[homeId, name, value]]
  })
  if (rows.length > 0) await sql.write([{ statement: addition, rows }])
}

export async function scimCounts(sql: Sql, homeId: PartitionId): Promise<ScimCounts> {
  const rows = await sql.all(
    'select name, value from counters where partition_id = ? and name in (?, ?, ?)',
    [homeId, ...Object.values(names)],
  )
  const count = (key: keyof ScimCounts): number =>
    Number(rows.find(({ name }) => name === names[key])?.value ?? 0)
  return { people: count('people'), activePeople: count('activePeople'), groups: count('groups') }
}
