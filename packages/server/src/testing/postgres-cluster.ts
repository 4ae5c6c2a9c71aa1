import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { type Account, findAccount } from './postgres-account.ts'
import { type Binaries, findBinaries, isOpenToAll } from './postgres-binaries.ts'
import { type Guarded, spawnGuarded } from './postgres-guard.ts'
import { copyPrimary } from './postgres-standby.ts'

export interface ClusterOptions {
  /** false trades safety against a power cut for speed (fsync off). */
  readonly durable: boolean
  /** The primary that it is a copy of and follows. */
  readonly standbyOf?: Cluster
  readonly maxConnections?: number
  /** Files of another one, as a backup has them, to begin with. */
  readonly backup?: Backup
  /** More of its settings, as `name=value`. */
  readonly settings?: readonly string[]
}

export interface Backup {
  readonly dataDir: string
  readonly password: string
}

export interface Cluster {
  readonly url: string
  readonly dataDir: string
  stop(): Promise<void>
}

export interface Site {
  readonly dir: string
  readonly dataDir: string
  readonly logFile: string
  readonly password: string
  readonly account: Account | undefined
  readonly binaries: Binaries
}

const startTimeoutMs = 120_000
const maxAttempts = 3

/** Another process may take the port between finding it free and PostgreSQL binding it: then start over. */
export async function startCluster(options: ClusterOptions, attempt = 1): Promise<Cluster> {
  if (process.platform === 'win32') throw new Error('on Windows, set SVC_TEST_DATABASE_URL.')
  const account = await findAccount()
  const dir = await makeScratchDir(account)
  try {
    return await serve(await prepare(dir, account, options), options)
  } catch (error) {
    await rm(dir, { recursive: true, force: true })
    const isPortTaken = error instanceof Error && error.message.includes('could not bind')
    if (isPortTaken && attempt < maxAttempts) return startCluster(options, attempt + 1)
    throw error
  }
}

async function makeScratchDir(account: Account | undefined): Promise<string> {
  const base = account && !(await isOpenToAll(tmpdir())) ? '/tmp' : tmpdir()
  const dir = await mkdtemp(join(base, 'svc-postgres-'))
  if (account) await chown(dir, account.uid, account.gid)
  return dir
}

async function prepare(
  dir: string,
  account: Account | undefined,
  { standbyOf, backup }: ClusterOptions,
): Promise<Site> {
  const binaries = await findBinaries(account, dir)
  const password = standbyOf
    ? new URL(standbyOf.url).password
    : (backup?.password ?? randomBytes(24).toString('hex'))
  const dataDir = join(dir, 'data')
  const site = { dir, dataDir, logFile: join(dir, 'log'), password, account, binaries }
  if (standbyOf) {
    await copyPrimary(standbyOf, site)
    return site
  }
  if (backup) {
    await promisify(execFile)('cp', ['-R', '-p', backup.dataDir, dataDir])
    if (account) await chown(join(dataDir, 'backup_label'), account.uid, account.gid)
    return site
  }

  const passwordFile = join(dir, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (account) await chown(passwordFile, account.uid, account.gid)
  const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
  const flags = ['-D', dataDir, '--no-sync', '--no-locale', '--encoding=UTF8', ...access]
  await promisify(execFile)(binaries.initdb, flags, { ...account, cwd: dir })
  await rm(passwordFile)
  return site
}

async function serve(site: Site, options: ClusterOptions): Promise<Cluster> {
  const port = await findFreePort()
  const command = [site.binaries.postgres, '-D', site.dataDir, '-p', `${port}`, ...settings(options)]
  const guarded = spawnGuarded({ command, account: site.account, dir: site.dir, logFile: site.logFile })
  const url = `postgres://postgres:${site.password}@127.0.0.1:${port}/postgres`
  if (await becomesReady(url, guarded)) {
    guarded.release()
    return { url, dataDir: site.dataDir, stop: guarded.stop }
  }
  const log = await readFile(site.logFile, 'utf8').catch(() => 'it left no log.')
  await guarded.stop()
  throw new Error(`it did not become ready: ${log.trim().split('\n').slice(-5).join(' ')}`)
}

function settings({ durable, maxConnections = 200, settings: more = [] }: ClusterOptions): readonly string[] {
  const always = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `max_connections=${maxConnections}`,
  ]
  const quick = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_wal_size=8GB']
  return [...always, ...(durable ? [] : quick), ...more].flatMap((setting) => ['-c', setting])
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function becomesReady(url: string, guarded: Guarded): Promise<boolean> {
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline && !guarded.hasEnded()) {
    if (await accepts(url)) return true
    await sleep(25)
  }
  return false
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {}) // a server that is still starting may hang up at any time
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
