import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineName } from '@svc/server/testing'
import pg from 'pg'
import { startCluster } from '../../packages/server/src/testing/postgres-cluster.ts'
import { type EmptyStore, emptyStore } from '../processes/empty-store.ts'

/** A store that can be made to crash, where the engine has processes of its own. */
export interface Place extends EmptyStore {
  /** Why the engine itself cannot be made to crash here; undefined if it can. */
  readonly uncrashable?: string
  /** Kills one of the engine's processes; it then disconnects everyone and recovers from its log. */
  crashEngine(): Promise<void>
}

export async function openPlace(engine: EngineName): Promise<Place> {
  if (engine === 'sqlite') return uncrashable(engine, 'SQLite lives in the server.')
  // A cluster of our own: nobody else's connections are thrown out.
  const cluster = await startCluster({ durable: true }).catch((error: unknown) => String(error))
  if (typeof cluster === 'string') return uncrashable(engine, cluster)
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-crash-'))
  return {
    location: { dataDir, databaseUrl: cluster.url },
    crashEngine: () => killBackend(cluster.url),
    remove: async () => {
      await cluster.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const uncrashable = async (engine: EngineName, why: string): Promise<Place> => ({
  // On a disk, which writes wait for.
  ...(await emptyStore(engine, tmpdir())),
  uncrashable: why,
  crashEngine: () => Promise.reject(new Error(why)),
})

async function killBackend(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // it is thrown out as well
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'svc' order by random() limit 1`,
  )
  for (const { pid } of rows) process.kill(pid, 'SIGKILL')
  await client.end().catch(() => {})
}
