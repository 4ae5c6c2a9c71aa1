import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type MasterKeySource, openStore, type StoreLocation } from '@svc/server'
import { jobs } from '@svc/server/jobs'
import { startServer } from '@svc/server/serve'
import { type EngineName, eventually, testServerDefaults, rowsIn } from '@svc/server/testing'
import { runProgram } from '../../packages/cli/src/testing/run-program.ts'
import { emptyStore } from '../processes/empty-store.ts'

export const otherEngine = (engine: EngineName): EngineName => (engine === 'sqlite' ? 'postgres' : 'sqlite')

/** The command-line options for a store. */
const environmentOf = ({ dataDir, databaseUrl }: StoreLocation): Readonly<Record<string, string>> => ({
  SVC_DATA_DIR: dataDir,
  ...(databaseUrl !== undefined && { SVC_DATABASE_URL: databaseUrl }),
})

/** In a separate process: a server in this one may be writing to the same file. */
export async function svc(location: StoreLocation, args: readonly string[]): Promise<string> {
  const { code, out, err } = await runProgram(args, { env: environmentOf(location) })
  assert.equal(code, 0, `svc ${args.join(' ')}: ${err}`)
  return out
}

export type Later = (work: () => Promise<void>) => void

/** Clean-up at the end of a test, in reverse order: a server is closed before its database is removed. */
export function atTheEnd(t: TestContext): Later {
  const waiting: (() => Promise<void>)[] = []
  t.after(async () => {
    for (const work of waiting.toReversed()) await work()
  })
  return (work) => waiting.push(work)
}

export async function newFolder(later: Later): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-archive-'))
  later(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** The files of an archive, without the time at which it was written. */
export async function archiveIn(dir: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  for (const name of (await readdir(dir)).toSorted()) {
    const text = await readFile(join(dir, name), 'utf8')
    files.set(name, name === 'manifest.json' ? text.replace(/"exportedAt": ".*"/, '') : text)
  }
  return files
}

interface Serving {
  readonly now: () => Date
  readonly masterKey: MasterKeySource
}

/** A store in which only the jobs have run, which are not due again for minutes. */
export async function restedStore(
  later: Later,
  engine: EngineName,
  serving: Serving,
): Promise<StoreLocation> {
  const { location, remove } = await emptyStore(engine)
  later(remove)
  const { close, store } = await serve(location, serving)
  const due = jobs.filter(({ everyMinutes }) => everyMinutes !== undefined)
  try {
    await eventually(
      () => rowsIn(store, 'select name from job_runs'),
      (runs) => due.every((job) => runs.some(({ name }) => name === job.name)),
    )
  } finally {
    await close()
  }
  return location
}

export async function serve(location: StoreLocation, { now, masterKey }: Serving) {
  const store = await openStore(location)
  const server = await startServer({
    store,
    ...testServerDefaults,
    masterKey,
    now,
    log: (line) => line.level === 'error' && console.error(line),
  })
  const close = async (): Promise<void> => {
    await server.close()
    await store.close()
  }
  return { url: server.url, store, close }
}
