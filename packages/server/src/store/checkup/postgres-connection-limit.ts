import { standardPoolSize } from '../postgres.ts'
import { type EngineCheck, good, note } from './finding.ts'

const name = 'connections'

/** Whether PostgreSQL takes as many connections as a process of svc opens. */
export const checkConnectionLimit =
  (poolSize = standardPoolSize): EngineCheck =>
  async ({ reader }) => {
    const [row] = await reader.all(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0) as server,
         (select datconnlimit from pg_database where datname = current_database()) as database,
         (select rolconnlimit from pg_roles where rolname = current_user) as role`,
    )
    // What is not limited is at -1.
    const most = Math.min(
      ...[row?.server, row?.database, row?.role].map(Number).filter((limit) => limit >= 0),
    )
    const says = `${most} at most, ${poolSize} for each process of svc`
    if (poolSize <= most) return good(name, says)
    return note(
      name,
      `${says}: they fit only behind a pooler`,
      'Lower --pg-pool, or raise max_connections and the limits of the role and the database.',
    )
  }
