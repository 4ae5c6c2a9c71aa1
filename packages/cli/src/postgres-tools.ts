import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { counted } from '@svc/model'
import type { Occupancy } from '@svc/server'
import { storeFailure } from './explain.ts'
import { Failure } from './failure.ts'

export async function dumpPostgres(databaseUrl: string, file: string): Promise<void> {
  await runTool('pg_dump', databaseUrl, [
    '--format=custom',
    '--no-owner',
    '--no-privileges',
    `--file=${file}`,
  ])
}

export interface RestoredDatabase {
  readonly organisations: number
  readonly keptAs: null
}

/** One transaction: either the whole backup is restored, or nothing changes. */
export async function restorePostgres(
  databaseUrl: string,
  { file, isForced }: { readonly file: string; readonly isForced: boolean },
): Promise<RestoredDatabase> {
  const { organisations, others } = await askDatabase(databaseUrl)
  if (organisations !== undefined && !isForced) {
    throw new Failure(
      'The database already has tables of svc: choose an empty one, or replace them with --force.',
    )
  }
  if (others > 0) {
    throw new Failure(
      `${counted(others, 'svc connection')} to the database ${others === 1 ? 'is' : 'are'} open: stop every server first.`,
    )
  }
  const replacing = organisations === undefined ? [] : ['--clean', '--if-exists']
  await runTool('pg_restore', databaseUrl, [
    '--no-owner',
    '--no-privileges',
    '--single-transaction',
    '--exit-on-error',
    ...replacing,
    file,
  ])
  return { organisations: (await askDatabase(databaseUrl)).organisations ?? 0, keptAs: null }
}

async function askDatabase(databaseUrl: string): Promise<Occupancy> {
  const { occupancyOf, openDatabase } = await import('@svc/server')
  const location = { dataDir: '', databaseUrl }
  const database = await openDatabase(location).catch((error) => {
    throw storeFailure(error, location)
  })
  try {
    return await database.run(occupancyOf)
  } finally {
    await database.close()
  }
}

/** The password is passed in the environment: anyone on the machine can read a command line. */
async function runTool(tool: string, databaseUrl: string, args: readonly string[]): Promise<void> {
  const url = new URL(databaseUrl)
  const password = decodeURIComponent(url.password)
  url.password = ''
  const child = spawn(tool, [`--dbname=${url.href}`, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password && { PGPASSWORD: password }) },
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [code, stderr] = await Promise.all([ended, text(child.stderr)]).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new Failure(
        `${tool} is not on the PATH: install PostgreSQL's client programs, or use your provider's own backups.`,
      )
    },
  )
  if (code !== 0) throw new Failure(`${tool} failed: ${errorIn(stderr) || `it ended with ${code}`}.`)
}

/** "pg_dump: error: a\npg_dump: detail: b" is "a; b" to a reader. */
const errorIn = (output: string): string =>
  output
    .trim()
    .split('\n')
    .map((line) => line.replace(/^pg_\w+: (error|detail|hint|warning): /, '').replace(/\.$/, ''))
    .join('; ')
