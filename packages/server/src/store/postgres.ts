import type { Pool, PoolClient } from 'pg'
import { type Dialect, type Engine, OutcomeUnknown, type Row, type Sql, type Value } from './sql.ts'

const oldestSupported = 150_000
const poolSize = 8
const connectionTimeoutMillis = 10_000
/** A process whose machine is gone does not say so: without this its locks would outlive it for hours. */
const abandonedMs = 30_000
/** Any number will do, as long as every svc takes the same. */
const schemaLock = 7_382_264

const dialect: Dialect = {
  ddl: (statement) =>
    statement
      .replace(/\btext\b/g, 'text collate "C"')
      .replace(/\binteger\b/g, 'bigint')
      .replace(/\breal\b/g, 'double precision'),
  forUpdate: ' for update',
  eachText: '(select value from jsonb_array_elements_text(?::text::jsonb) as value)',
  // As an array: a sub-select would be joined, and the planner may read the whole table for that.
  oneOf: (column) => `${column} = any(array(select jsonb_array_elements_text(?::text::jsonb)))`,
  before: (column, character) => `split_part(${column}, '${character}', 1)`,
  contains: (column) => `strpos(${column}, ?) > 0`,
  unlogged: (statement) => dialect.ddl(statement).replace(/\bcreate table\b/, 'create unlogged table'),
  nowMs: '(extract(epoch from statement_timestamp()) * 1000)::bigint',
}

export async function openPostgres(url: string): Promise<Engine> {
  const { default: pg } = await import('pg') // loaded only where it is used: it costs start-up time and memory
  const int8 = 20
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  }
  const open = (): Pool => {
    const pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      types,
      application_name: 'svc',
      connectionTimeoutMillis,
      idle_in_transaction_session_timeout: abandonedMs,
    })
    // An idle connection that breaks is replaced; without a listener it would end the process.
    pool.on('error', () => {})
    return pool
  }
  // Apart, so that a write that reads beside its transaction never waits for writes that wait for it.
  const readers = open()
  const writers = open()
  const close = async (): Promise<void> => {
    await Promise.all([readers.end(), writers.end()])
  }
  const version = await supportedVersion(readers).catch(async (error: unknown) => {
    await close()
    throw error
  })

  return {
    name: 'postgres',
    dialect,
    version,
    reader: sqlOver(readers),
    scratch: sqlOver(writers),
    parallel: true,
    transaction: (work) => inTransaction(writers, 'begin', work),
    snapshot: (work) => inTransaction(readers, 'begin isolation level repeatable read, read only', work),
    lockSchema: async (tx) => {
      await tx.all('select pg_advisory_xact_lock(?)', [schemaLock])
    },
    stamp: coalesce(readers),
    isMissingTable: (error) => sqlState(error) === '42P01',
    isTransient: (error) => ['40001', '40P01', '55P03'].includes(sqlState(error)),
    close,
  }
}

async function supportedVersion(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ version: string; number: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number`,
  )
  const [{ version, number } = { version: 'unknown', number: 0 }] = rows
  if (number >= oldestSupported) return version
  throw new Error(`PostgreSQL ${version} is too old; svc needs 15 or later.`)
}

async function inTransaction<T>(pool: Pool, begin: string, work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // Whoever waits for a statement is told by its promise; without a listener it would end the process.
  const noteBroken = (error: Error): void => {
    broken = error
  }
  client.on('error', noteBroken)
  try {
    await client.query(begin)
    const result = await work(sqlOver(client))
    await commit(client)
    return result
  } catch (error) {
    await client.query('rollback').catch(noteBroken)
    throw error
  } finally {
    client.off('error', noteBroken)
    client.release(broken)
  }
}

async function commit(client: PoolClient): Promise<void> {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw isRefusal(error) ? error : new OutcomeUnknown(error)
  })
  // PostgreSQL answers so, without an error, where a statement before has failed.
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`)
}

/** Whether the server has said no, rather than gone away before it could say anything. */
const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'severity' in error && error.severity === 'ERROR'

function sqlOver(connection: Pool | PoolClient): Sql {
  const ask = (text: string, params: readonly Value[]) =>
    connection.query<Row>({ ...named(text), values: params as Value[] })
  return {
    all: async (text, params = []) => (await ask(text, params)).rows,
    run: async (text, params = []) => (await ask(text, params)).rowCount ?? 0,
  }
}

interface Statement {
  readonly name?: string
  readonly text: string
}

const statements = new Map<string, Statement>()
/** Every connection keeps what it has a name for, and callers' filters can make any number of texts. */
const maxNamed = 500

/** The usual texts get a name, so that the server plans them once for each connection. */
function named(text: string): Statement {
  const known = statements.get(text)
  if (known) return known
  let count = 0
  const numbered = text.replace(/\?/g, () => `$${++count}`)
  if (statements.size >= maxNamed) return { text: numbered }
  const statement = { name: `svc_${statements.size}`, text: numbered }
  statements.set(text, statement)
  return statement
}

/**
 * Reads of the same moment share one question: a request waits for a check that starts after it arrived,
 * so it never misses a write that was acknowledged before.
 */
function coalesce(pool: Pool): (partitionId: string) => Promise<number> {
  let waiting: Promise<Map<string, number>> | undefined
  let wanted = new Set<string>()
  return async (partitionId) => {
    wanted.add(partitionId)
    waiting ??= new Promise<void>((resolve) => setImmediate(resolve)).then(async () => {
      const ids = [...wanted]
      wanted = new Set()
      waiting = undefined
      const { rows } = await pool.query<{ id: string; revision: number }>({
        name: 'svc_stamps',
        text: 'select id, revision from partitions where id = any($1)',
        values: [ids],
      })
      return new Map(rows.map(({ id, revision }) => [id, revision]))
    })
    return (await waiting).get(partitionId) ?? 0
  }
}

const sqlState = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
