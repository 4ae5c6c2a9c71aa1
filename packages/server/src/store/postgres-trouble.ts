import { DatabaseUnavailable, type Trouble } from './unavailable.ts'

const byState: Readonly<Record<string, Trouble>> = {
  '25006': 'read-only',
  '25P03': 'away', // the transaction was idle for too long and its connection was closed
  '40001': 'contended',
  '40P01': 'contended',
  '53100': 'full',
  '55006': 'contended',
  '55P03': 'contended',
  '57014': 'slow',
  XX001: 'damaged',
  XX002: 'damaged',
}

/** By the first two characters, where the state itself is not listed. */
const byClass: Readonly<Record<string, Trouble>> = {
  '08': 'away',
  '28': 'away', // a password that was changed under a running server
  '53': 'crowded',
  '58': 'away',
}

const shuttingDown = /^57P/
const systemError = /^(E[A-Z]|ERR_TLS|CERT_|SELF_SIGNED|UNABLE_TO_|DEPTH_ZERO)/
const connectionLost =
  /^(Connection terminated|timeout expired|Client (was closed|has encountered)|The server does not support SSL|There was an error establishing)/
const poolExhausted = /^timeout exceeded when trying to connect/

/** Not an error from the database, but our own deadline. */
export class DeadlineExceeded extends Error {
  override readonly name = 'DeadlineExceeded'
}

/** Classifies failures of PostgreSQL, of the network or of the pool; errors in a statement pass through. */
export function postgresFailure(error: unknown): unknown {
  const trouble = error instanceof DatabaseUnavailable ? undefined : classify(error)
  return trouble ? new DatabaseUnavailable(trouble, error) : error
}

function classify(error: unknown): Trouble | undefined {
  if (error instanceof AggregateError) return classify(error.errors[0])
  if (error instanceof DeadlineExceeded) return 'slow'
  const state = sqlState(error)
  const { message } = error as Error
  if (poolExhausted.test(message)) return 'crowded'
  if (connectionLost.test(message) || systemError.test(state) || shuttingDown.test(state)) return 'away'
  if (isStalePlan(error)) return 'away'
  return byState[state] ?? (state.length === 5 ? byClass[state.slice(0, 2)] : undefined)
}

/** A statement was prepared before a migration changed its result; only a new connection forgets it. */
const isStalePlan = (error: unknown): boolean =>
  sqlState(error) === '0A000' && /cached plan/.test((error as Error).message)

/** The pooler gave us another connection than the one the statement was prepared on. */
export const isStatementLost = (error: unknown): boolean => ['42P05', '26000'].includes(sqlState(error))

export function sqlState(error: unknown): string {
  const { code } = (error instanceof DatabaseUnavailable ? error.cause : error) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
