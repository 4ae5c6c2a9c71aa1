import type { Pool, PoolClient, QueryResult } from 'pg'
import type { OutageWatch, Way } from './outage-watch.ts'
import { askWithin, socketOf } from './postgres-deadline.ts'
import { createStatements, type Statements } from './postgres-statements.ts'
import { beginning, commit, readCommitted, sqlWithin } from './postgres-transaction.ts'
import { DeadlineExceeded, isStatementLost, postgresFailure } from './postgres-trouble.ts'
import type { Row, Sql } from './sql.ts'
import { DatabaseUnavailable, troubleOf } from './unavailable.ts'

export interface Connections {
  /** A single statement that is safe to run twice: it is retried if a pooled connection turns out to be dead. */
  ask<R extends Row>(text: string, values: readonly unknown[], limitMs?: number): Promise<QueryResult<R>>
  transaction<T>(work: (tx: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

export interface TransactionOptions {
  readonly begin?: string
  /** No limit on how long its statements take. */
  readonly isLong?: boolean | undefined
}

interface Setup {
  readonly statements: Statements
  readonly watch: OutageWatch
  readonly way: Way
  /** How long a statement may take. */
  readonly limitMs: number
  /** The same for statements that should take no time: if they do, the connection is dead. */
  readonly shortMs: number
}

/** A pool in which no statement waits forever, and which never hands out a connection that may be dead. */
export function createConnections(
  pool: Pool,
  { statements, watch, way, limitMs, shortMs }: Setup,
): Connections {
  const bornAt = new WeakMap<PoolClient, number>()
  const broken = new WeakSet<PoolClient>()
  let trustedSince = 0

  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => {
    bornAt.set(client, performance.now())
    client.on('error', () => broken.add(client))
    client.on('end', () => broken.add(client))
  })
  const isOlderThan = (client: PoolClient, time: number): boolean => (bornAt.get(client) ?? 0) < time

  async function take(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (!isOlderThan(client, trustedSince) && !broken.has(client)) return client
      discard(client)
    }
  }

  function giveBack(client: PoolClient, error?: unknown): void {
    const isLost = troubleOf(error) === 'away' || isUnanswered(error)
    // The other pooled connections are probably dead too.
    if (isLost) trustedSince = performance.now()
    if (isLost || broken.has(client)) discard(client)
    else client.release()
  }

  /** Runs on a connection, and once more on a new one if the first came from the pool and turned out to be dead. */
  async function onConnection<T>(run: (client: PoolClient) => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    for (;;) {
      const client = await take()
      const wasKept = isOlderThan(client, startedAt)
      try {
        return await run(client)
      } catch (cause) {
        const error = postgresFailure(cause)
        giveBack(client, error)
        const isLost = troubleOf(error) === 'away' || isUnanswered(error)
        if (!isLost || !wasKept || performance.now() - startedAt > limitMs / 2) throw error
      }
    }
  }

  const askAlone = (text: string, values: readonly unknown[], ms = limitMs): Promise<QueryResult> =>
    onConnection(async (client) => {
      const result = await askWithin(client, { ...statements.of(text), values: [...values] }, { ms })
      giveBack(client)
      return result
    })

  async function transaction<T>(work: (tx: Sql) => Promise<T>, options: TransactionOptions): Promise<T> {
    const { begin = readCommitted, isLong = false } = options
    const ms = isLong ? 0 : limitMs
    const client = await onConnection(async (taken) => {
      await askWithin(taken, beginning(begin, ms), { ms: shortMs })
      return taken
    })
    try {
      // Long work may not be repeatable, so it does not risk named statements.
      const result = await work(
        sqlWithin(client, { statements: isLong ? nameless : statements, limitMs: ms }),
      )
      await commit(client, ms)
      giveBack(client)
      return result
    } catch (cause) {
      if (!broken.has(client)) await undo(client)
      const error = postgresFailure(cause)
      giveBack(client, error)
      throw error
    }
  }

  const undo = (client: PoolClient): Promise<unknown> =>
    askWithin(client, 'rollback', { ms: shortMs }).catch(() => broken.add(client))

  /** Reports the outcome to the watch, and retries without statement names if a pooler has lost one. */
  async function watched<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const result = await ask().catch((error: unknown) => {
        if (!isStatementLost(error)) throw error
        statements.giveUpNames()
        return ask()
      })
      watch.worked(way)
      return result
    } catch (cause) {
      const error = postgresFailure(cause)
      watch.failed(way, error)
      throw error
    }
  }

  return {
    ask: <R extends Row>(text: string, values: readonly unknown[], ms?: number) =>
      watched(() => askAlone(text, values, ms)) as Promise<QueryResult<R>>,
    transaction: (work, options = {}) => watched(() => transaction(work, options)),
    close: () => pool.end(),
  }
}

const maxShortMs = 5_000
export const shortOf = (limitMs: number): number => Math.min(maxShortMs, limitMs / 4)

const nameless = createStatements({ named: false })

const isUnanswered = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.cause instanceof DeadlineExceeded

/** Immediately: a graceful close would wait for an answer that may never come. */
function discard(client: PoolClient): void {
  socketOf(client).destroy()
  client.release(true)
}
