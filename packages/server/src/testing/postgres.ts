import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type ClusterOptions, startCluster } from './postgres-cluster.ts'

export interface Postgres {
  /** A database from which others can be created, as a superuser or with CREATEDB. */
  readonly url: string
  readonly version: string
  /** Creates a database, empty unless it is to be the copy of another, and returns its connection url. */
  createDatabase(copyOf?: string): Promise<string>
  stop(): Promise<void>
}

export interface Unavailable {
  /** A sentence that says why. */
  readonly unavailable: string
}

export interface SharedPostgres {
  /** What child processes need in their environment to use this server instead of starting their own. */
  readonly env: { readonly SVC_TEST_DATABASE_URL: string }
  readonly version: string
  createDatabase: Postgres['createDatabase']
  stop(): Promise<void>
}

/**
 * A real PostgreSQL: the one that SVC_TEST_DATABASE_URL names, or else a new one that ends with this process.
 */
export async function startPostgres(options: Partial<ClusterOptions> = {}): Promise<Postgres | Unavailable> {
  const given = process.env.SVC_TEST_DATABASE_URL
  return given ? useServer(given) : startOwn({ durable: true, ...options })
}

/**
 * For a parent that starts one server for many test processes. It does not wait for the disk: a suite about
 * crashes starts its own durable one.
 */
export async function sharePostgres(
  options: Partial<ClusterOptions> = {},
): Promise<SharedPostgres | Unavailable> {
  const postgres = await startPostgres({ durable: false, ...options })
  if ('unavailable' in postgres) return postgres
  const { url, ...rest } = postgres
  return { env: { SVC_TEST_DATABASE_URL: url }, ...rest }
}

async function useServer(url: string): Promise<Postgres | Unavailable> {
  try {
    const created: string[] = []
    const version = await readVersion(url)
    return {
      url,
      version,
      createDatabase: async (copyOf) => {
        const name = await createDatabase(url, copyOf)
        created.push(name)
        return withDatabase(url, name)
      },
      stop: () => dropDatabases(url, created.splice(0)),
    }
  } catch (error) {
    return {
      unavailable: `SVC_TEST_DATABASE_URL is set, but its server did not answer: ${messageOf(error)}.`,
    }
  }
}

async function startOwn(options: ClusterOptions): Promise<Postgres | Unavailable> {
  try {
    const cluster = await startCluster(options)
    return {
      url: cluster.url,
      version: await readVersion(cluster.url),
      createDatabase: async (copyOf) => withDatabase(cluster.url, await createDatabase(cluster.url, copyOf)),
      stop: cluster.stop,
    }
  } catch (error) {
    return { unavailable: `PostgreSQL could not be started: ${messageOf(error)}` }
  }
}

async function readVersion(url: string): Promise<string> {
  const [row] = await runSql<{ server_version: string }>(url, 'SHOW server_version')
  return row?.server_version ?? 'unknown'
}

/** template0, because nobody can be connected to it, which would make the copy fail. */
async function createDatabase(url: string, template = 'template0'): Promise<string> {
  const name = `svc_test_${randomBytes(8).toString('hex')}`
  await withClient(url, async (client) => {
    // From PostgreSQL 18 on the kernel can copy the files: a tenth of the time. Older servers refuse the setting.
    await client.query('SET file_copy_method = clone').catch(() => {})
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`)
  })
  return name
}

async function dropDatabases(url: string, names: readonly string[]): Promise<void> {
  for (const name of names) await runSql(url, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
}

async function runSql<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<readonly Row[]> {
  return withClient(url, async (client) => (await client.query<Row>(sql)).rows)
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
