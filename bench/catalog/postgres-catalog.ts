import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Cluster, startCluster } from '../../packages/server/src/testing/postgres-cluster.ts'
import { backUp } from '../../packages/server/src/testing/postgres-standby.ts'
import type { Unavailable } from '../stores.ts'
import { cachedCatalog, type Manifest } from './cached.ts'
import { fillStore } from './contents/fill-store.ts'
import { buildSearchIndex } from './contents/search-index.ts'
import type { CatalogSize } from './contents/size.ts'
import type { CatalogPlace, OpenCatalog } from './open-catalog.ts'

const databaseName = 'svc_catalog'

/** What is kept between runs is the folder of a whole server: a dump would take minutes to load. */
export async function openOnPostgres({
  cacheDir,
  size,
  version,
}: CatalogPlace): Promise<OpenCatalog | Unavailable> {
  const [, major] = /(\d+)/.exec(version) ?? []
  const place = { cacheDir, size, version: `postgres${major}` }
  const cached = await cachedCatalog(place, (dir) => fillCluster(join(dir, 'data'), size))
  const { password = '' } = cached.manifest
  const cluster = await startCluster({
    durable: true,
    backup: { dataDir: join(cached.dir, 'data'), password },
    settings: ['shared_preload_libraries=pg_stat_statements'],
  })
  let copies = 0
  return {
    manifest: cached.manifest,
    copy: async () => {
      const name = `${databaseName}_${++copies}`
      await run(cluster.url, `drop database if exists ${databaseName}_${copies - 1} with (force)`)
      await run(cluster.url, `create database ${name} template ${databaseName} strategy file_copy`)
      return ['--database-url', inDatabase(cluster.url, name)]
    },
    close: cluster.stop,
  }
}

async function fillCluster(dataDir: string, size: CatalogSize): Promise<Manifest> {
  const cluster = await startCluster({ durable: false, settings: ['max_wal_size=1GB'] })
  try {
    await run(cluster.url, `create database ${databaseName} template template0`)
    const databaseUrl = inDatabase(cluster.url, databaseName)
    const location = { dataDir: '', databaseUrl }
    const { token, samples, seconds } = await fillStore(location, size)
    const searchIndexSeconds = await buildSearchIndex(location)
    await run(databaseUrl, 'vacuum (analyze)')
    await backUp(cluster, dataDir)
    // A standby would receive what was logged until the backup ended; this one must have it.
    await promisify(execFile)('cp', ['-R', '-p', `${cluster.dataDir}/pg_wal/.`, join(dataDir, 'pg_wal')])
    const { password } = new URL(cluster.url)
    return { token, samples, size, password, fillSeconds: seconds, searchIndexSeconds }
  } finally {
    await cluster.stop()
  }
}

async function run(url: Cluster['url'], text: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

function inDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
