import assert from 'node:assert/strict'
import { chmod, copyFile, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { jsonOf, runSvc, scratchDir } from './testing/run-svc.ts'
import { serveSvc } from './testing/serve-svc.ts'

const token = `svc_pat_live_${'0123456789abcdef'.repeat(3)}`
const createOrg = ['org', 'create', '--name', 'Acme', '--owner-email', 'ada@example.com']

test('a backup of a busy server contains every write that was acknowledged before it', async (t) => {
  const dir = await scratchDir(t)
  const env = { SVC_DATA_DIR: join(dir, 'data'), SVC_BOOTSTRAP_TOKEN: token, SVC_RATE_LIMIT: 'off' }
  const server = await serveSvc(t, [], env)
  const project = (name: string) =>
    fetch(`${server.url}/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
  for (let n = 0; n < 50; n++) assert.equal((await project(`before ${n}`)).status, 201)
  let isDone = false
  const writers = Array.from({ length: 4 }, async () => {
    while (!isDone) await project('meanwhile')
  })
  const file = join(dir, 'copy.db')
  const made = await jsonOf<{ bytes: number }>(['backup', file], { env })
  isDone = true
  await Promise.all(writers)

  assert.equal((await stat(file)).size, made.bytes)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.deepEqual(await readdir(dir), ['copy.db', 'data'], 'nothing unfinished is left')
  const db = new DatabaseSync(file, { readOnly: true })
  t.after(() => db.close())
  const count = db.prepare(`select count(*) as count from projects where name like 'before %'`).get()
  assert.equal(count?.count, 50)
})

test('a backup does not overwrite a file without --force', async (t) => {
  const dir = await scratchDir(t)
  const env = { SVC_DATA_DIR: dir }
  await jsonOf(createOrg, { env })
  const file = join(dir, 'copy.db')
  await writeFile(file, 'precious')
  const refused = await runSvc(['backup', file], { env })
  assert.equal(refused.code, 1)
  assert.match(refused.err, /already exists: choose another name, or overwrite it with --force\.\n$/)
  assert.match((await runSvc(['backup', file, '--force'], { env })).out, /^Wrote \S+ \(\d+\.\d MB\)\.\n$/)
  const nowhere = await runSvc(['backup', join(dir, 'no/copy.db')], { env })
  assert.match(nowhere.err, /^There is no directory \S+\/no: create it first\.\n$/)
})

test('a backup is restored into a new directory', async (t) => {
  const dir = await scratchDir(t)
  const made = await jsonOf<{ organisationId: string }>(createOrg, { env: { SVC_DATA_DIR: join(dir, 'a') } })
  const file = join(dir, 'copy.db')
  await jsonOf(['backup', file, '--data-dir', join(dir, 'a')])
  assert.deepEqual((await readdir(join(dir, 'a'))).sort(), ['svc.db', 'svc.db.epoch'])
  await chmod(file, 0o400)
  const target = join(dir, 'b/data')
  assert.deepEqual(await jsonOf(['restore', file, '--data-dir', target]), { organisations: 1, keptAs: null })
  assert.equal((await stat(target)).mode & 0o777, 0o700)
  assert.deepEqual(await jsonOf(['org', 'list', '--data-dir', target]), [
    { id: made.organisationId, name: 'Acme' },
  ])
})

test('a restore does not replace a database, unless with --force, which keeps the old one', async (t) => {
  const dir = await scratchDir(t)
  const env = { SVC_DATA_DIR: join(dir, 'data') }
  await jsonOf(createOrg, { env })
  const file = join(dir, 'copy.db')
  await jsonOf(['backup', file], { env })
  await jsonOf(createOrg, { env })
  const refused = await runSvc(['restore', file], { env })
  assert.equal(refused.code, 1)
  assert.match(
    refused.err,
    /^There is already a database in \S+: choose another directory with --data-dir, or replace it with --force/,
  )

  const { keptAs } = await jsonOf<{ keptAs: string }>(['restore', file, '--force'], { env })
  assert.equal((await jsonOf<unknown[]>(['org', 'list'], { env })).length, 1)
  const kept = new DatabaseSync(keptAs, { readOnly: true })
  t.after(() => kept.close())
  assert.equal(kept.prepare('select count(*) as count from organisations').get()?.count, 2)
})

test('a restore replaces even a destroyed database, with its log', async (t) => {
  const dir = await scratchDir(t)
  const env = { SVC_DATA_DIR: join(dir, 'data') }
  await jsonOf(createOrg, { env })
  const file = join(dir, 'copy.db')
  await jsonOf(['backup', file], { env })
  for (const name of ['svc.db', 'svc.db-wal'])
    await writeFile(join(env.SVC_DATA_DIR, name), 'ruin'.repeat(2_000))
  assert.equal((await runSvc(['restore', file, '--force'], { env })).code, 0)
  assert.equal((await jsonOf<unknown[]>(['org', 'list'], { env })).length, 1)
  const left = (await readdir(env.SVC_DATA_DIR)).map((name) => name.replace(/before-.*Z/, 'before'))
  assert.deepEqual(left.filter((name) => !name.endsWith('.before-wal')).sort(), [
    'svc.db',
    'svc.db.before',
    'svc.db.epoch',
  ])
})

test('a restore refuses while a server has the database open', async (t) => {
  const dir = await scratchDir(t)
  const env = { SVC_DATA_DIR: join(dir, 'data'), SVC_BOOTSTRAP_TOKEN: token }
  const server = await serveSvc(t, [], env)
  const file = join(dir, 'copy.db')
  await jsonOf(['backup', file], { env })
  const { code, err } = await runSvc(['restore', file, '--force'], { env })
  assert.equal(code, 1)
  assert.match(err, /^Another process has the database in \S+ open: stop the server first\.\n$/)
  await server.stop()
  assert.equal((await runSvc(['restore', file, '--force'], { env })).code, 0)
})

test('a restore accepts only an intact database of svc that is not newer', async (t) => {
  const dir = await scratchDir(t)
  const env = { SVC_DATA_DIR: join(dir, 'data') }
  const restore = async (file: string) => (await runSvc(['restore', join(dir, file)], { env })).err
  assert.match(await restore('none.db'), /^There is no file \S+none\.db\.\n$/)
  await writeFile(join(dir, 'text.db'), 'not a database at all, whatever its name may say'.repeat(99))
  assert.match(await restore('text.db'), /cannot be restored: file is not a database\.\n$/)
  new DatabaseSync(join(dir, 'other.db')).exec('create table t (a text)')
  assert.match(await restore('other.db'), /cannot be restored: it is not a database of svc\.\n$/)

  await jsonOf([...createOrg, '--data-dir', join(dir, 'source')])
  await jsonOf(['backup', join(dir, 'newer.db'), '--data-dir', join(dir, 'source')])
  await copyFile(join(dir, 'newer.db'), join(dir, 'good.db'))
  new DatabaseSync(join(dir, 'newer.db')).exec(`insert into schema_migrations values ('9999-later', '2030')`)
  assert.match(
    await restore('newer.db'),
    /it is newer than this program, which does not know 9999-later\.\n$/,
  )
  assert.deepEqual(await readdir(env.SVC_DATA_DIR), [], 'nothing was written there')
  assert.equal(await restore('good.db'), '')
})
