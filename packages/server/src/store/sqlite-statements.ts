import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Row, Sql, Value } from './sql.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { sqliteFailure } from './sqlite-trouble.ts'
import { createTurns } from './turns.ts'

/** Statements are prepared once per connection; the generic store uses only a few different ones. */
export function sqlOver(db: DatabaseSync, listener = noListener, turn = letOthers): Sql {
  const prepared = new Map<string, StatementSync>()
  const statement = (text: string): StatementSync => {
    let found = prepared.get(text)
    if (!found) {
      if (prepared.size >= 500) prepared.clear()
      found = db.prepare(text)
      prepared.set(text, found)
    }
    return found
  }
  const ask = <T>(work: () => T): T => {
    try {
      const result = work()
      listener.worked()
      return result
    } catch (error) {
      throw listener.failed(error)
    }
  }
  return {
    dialect: sqliteDialect,
    all: async (text, params = []) => {
      const wait = turn()
      if (wait) await wait
      return ask(() => statement(text).all(...(params as Value[])) as Row[])
    },
    run: async (text, params = []) => {
      const wait = turn()
      if (wait) await wait
      return ask(() => Number(statement(text).run(...(params as Value[])).changes))
    },
    write: async (writes) => {
      for (const { statement: of, rows } of writes)
        for (const row of rows) {
          const wait = turn()
          if (wait) await wait
          ask(() => statement(of.one).run(...row))
        }
    },
  }
}

/** One for all connections: they share the thread. */
export const letOthers = createTurns()

/** Is told how each statement went, and classifies failures. */
export interface Listener {
  worked(): void
  failed(error: unknown): unknown
}

const noListener: Listener = { worked: () => {}, failed: sqliteFailure }
