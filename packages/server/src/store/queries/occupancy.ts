import type { Sql } from '../sql.ts'

export interface Occupancy {
  /** How many organisations there are; undefined in a database without the tables of svc. */
  readonly organisations: number | undefined
  /** Connections of svc besides this one. */
  readonly others: number
}

/** What svc holds in a PostgreSQL database, and who else is connected to it. */
export async function occupancyOf(sql: Sql): Promise<Occupancy> {
  const [connections] = await sql.all(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and application_name = 'svc' and pid <> pg_backend_pid()`,
  )
  const [tables] = await sql.all(`select to_regclass('organisations') is not null as present`)
  const counted = tables?.present ? await sql.all('select count(*) as count from organisations') : []
  return {
    organisations: counted[0] && Number(counted[0].count),
    others: Number(connections?.count),
  }
}
