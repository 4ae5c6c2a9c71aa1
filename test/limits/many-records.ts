import { DatabaseSync } from 'node:sqlite'
import type { Kind } from '@svc/model'
import { databaseFile, type StoreLocation } from '@svc/server'
import { eventually } from '@svc/server/testing'
import pg from 'pg'

/** Copies an existing record many times, directly in the database, because that is quick. */
export async function multiply(
  { dataDir, databaseUrl }: StoreLocation,
  { kind, id, times }: { readonly kind: Kind; readonly id: string; readonly times: number },
): Promise<void> {
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = '${kind.table}'`,
    )
    await client.query(statement(kind, id, { times, columns: rows.map(({ name }) => name) }))
    await client.end()
  } else {
    const db = new DatabaseSync(databaseFile(dataDir))
    const columns = db.prepare(`select name from pragma_table_info('${kind.table}')`).all()
    const copy = statement(kind, id, { times, columns: columns.map(({ name }) => String(name)) })
    await eventually(async () => isDone(db, copy), Boolean)
    db.close()
  }
}

/** The server may be in a transaction in this very process: it has to go on for that to end. */
function isDone(db: DatabaseSync, statement: string): boolean {
  try {
    db.exec(statement)
    return true
  } catch (error) {
    if (/database is locked/.test(String(error))) return false
    throw error
  }
}

/** The copies' ids sort after the original's, in the order of their numbers. */
export const copyId = (id: string, number: number): string => `${id}_${1_000_000 + number}`

function statement(
  { table }: Kind,
  id: string,
  { times, columns }: { readonly times: number; readonly columns: readonly string[] },
): string {
  const values = columns.map((name) => (name === 'id' ? `id || '_' || (1000000 + i)` : `"${name}"`))
  const names = columns.map((name) => `"${name}"`).join(', ')
  return `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${times})
    insert into ${table} (${names}) select ${values.join(', ')} from ${table}, n where id = '${id}'`
}
