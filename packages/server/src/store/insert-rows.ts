import type { Sql, Value } from './sql.ts'

/**
 * Two sizes of statement, so that each is prepared once: many rows, then the rest one by one. Both engines take
 * this many rows of the widest table.
 */
export const rowsAtOnce = 100

/** Runs an `insert … values (…)` for many rows, a hundred in each statement. */
export async function insertRows(
  sql: Sql,
  insert: string,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const [head = '', marks = ''] = insert.split(/ values (?=\()/)
  const many = `${head} values ${Array.from({ length: rowsAtOnce }, () => marks).join(', ')}`
  let next = 0
  for (; next + rowsAtOnce <= rows.length; next += rowsAtOnce)
    await sql.run(many, rows.slice(next, next + rowsAtOnce).flat())
  for (const row of rows.slice(next)) await sql.run(insert, row)
}
