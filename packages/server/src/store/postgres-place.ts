import { migration as epochMigration } from './migrations/0017-epoch.ts'
import type { Sql } from './sql.ts'

/**
 * Differs for another server, a restarted one, a recreated or rewritten table, or another schema; costs next to
 * nothing.
 */
export const postgresFingerprint = `pg_relation_filenode(e.tableoid)::text || ' ' || pg_postmaster_start_time()::text
  || pg_is_in_recovery()::text || (select max(id) from schema_migrations)`

/**
 * Which cluster, on which timeline, and which table in it: a failover changes the second; a restored dump the third,
 * whether it recreates the table or only refills it.
 */
export async function postgresPlace(sql: Sql): Promise<string> {
  const [row] = await sql.all(
    `select pg_relation_filenode('epoch')::text || '/' || (select oid from pg_database where datname = current_database())::text || '/' ||
       case when pg_is_in_recovery() then 'standby'
       else substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end as place`,
  )
  return `${await systemIdentifier(sql)}/${row?.place}`
}

/** Each migration is its own transaction, so all of them share one only if a dump was loaded. */
export async function wasLoadedAtOnce(tx: Sql): Promise<boolean> {
  const [row] = await tx.all(
    `select count(*) > 1 and count(distinct xmin::text) = 1 as is_loaded from schema_migrations where id < ?`,
    [epochMigration.id],
  )
  return row?.is_loaded === true
}

async function systemIdentifier(sql: Sql): Promise<string> {
  try {
    const [row] = await sql.all('select system_identifier::text as id from pg_control_system()')
    return String(row?.id)
  } catch (error) {
    // Some hosting providers do not expose it; the rest has to do.
    if ((error as { code?: unknown }).code === '42501') return ''
    throw error
  }
}
