import { DatabaseSync } from 'node:sqlite'
import { allKinds } from '@svc/model'
import { databaseFile, type StoreLocation } from '@svc/server'
import pg from 'pg'

/** Builds an index again from a whole table: several times faster than row by row, once it outgrows the cache. */
export interface RemovedIndexes {
  restore(): Promise<void>
}

const tables = [...allKinds.map(({ table }) => table), 'elements', 'events']

/** Removes the indexes of the large tables, the keys excepted, until they are full. */
export async function removeIndexes({ dataDir, databaseUrl }: StoreLocation): Promise<RemovedIndexes> {
  if (databaseUrl) return removeOnPostgres(databaseUrl)
  return removeOnSqlite(databaseFile(dataDir))
}

function removeOnSqlite(file: string): RemovedIndexes {
  const run = <T>(work: (db: DatabaseSync) => T): T => {
    const db = new DatabaseSync(file, { timeout: 5000 })
    try {
      return work(db)
    } finally {
      db.close()
    }
  }
  const texts = run((db) => {
    const found = db.prepare(
      `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${marks})`,
    )
    const rows = found.all(...tables) as { readonly name: string; readonly sql: string }[]
    for (const { name } of rows) db.exec(`drop index "${name}"`)
    return rows.map(({ sql }) => sql)
  })
  return {
    restore: async () =>
      run((db) => {
        db.exec('pragma cache_size = -1000000; pragma temp_store = memory; pragma synchronous = off')
        for (const text of texts) db.exec(text)
        db.exec('pragma wal_checkpoint(truncate)')
      }),
  }
}

const marks = tables.map(() => '?').join(', ')

async function removeOnPostgres(url: string): Promise<RemovedIndexes> {
  const run = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client(url)
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  const texts = await run(async (client) => {
    const { rows } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes where tablename = any ($1)
         and indexname not in (select conname from pg_constraint)`,
      [tables],
    )
    for (const { indexname } of rows) await client.query(`drop index "${indexname}"`)
    return rows.map(({ indexdef }) => indexdef)
  })
  return {
    restore: () =>
      run(async (client) => {
        await client.query(`set maintenance_work_mem = '1GB'`)
        for (const text of texts) await client.query(text)
        await client.query('vacuum (analyze)')
      }),
  }
}
