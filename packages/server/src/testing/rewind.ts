import { copyFile, rename } from 'node:fs/promises'
import { copyDatabase } from '../store/database-file.ts'
import type { StoreLocation } from '../store/open.ts'
import { databaseFile } from '../store/sqlite-file.ts'

export interface SavedDatabase {
  /** Restores the database to its saved state while others have it open. */
  rewind(): Promise<void>
}

/** Saves a database as it is. */
export const saveDatabase = ({ dataDir, databaseUrl }: StoreLocation): Promise<SavedDatabase> =>
  databaseUrl ? savePostgres(databaseUrl) : saveSqlite(databaseFile(dataDir))

async function saveSqlite(file: string): Promise<SavedDatabase> {
  await copyDatabase(file, `${file}.saved`)
  return {
    async rewind() {
      await copyFile(`${file}.saved`, `${file}.again`)
      await rename(`${file}.again`, file)
    },
  }
}

/** As on a replica that was behind: every table with its rows at that time. */
async function savePostgres(url: string): Promise<SavedDatabase> {
  const { default: pg } = await import('pg')
  const run = async (
    work: (sql: (text: string) => Promise<readonly { name: string }[]>) => Promise<void>,
  ) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      await work(async (text) => (await client.query(text)).rows)
    } finally {
      await client.end()
    }
  }
  const tables = `select tablename as name from pg_tables where schemaname = 'public'`
  await run(async (sql) => {
    await sql('create schema saved')
    for (const { name } of await sql(tables)) await sql(`create table saved.${name} as table public.${name}`)
  })
  return {
    rewind: () =>
      run(async (sql) => {
        const names = (await sql(tables)).map(({ name }) => name)
        await sql(`begin; set local session_replication_role = replica; truncate ${names.join(', ')} cascade`)
        for (const name of names) await sql(`insert into public.${name} select * from saved.${name}`)
        await sql('commit')
      }),
  }
}
