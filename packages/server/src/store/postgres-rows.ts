import { postgresDialect } from './postgres-dialect.ts'
import type { RowStatement, RowWrites } from './row-statement.ts'

const texts = new WeakMap<RowStatement, string>()

/** One statement over arrays: its text is the same for any number of rows, so it is planned once. */
export function asStatement({ statement, rows }: RowWrites) {
  const [only] = rows
  if (rows.length === 1 && only) return { text: statement.one, params: only }
  let text = texts.get(statement)
  if (text === undefined) {
    text = statement.many(postgresDialect.rowSource?.(statement.columns) ?? '')
    texts.set(statement, text)
  }
  return { text, params: statement.columns.map((_, column) => rows.map((row) => row[column] ?? null)) }
}
