import { defaultPoolSize } from '../postgres.ts'
import { type EngineCheck, good, note } from './finding.ts'

const name = 'connections'

/** Whether PostgreSQL allows as many connections as a process of svc opens. */
export const checkConnectionLimit =
  (poolSize = defaultPoolSize): EngineCheck =>
  async ({ reader }) => {
    const [row] = await reader.all(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0) as server,
         (select datconnlimit from pg_database where datname = current_database()) as database,
         (select rolconnlimit from pg_roles where rolname = current_user) as role`,
    )
    // -1 means unlimited.
    const max = Math.min(...[row?.server, row?.database, row?.role].map(Number).filter((limit) => limit >= 0))
    const says = `${max} at most, ${poolSize} for each process of svc`
    if (poolSize <= max) return good(name, says)
    return note(
      name,
      `${says}: that works only behind a pooler`,
      'Lower --pg-pool, or raise max_connections and the limits of the role and the database.',
    )
  }
