import {
  DatabaseSync,
  type SQLOutputValue,
  type StatementResultingChanges,
  type StatementSync,
} from 'node:sqlite'
import { after, before } from 'node:test'
import pg from 'pg'
import type { EngineName } from './engines.ts'

export interface RecordedStatements {
  /** What is run on the engine while some work is done, by whomever, without what begins and ends transactions. */
  during(work: () => Promise<unknown>): Promise<readonly string[]>
}

/** Every statement of a suite, as often as it is run. To be called before the suite opens a store. */
export function recordStatements(engine: EngineName): RecordedStatements {
  let texts: string[] | undefined
  const { prepare } = DatabaseSync.prototype
  const { query } = pg.Client.prototype
  before(() => {
    if (engine === 'sqlite')
      DatabaseSync.prototype.prepare = function noted(text, ...rest) {
        return noting(prepare.call(this, text, ...rest), () => texts?.push(text))
      }
    else
      pg.Client.prototype.query = function noted(
        this: pg.Client,
        config: { text: string },
        ...rest: never[]
      ) {
        if (typeof config === 'object') texts?.push(config.text)
        return (query as (...args: unknown[]) => unknown).call(this, config, ...rest)
      } as typeof query
  })
  after(() => {
    DatabaseSync.prototype.prepare = prepare
    pg.Client.prototype.query = query
  })
  return {
    async during(work) {
      const own: string[] = []
      texts = own
      await work()
      texts = undefined
      return own
    },
  }
}

function noting(statement: StatementSync, note: () => void): StatementSync {
  const run = statement.run.bind(statement) as (...params: unknown[]) => StatementResultingChanges
  const all = statement.all.bind(statement) as (...params: unknown[]) => Record<string, SQLOutputValue>[]
  statement.run = (...params: unknown[]) => {
    note()
    return run(...params)
  }
  statement.all = (...params: unknown[]) => {
    note()
    return all(...params)
  }
  return statement
}
