import type { Pool, PoolClient } from 'pg'
import type { Dialect, Engine, Row, Sql, Value } from './sql.ts'

const oldestSupported = 150_000
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
  contains: (column) => `strpos(${column}, ?) > 0`,
}

export async function openPostgres(url: string): Promise<Engine> {
  const { default: pg } = await import('pg') // loaded only where it is used: it costs start-up time and memory
  const int8 = 20
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  }
  const pool = new pg.Pool({ connectionString: url, max: 10, types, application_name: 'svc' })
  // An idle connection that breaks is replaced; without a listener it would end the process.
  pool.on('error', () => {})
  const version = await supportedVersion(pool)
  const stamps = coalesce(pool)

  return {
    name: 'postgres',
    dialect,
    version,
    reader: sqlOver(pool),
    parallel: true,
    transaction: (work) => inTransaction(pool, work),
    lockSchema: async (tx) => {
      await tx.all('select pg_advisory_xact_lock(?)', [schemaLock])
    },
    stamp: stamps,
    isUniqueViolation: (error) => sqlState(error) === '23505',
    isTransient: (error) => ['40001', '40P01', '55P03'].includes(sqlState(error)),
    backup: () => {
      throw new Error('PostgreSQL has its own backup: use pg_dump, or your provider’s snapshots.')
    },
    close: () => pool.end(),
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

async function inTransaction<T>(pool: Pool, work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work(sqlOver(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function sqlOver(connection: Pool | PoolClient): Sql {
  const ask = (text: string, params: readonly Value[]) =>
    connection.query<Row>({ ...named(text), values: params as Value[] })
  return {
    all: async (text, params = []) => (await ask(text, params)).rows,
    run: async (text, params = []) => (await ask(text, params)).rowCount ?? 0,
  }
}

const statements = new Map<string, { name: string; text: string }>()

/** Each text gets a name, so that the server plans it once for each connection. */
function named(text: string): { name: string; text: string } {
  let statement = statements.get(text)
  if (!statement) {
    let count = 0
    statement = { name: `svc_${statements.size}`, text: text.replace(/\?/g, () => `$${++count}`) }
    statements.set(text, statement)
  }
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
