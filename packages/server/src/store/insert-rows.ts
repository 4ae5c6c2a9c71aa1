import type { Sql, Value } from './sql.ts'

/**
 * Only two statement sizes, so that each is prepared once: batches, then the rest row by row. Both engines accept
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

/** The statement for a full batch, cached because every write of a record needs it. */
function manyOf(insert: string): string {
  let many = texts.get(insert)
  if (many === undefined) {
    const [head = '', marks = ''] = insert.split(/ values (?=\()/)
    many = `${head} values ${Array.from({ length: rowsAtOnce }, () => marks).join(', ')}`
    texts.set(insert, many)
  }
  return many
}
