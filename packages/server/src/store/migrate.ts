import { setTimeout as sleep } from 'node:timers/promises'
import { migrations } from './migrations/index.ts'
import type { Migration } from './migration.ts'
import { withAddedColumns } from './new-tables.ts'
import type { Dialect, Engine, Sql } from './sql.ts'

const createLog = `create table if not exists schema_migrations (
  id text not null primary key,
  applied_at text not null
)`

const isLong = { isLong: true }

/** Brings the schema up to date; any number of processes may call it at once. */
export async function migrate(
  engine: Engine,
  wanted: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  const retrying = <T>(work: (tx: Sql) => Promise<T>): Promise<T> => retryWhileLocked(engine, wanted, work)
  const isNew = await retrying(async (tx) => {
    await engine.lockSchema(tx)
    await tx.run(engine.dialect.ddl(createLog))
    // PostgreSQL tells a loaded dump by what it shares a transaction with; and a network costs more than its commits.
    if (engine.parallel || (await appliedIds(tx)).length > 0) return false
    // Nobody waits for the tables of a new database, and one commit is faster than one for each migration.
    await applyAllToNew(engine, tx, wanted)
    return true
  })
  if (isNew) return wanted.map(({ id }) => id)
  const applied: string[] = []
  for (const migration of wanted) {
    const ran = await retrying(async (tx) => {
      await engine.lockSchema(tx)
      await engine.limitLockWait(tx)
      const done = await appliedIds(tx)
      refuseNewer(done, wanted)
      if (done.includes(migration.id)) return false
      await apply(engine, tx, migration)
      return true
    })
    if (ran) applied.push(migration.id)
  }
  return applied
}

async function apply({ dialect }: Engine, tx: Sql, migration: Migration): Promise<void> {
  for (const statement of statementsOf(migration, dialect)) await tx.run(statement)
  await finish(tx, migration)
}

async function applyAllToNew({ dialect }: Engine, tx: Sql, wanted: readonly Migration[]): Promise<void> {
  const statements = wanted.flatMap((migration) => statementsOf(migration, dialect))
  for (const statement of withAddedColumns(statements)) await tx.run(statement)
  for (const migration of wanted) await finish(tx, migration)
}

const statementsOf = ({ statements }: Migration, dialect: Dialect): readonly string[] =>
  statements
    .map((statement) => (typeof statement === 'string' ? dialect.ddl(statement) : statement(dialect)))
    .filter((statement) => statement !== undefined)

async function finish(tx: Sql, { id, fill }: Migration): Promise<void> {
  await fill?.(tx)
  await tx.run('insert into schema_migrations (id, applied_at) values (?, ?)', [id, new Date().toISOString()])
}

const retryMs = 1_000
const timeoutMs = 10 * 60_000

/**
 * While a migration waits for a table that a running backup may hold for long, everyone queues up behind it. So it
 * waits only briefly, then lets the others through and retries. It also waits while another process creates the
 * tables of a new database; a database that is up to date is not waited for.
 */
async function retryWhileLocked<T>(
  engine: Engine,
  wanted: readonly Migration[],
  work: (tx: Sql) => Promise<T>,
): Promise<T> {
  const endAt = performance.now() + timeoutMs
  for (;;) {
    try {
      return await engine.transaction(work, isLong)
    } catch (error) {
      if (!engine.isTransient(error) || performance.now() > endAt) throw error
      if ((await pendingMigrations(engine, wanted)).length === 0) throw error
      await sleep(retryMs)
    }
  }
}

/** The newest migration that this program knows. */
export const latestMigration: string = migrations.at(-1)?.id ?? ''
export const isKnownMigration = (id: string): boolean => migrations.some((one) => one.id === id)

/** What is still to be applied, without applying it. */
export async function pendingMigrations(
  engine: Engine,
  wanted: readonly Migration[] = migrations,
): Promise<readonly string[]> {
  const done = await appliedIds(engine.reader).catch((error: unknown): readonly string[] => {
    if (engine.isMissingTable(error)) return []
    throw error
  })
  refuseNewer(done, wanted)
  return wanted.map(({ id }) => id).filter((id) => !done.includes(id))
}

async function appliedIds(sql: Sql): Promise<readonly string[]> {
  return (await sql.all('select id from schema_migrations order by id')).map(({ id }) => String(id))
}

function refuseNewer(done: readonly string[], wanted: readonly Migration[]): void {
  const unknown = done.filter((id) => !wanted.some((migration) => migration.id === id))
  if (unknown.length === 0) return
  throw new Error(
    `The database is newer than this program: it has ${unknown.join(', ')}, which this svc does not know. ` +
      'Run the version of svc that made it, or a later one.',
  )
}
