import type { Pool } from 'pg'
import type { OutageWatch } from './outage-watch.ts'
import type { PartitionId } from './partition-id.ts'
import { type Connections, createConnections, shortOf } from './postgres-connections.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { postgresPlace, postgresFingerprint, wasLoadedAtOnce } from './postgres-place.ts'
import { asStatement } from './postgres-rows.ts'
import { createStatements } from './postgres-statements.ts'
import { oneSnapshot } from './postgres-transaction.ts'
import { sqlState } from './postgres-trouble.ts'
import { type Engine, type Row, type Sql, type PartitionVersion, versionIn } from './sql.ts'
import { DatabaseUnavailable, troubleOf } from './unavailable.ts'

export interface PostgresOptions {
  /** Connections of this process, half of them for reads and half for writes. */
  readonly poolSize?: number | undefined
  /** Whether statements get names; turned off if a pooler in between cannot handle them. */
  readonly prepared?: boolean | undefined
  /** How long a statement may take. */
  readonly timeoutMs?: number | undefined
  /** How long connecting may take, or a statement that should take no time. */
  readonly connectionMs?: number | undefined
}

const minVersion = 150_000
export const defaultPoolSize = 16
const defaultTimeoutMs = 30_000
const connectTimeoutMs = 10_000
/** So that idle connections notice a vanished machine this soon too. */
const keepAliveMs = 10_000
/** Everyone who needs a table that a migration waits for waits this long too. */
const lockTimeoutMs = 500
/** Any number will do, as long as every svc uses the same. */
const schemaLock = 7_382_264

export async function openPostgres(
  url: string,
  watch: OutageWatch,
  {
    poolSize = defaultPoolSize,
    prepared = true,
    timeoutMs = defaultTimeoutMs,
    connectionMs,
  }: PostgresOptions = {},
): Promise<Engine> {
  const { default: pg } = await import('pg') // loaded only when used: it costs start-up time and memory
  const int8 = 20
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  }
  const shortMs = connectionMs ?? shortOf(timeoutMs)
  const statements = createStatements({ named: prepared })
  const open = (way: 'reads' | 'writes', max: number): Connections => {
    const pool: Pool = new pg.Pool({
      connectionString: url,
      max,
      types,
      application_name: 'svc',
      pipeline: way === 'writes',
      connectionTimeoutMillis: connectionMs ?? Math.min(connectTimeoutMs, timeoutMs),
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
    })
    return createConnections(pool, { statements, watch, way, limitMs: timeoutMs, shortMs })
  }
  // Separate pools, so that a write that reads outside its transaction never waits for writes that wait for it.
  const readers = open('reads', Math.ceil(poolSize / 2))
  const writers = open('writes', Math.max(1, Math.floor(poolSize / 2)))
  const close = async (): Promise<void> => {
    await Promise.all([readers.close(), writers.close()])
  }
  const version = await supportedVersion(readers).catch(async (error: unknown) => {
    await close()
    throw error
  })

  return {
    name: 'postgres',
    dialect: postgresDialect,
    version,
    reader: alone(readers),
    scratch: alone(writers),
    parallel: true,
    transaction: (work, options) => writers.transaction(work, options),
    snapshot: (work) => readers.transaction(work, { begin: oneSnapshot, isLong: true }),
    lockSchema: async (tx) => {
      await tx.all('select pg_advisory_xact_lock(?)', [schemaLock])
    },
    limitLockWait: async (tx) => {
      await tx.run(`set local lock_timeout = ${lockTimeoutMs}`)
    },
    stamp: coalesce(readers, shortMs),
    place: () => postgresPlace(alone(readers)),
    generation: () => 0,
    wasLoaded: wasLoadedAtOnce,
    isMissingTable: (error) => sqlState(error) === '42P01',
    isTransient: (error) => troubleOf(error) === 'contended',
    probe: () => refuseReadOnly(readers, shortMs),
    watch,
    close,
  }
}

async function refuseReadOnly(readers: Connections, limitMs: number): Promise<void> {
  const text = `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only`
  const { rows } = await readers.ask<Row & { is_read_only: boolean }>(text, [], limitMs)
  if (rows[0]?.is_read_only) throw new DatabaseUnavailable('read-only')
}

/** Each statement on its own. */
const alone = (connections: Connections): Sql => ({
  dialect: postgresDialect,
  all: async (text, params = []) => (await connections.ask(text, params)).rows,
  run: async (text, params = []) => (await connections.ask(text, params)).rowCount ?? 0,
  write: async (writes) => {
    for (const { text, params } of writes.map(asStatement)) await connections.ask(text, params)
  },
})

async function supportedVersion(readers: Connections): Promise<string> {
  const { rows } = await readers.ask<Row & { version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
    [],
  )
  const [{ version, number } = { version: 'unknown', number: 0 }] = rows
  if (number >= minVersion) return version
  throw new Error(`PostgreSQL ${version} is too old; svc needs 15 or later.`)
}

/**
 * Concurrent reads share one query: a request waits for a check that starts after it arrived, so it never misses a
 * write that was acknowledged before.
 */
function coalesce(
  readers: Connections,
  limitMs: number,
): (partitionId: PartitionId) => Promise<PartitionVersion> {
  let waiting: Promise<ReadonlyMap<unknown, Row>> | undefined
  let wanted = new Set<string>()
  return async (partitionId) => {
    wanted.add(partitionId)
    waiting ??= new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      const ids = [...wanted]
      wanted = new Set()
      waiting = undefined
      const { rows } = await readers.ask<Row>(
        `select p.id, p.revision, p.last_seq, e.epoch, ${postgresFingerprint} as fingerprint
          from epoch e left join partitions p on p.id = any(?)`,
        [ids],
        limitMs,
      )
      return new Map([[undefined, rows[0] ?? {}], ...rows.map((row) => [row.id, row] as const)])
    })
    const rows = await waiting
    return versionIn(rows.get(partitionId) ?? { ...rows.get(undefined), revision: 0, last_seq: 0 }, 0)
  }
}
