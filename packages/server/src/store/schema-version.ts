import { latestMigration } from './migrate.ts'
import { first, type Sql } from './sql.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/**
 * A newer svc has migrated the database while this process was running. It no longer knows what the rows mean, so it
 * neither reads nor writes until it is replaced.
 */
export async function refuseNewerSchema(sql: Sql): Promise<void> {
  const row = await first(sql, 'select max(id) as newest from schema_migrations', [])
  const newest = String(row?.newest)
  if (newest > latestMigration) {
    const cause = new Error(
      `The database is at ${newest}; this version of svc knows migrations up to ${latestMigration}.`,
    )
    throw new DatabaseUnavailable('outdated', cause)
  }
}
