import type { Pool, PoolClient, QueryResult } from 'pg'
import type { OutageWatch, Way } from './outage-watch.ts'
import { askWithin, socketOf } from './postgres-deadline.ts'
import { createStatements, type Statements } from './postgres-statements.ts'
import { beginning, commit, readCommitted, sqlWithin } from './postgres-transaction.ts'
import { DeadlineExceeded, isStatementLost, postgresFailure } from './postgres-trouble.ts'
import type { Row, Sql } from './sql.ts'
import { DatabaseUnavailable, troubleOf } from './unavailable.ts'

export interface Connections {
  /** One statement alone, which does no harm if it is done twice: where a kept connection is dead it is asked again. */
  ask<R extends Row>(text: string, values: readonly unknown[], limitMs?: number): Promise<QueryResult<R>>
  transaction<T>(work: (tx: Sql) => Promise<T>, options?: TransactionOptions): Promise<T>
  close(): Promise<void>
}

export interface TransactionOptions {
  readonly begin?: string
  /** Its statements may take their time. */
  readonly isLong?: boolean | undefined
}

interface Setup {
  readonly statements: Statements
  readonly watch: OutageWatch
  readonly way: Way
  /** How long a statement may take. */
  readonly limitMs: number
  /** The same for what takes no time by itself: where it does, the connection is dead. */
  readonly shortMs: number
}

/** A pool in which no statement waits for ever, and which hands out no connection that it has reason to distrust. */
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
    const isLost = troubleOf(error) === 'away' || isSilence(error)
    // Its neighbours were made the same way and have probably met the same fate.
    if (isLost) trustedSince = performance.now()
    if (isLost || broken.has(client)) discard(client)
    else client.release()
  }

  /** Runs on a connection, and once more on a new one if the first was kept from before and is lost. */
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
        const isLost = troubleOf(error) === 'away' || isSilence(error)
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
      // What is long may not be repeatable either, so it takes no chances with names.
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

  /** Whatever is asked is told to the watch, and asked again without names if a pooler has lost one. */
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

const longestShortMs = 5_000
export const shortOf = (limitMs: number): number => Math.min(longestShortMs, limitMs / 4)

const nameless = createStatements({ named: false })

const isSilence = (error: unknown): boolean =>
  error instanceof DatabaseUnavailable && error.cause instanceof DeadlineExceeded

/** Gone at once: an orderly end would wait for an answer that may never come. */
function discard(client: PoolClient): void {
  socketOf(client).destroy()
  client.release(true)
}
