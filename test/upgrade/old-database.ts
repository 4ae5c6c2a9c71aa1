import { DatabaseSync } from 'node:sqlite'
import { databaseFile, type StoreLocation } from '@svc/server'
import { migrate, openEngine } from '@svc/server/testing'
import { migrations } from '../../packages/server/src/store/migrations/index.ts'
import type { RecordedTable, Recording } from './recording.ts'

/** Puts the database of a recording into an empty place, as the version that wrote it left it. */
export const putOldDatabase = ({ tables }: Recording, location: StoreLocation): Promise<void> =>
  location.databaseUrl ? putPostgres(tables, location) : putSqlite(tables, databaseFile(location.dataDir))

/** As pg_restore leaves a database: all rows of a table come from one transaction. */
export async function passForRestored(location: StoreLocation): Promise<void> {
  const engine = await openEngine(location)
  await engine.transaction((tx) => tx.run('update schema_migrations set applied_at = applied_at'))
  await engine.close()
}

async function putSqlite(tables: Recording['tables'], file: string): Promise<void> {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; begin')
  for (const { name, ddl, rows } of tables) {
    for (const statement of ddl) db.exec(statement)
    const columns = columnsOf(rows)
    if (columns.length === 0) continue
    const insert = db.prepare(insertInto(name, columns))
    for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null))
  }
  db.exec('commit')
  db.close()
}

/** Migrations are never changed, so those that it had run make its tables once more; the rows are portable. */
async function putPostgres(tables: Recording['tables'], location: StoreLocation): Promise<void> {
  const ran = tables.find(({ name }) => name === 'schema_migrations')?.rows.map(({ id }) => id) ?? []
  const engine = await openEngine(location)
  try {
    await migrate(
      engine,
      migrations.filter(({ id }) => ran.includes(id)),
    )
    await engine.transaction(async (tx) => {
      // No row waits for the one that it points to.
      await tx.run('set local session_replication_role = replica')
      for (const { name, rows } of tables.filter((table) => table.name !== 'schema_migrations')) {
        const columns = columnsOf(rows)
        for (const row of rows)
          await tx.run(
            insertInto(name, columns),
            columns.map((column) => row[column] ?? null),
          )
      }
    })
  } finally {
    await engine.close()
  }
}

const columnsOf = ([row = {}]: RecordedTable['rows']): readonly string[] => Object.keys(row)

const insertInto = (table: string, columns: readonly string[]): string =>
  `insert into "${table}" (${columns.map((name) => `"${name}"`).join(', ')})
   values (${columns.map(() => '?').join(', ')})`
