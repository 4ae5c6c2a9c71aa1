import { execFile, type ExecFileOptions } from 'node:child_process'
import { appendFile, chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Cluster, Site } from './postgres-cluster.ts'

/** Copies a running PostgreSQL into a standby that keeps receiving what is written there. */
export async function copyPrimary(
  primary: Pick<Cluster, 'url' | 'dataDir'>,
  { dataDir, account }: Pick<Site, 'dataDir' | 'account'>,
): Promise<void> {
  // By the account that owns it, so that it owns the copy, too.
  await backUp(primary, dataDir, { ...account, cwd: '/' })
  const { hostname, port, username, password } = new URL(primary.url)
  const place = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(dataDir, 'postgresql.auto.conf'), `primary_conninfo = '${place}'\n`)
  await writeFile(join(dataDir, 'standby.signal'), '')
  if (!account) return
  for (const name of ['backup_label', 'standby.signal'])
    await chown(join(dataDir, name), account.uid, account.gid)
}

/** Copies the files of a running PostgreSQL, as pg_basebackup would. */
export async function backUp(
  { url, dataDir: source }: Pick<Cluster, 'url' | 'dataDir'>,
  target: string,
  by: ExecFileOptions = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`)
    await promisify(execFile)('cp', ['-R', '-p', source, target], by)
    const { rows } = await client.query('select labelfile from pg_backup_stop()')
    await writeFile(join(target, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  await rm(join(target, 'postmaster.pid'), { force: true })
}
