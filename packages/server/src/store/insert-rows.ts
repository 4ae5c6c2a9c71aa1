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
  let next = 0
  for (; next + rowsAtOnce <= rows.length; next += rowsAtOnce)
    await sql.run(manyOf(insert), rows.slice(next, next + rowsAtOnce).flat())
  for (const row of next === 0 ? rows : rows.slice(next)) await sql.run(insert, row)
}

const texts = new Map<string, string>()

/** The same for as many rows as go at once; written once, because every write of a record comes by here. */
function manyOf(insert: string): string {
  let many = texts.get(insert)
  if (many === undefined) {
    const [head = '', marks = ''] = insert.split(/ values (?=\()/)
    many = `${head} values ${Array.from({ length: rowsAtOnce }, () => marks).join(', ')}`
    texts.set(insert, many)
  }
  return many
}
