import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { cpuSecondsOf } from '../process-stats.ts'

/** What a round cost the database. */
export interface DatabaseCost {
  /** Null where pg_stat_statements is not loaded. */
  readonly statements: number | null
  readonly commits: number
  /** Sessions that waited for a lock, on average. */
  readonly waiting: number
  /** Null where its processes cannot be seen from here. */
  readonly cpuSeconds: number | null
}

export interface DatabaseWatch {
  /** What it costs while something is done. */
  during<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly cost: DatabaseCost }>
  close(): Promise<void>
}

const sampleMs = 50

export async function watchDatabase(url: string): Promise<DatabaseWatch> {
  const client = new pg.Client(url)
  await client.connect()
  const hasStatements = await client.query('create extension if not exists pg_stat_statements').then(
    () => true,
    () => false,
  )
  const postmaster = await postmasterOf(client)
  const number = async (text: string): Promise<number> => {
    const { rows } = await client.query<{ value: string }>(text)
    return Number(rows[0]?.value)
  }
  const read = async () => ({
    statements: hasStatements ? await number(statements).catch(() => null) : null,
    commits: await number(commits),
    cpuSeconds: postmaster === null ? null : await cpuSecondsOf(postmaster),
  })

  return {
    during: async (work) => {
      const before = await read()
      let isOver = false
      const samples: number[] = []
      const sampling = (async () => {
        while (!isOver) {
          samples.push(await number(waiting))
          await new Promise((resolve) => setTimeout(resolve, sampleMs))
        }
      })()
      const result = await work().finally(() => {
        isOver = true
      })
      await sampling
      // Sessions report their commits with a delay of up to a second.
      await new Promise((resolve) => setTimeout(resolve, reportMs))
      const after = await read()
      return {
        result,
        cost: {
          statements: difference(after.statements, before.statements, samples.length),
          commits: after.commits - before.commits - samples.length,
          waiting: samples.reduce((sum, one) => sum + one, 0) / Math.max(1, samples.length),
          cpuSeconds: difference(after.cpuSeconds, before.cpuSeconds, 0),
        },
      }
    },
    close: () => client.end(),
  }
}

const reportMs = 1100

const inThisDatabase = '(select oid from pg_database where datname = current_database())'
const statements = `select sum(calls) as value from pg_stat_statements where dbid = ${inThisDatabase}`
const commits = `select xact_commit as value from pg_stat_database where datname = current_database()`
const waiting = `select count(*) as value from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

const difference = (after: number | null, before: number | null, own: number): number | null =>
  after === null || before === null ? null : after - before - own

/** The parent of the process that serves this connection, if it runs on this machine. */
async function postmasterOf(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  try {
    const status = await readFile(`/proc/${rows[0]?.pid}/status`, 'utf8')
    const isPostgres = /^Name:\s+postgres/m.test(status)
    return isPostgres ? Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) : null
  } catch {
    return null
  }
}
