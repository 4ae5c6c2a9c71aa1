import type { Sql } from './sql.ts'

/**
 * Tells a connection to another server, to a restarted one, to another table or to another schema from the one before;
 * costs next to nothing.
 */
export const postgresSeat = `e.tableoid::text || ' ' || pg_postmaster_start_time()::text || pg_is_in_recovery()::text
  || (select max(id) from schema_migrations)`

/** Which cluster, on which timeline, and which table in it: a failover changes the second, a restored dump the third. */
export async function postgresPlace(sql: Sql): Promise<string> {
  const [row] = await sql.all(
    `select 'epoch'::regclass::oid::text || '/' || (select oid from pg_database where datname = current_database())::text || '/' ||
       case when pg_is_in_recovery() then 'standby'
       else substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end as place`,
  )
  return `${await systemIdentifier(sql)}/${row?.place}`
}

async function systemIdentifier(sql: Sql): Promise<string> {
  try {
    const [row] = await sql.all('select system_identifier::text as id from pg_control_system()')
    return String(row?.id)
  } catch (error) {
    // Some hosts keep it from their customers; the rest has to do.
    if ((error as { code?: unknown }).code === '42501') return ''
    throw error
  }
}
