import { DatabaseSync } from 'node:sqlite'
import { databaseFile, type StoreLocation } from '@svc/server'
import pg from 'pg'

export type Row = Readonly<Record<string, unknown>>

/** A snapshot of a database, read directly, without the program under test. */
export interface Snapshot {
  all(sql: string): Promise<readonly Row[]>
}

export const withSnapshot = <T>(
  { dataDir, databaseUrl }: StoreLocation,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> => (databaseUrl ? withPostgres(databaseUrl, read) : withSqliteFile(databaseFile(dataDir), read))

export async function withSqliteFile<T>(file: string, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const db = new DatabaseSync(file, { timeout: 5_000 })
  try {
    db.exec('begin')
    return await read({ all: async (sql) => db.prepare(sql).all() })
  } finally {
    db.close()
  }
}

const int8 = 20

async function withPostgres<T>(url: string, read: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.setTypeParser(int8, Number)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read, read only')
    return await read({ all: async (sql) => (await client.query<Row>(sql)).rows })
  } finally {
    await client.end()
  }
}
