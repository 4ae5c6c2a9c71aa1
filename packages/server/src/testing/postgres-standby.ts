import { execFile } from 'node:child_process'
import { appendFile, chown, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Cluster, Site } from './postgres-cluster.ts'

/**
 * Copies a running PostgreSQL, as pg_basebackup would, into a standby that keeps receiving what is written
 * there.
 */
export async function copyPrimary(
  { url, dataDir: source }: Pick<Cluster, 'url' | 'dataDir'>,
  { dataDir, account }: Pick<Site, 'dataDir' | 'account'>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`)
    // By the account that owns it, so that it owns the copy, too.
    await promisify(execFile)('cp', ['-R', '-p', source, dataDir], { ...account, cwd: '/' })
    const { rows } = await client.query('select labelfile from pg_backup_stop()')
    await writeFile(join(dataDir, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
  await rm(join(dataDir, 'postmaster.pid'), { force: true })
  const { hostname, port, username, password } = new URL(url)
  const primary = `host=${hostname} port=${port} user=${username} password=${password}`
  await appendFile(join(dataDir, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`)
  await writeFile(join(dataDir, 'standby.signal'), '')
  if (!account) return
  for (const name of ['backup_label', 'standby.signal'])
    await chown(join(dataDir, name), account.uid, account.gid)
}
