import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { atEnd, findAccount } from '@svc/server/testing'
import pg from 'pg'

export interface Pooler {
  readonly program: string
  /** Such as `1.18.0`. */
  readonly version: string
}

/** The PgBouncers of this machine: `pgbouncer` on the path, and those that SVC_TEST_PGBOUNCER names, with commas. */
export async function findPoolers(): Promise<readonly Pooler[]> {
  const programs = ['pgbouncer', '/usr/sbin/pgbouncer', ...(process.env.SVC_TEST_PGBOUNCER?.split(',') ?? [])]
  const found = await Promise.all(programs.map(versionOf))
  return found.filter(
    (one, at) => one && found.findIndex((other) => other?.version === one.version) === at,
  ) as readonly Pooler[]
}

async function versionOf(program: string): Promise<Pooler | undefined> {
  const output = await promisify(execFile)(program, ['--version']).catch(() => undefined)
  const [, version] = /PgBouncer ([\d.]+)/.exec(output?.stdout ?? '') ?? []
  return version === undefined ? undefined : { program, version }
}

/** A PgBouncer in front of a database, with its defaults except for the given settings; returns its URL. */
export async function startPooler(
  t: TestContext,
  { program }: Pooler,
  {
    databaseUrl,
    settings,
  }: { readonly databaseUrl: string; readonly settings: Readonly<Record<string, string>> },
): Promise<string> {
  const url = new URL(databaseUrl)
  const account = await findAccount()
  const dir = await mkdtemp(join(tmpdir(), 'svc-pgbouncer-'))
  atEnd(t, () => rm(dir, { recursive: true, force: true }))
  const port = await freePort()
  const file = join(dir, 'pgbouncer.ini')
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    ...settings,
  }
  await writeFile(
    file,
    `[databases]
* = host=${url.hostname} port=${url.port} user=${url.username} password=${url.password}
[pgbouncer]
${Object.entries(lines)
  .map(([name, value]) => `${name} = ${value}`)
  .join('\n')}
`,
  )
  if (account) for (const path of [dir, file]) await chown(path, account.uid, account.gid)
  const child = spawn(program, [file], { ...account, cwd: dir, stdio: 'ignore' })
  atEnd(t, async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  url.host = `127.0.0.1:${port}`
  const client = () => new pg.Client({ connectionString: url.href })
  for (let attempt = 0; ; attempt += 1) {
    const probe = client()
    try {
      await probe.connect()
      await probe.end()
      return url.href
    } catch (error) {
      if (attempt > 200 || child.exitCode !== null) throw error
      await sleep(50)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
