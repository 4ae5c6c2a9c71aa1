import type { PoolClient, QueryResult } from 'pg'
import { postgresDialect } from './postgres-dialect.ts'
import { askWithin } from './postgres-deadline.ts'
import { asStatement } from './postgres-rows.ts'
import type { Statements } from './postgres-statements.ts'
import { postgresFailure } from './postgres-trouble.ts'
import type { Row, Sql } from './sql.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** A machine that vanishes does not close its connections: without this its locks would remain for hours. */
const abandonedMs = 20_000

export const readCommitted = 'begin'
export const oneSnapshot = 'begin isolation level repeatable read, read only'

/**
 * One message. The settings end with the transaction: behind a pooler, session settings would leak to the next user
 * of the connection, and many poolers refuse them on connect.
 */
export const beginning = (begin: string, limitMs: number): string =>
  `${begin}; set local idle_in_transaction_session_timeout = ${abandonedMs}; set local statement_timeout = ${limitMs}`

/**
 * Without a timeout on the server: a commit that is cancelled while it waits for a synchronous replica counts as
 * done, though no replica has it.
 */
const committing = 'set local statement_timeout = 0; commit'

export async function commit(client: PoolClient, limitMs: number): Promise<void> {
  const results = await askWithin(client, committing, { ms: limitMs, letsRun: true }).catch(
    (error: unknown) => {
      throw isRefusal(error) ? error : new DatabaseUnavailable('unknown-outcome', error)
    },
  )
  const { command } = (results as unknown as readonly QueryResult[])[1] ?? {}
  // If an earlier statement failed, PostgreSQL answers ROLLBACK without an error.
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`)
}

/** Whether the server refused, rather than going away before it could answer. */
const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'ERROR'

/** The server times out first, so that the connection survives a statement that is merely slow. */
const clientGraceFactor = 1.2

export function sqlWithin(
  client: PoolClient,
  { statements, limitMs }: { readonly statements: Statements; readonly limitMs: number },
): Sql {
  const ask = async (text: string, params: readonly unknown[]): Promise<QueryResult<Row>> => {
    try {
      const query = { ...statements.of(text), values: [...params] }
      return await askWithin(client, query, { ms: limitMs * clientGraceFactor })
    } catch (error) {
      throw postgresFailure(error)
    }
  }
  return {
    dialect: postgresDialect,
    all: async (text, params = []) => (await ask(text, params)).rows,
    run: async (text, params = []) => (await ask(text, params)).rowCount ?? 0,
    // Sent one after the other without waiting for answers.
    write: async (writes) => {
      await Promise.all(writes.map(asStatement).map(({ text, params }) => ask(text, params)))
    },
  }
}
