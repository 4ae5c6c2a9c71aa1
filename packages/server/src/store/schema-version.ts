import { latestMigration } from './migrate.ts'
import { first, type Sql } from './sql.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/**
 * A newer svc has migrated the database under this process, which no longer knows what its rows mean: it neither
 * reads nor writes until it is replaced.
 */
export async function refuseNewerSchema(sql: Sql): Promise<void> {
  const row = await first(sql, 'select max(id) as newest from schema_migrations', [])
  const newest = String(row?.newest)
  if (newest > latestMigration) {
    const cause = new Error(
      `The database has ${newest}; this version of svc knows it up to ${latestMigration}.`,
    )
    throw new DatabaseUnavailable('outdated', cause)
  }
}
