import type { DatabaseSync } from 'node:sqlite'
import type { Row, Sql, Value } from './sql.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { preparedOn } from './sqlite-prepared.ts'
import { sqliteFailure } from './sqlite-trouble.ts'
import { createTurns } from './turns.ts'

/** Statements on one connection, each of which lets others go first if they have waited too long. */
export function sqlOver(db: DatabaseSync, listener = noListener, turn = letOthers): Sql {
  const statement = preparedOn(db)
  // The text index leaves a last row id that no number can hold, which every later `run` would report.
  const writing = preparedOn(db, (one) => one.setReadBigInts(true))
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
      return ask(() => Number(writing(text).run(...(params as Value[])).changes))
    },
    write: async (writes) => {
      for (const { statement: of, rows } of writes)
        for (const row of rows) {
          const wait = turn()
          if (wait) await wait
          ask(() => writing(of.one).run(...row))
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
