import { createOutageWatch } from './outage-watch.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import type { Engine } from './sql.ts'
import { openSqlite } from './sqlite.ts'

export interface EngineLocation {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  /** How PostgreSQL is used. */
  readonly postgres?: PostgresOptions | undefined
}

export async function openEngine({ dataDir, databaseUrl, postgres }: EngineLocation): Promise<Engine> {
  const watch = createOutageWatch()
  return databaseUrl ? openPostgres(databaseUrl, watch, postgres) : openSqlite(dataDir, watch)
}
