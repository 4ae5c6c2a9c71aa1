import assert from 'node:assert/strict'
import { open, stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { databaseFile } from '@svc/server'
import { atEnd, openTestStore, executeIn } from '@svc/server/testing'
import { startTroubledApp } from './troubled-app.ts'

test('after the first sign of corruption nothing is written any more, while reads continue', async (t) => {
  const { store, location, remove } = await openTestStore('sqlite')
  atEnd(t, remove)
  await executeIn(store, 'delete from leases')
  const troubled = await startTroubledApp(t, location)
  const { owner } = troubled.organisation
  assert.equal((await owner.post('/teams', { name: 'before' })).status, 201)
  await spoilTable(databaseFile(location.dataDir), kinds.domain.table)

  const first = await owner.post('/domains', { name: 'on a page that is spoilt' })
  assert.deepEqual([first.status, first.body.code], [503, 'unavailable'])
  assert.match(first.body.message, /svc restore/)
  const second = await owner.post('/teams', { name: 'on a page that is not' })
  assert.deepEqual([second.status, second.body.code], [503, 'unavailable'])
  assert.ok(Number(second.headers.get('retry-after')) > 0)
  const { status, body } = await owner.get('/teams')
  assert.equal(status, 200)
  assert.deepEqual(
    body.teams.map(({ name }: { name: string }) => name),
    ['before'],
  )
  const ready = await fetch(`${troubled.app.url}/readyz`)
  assert.equal(ready.status, 503)
  assert.match(((await ready.json()) as { reason: string }).reason, /damaged/)
  const said = troubled.log.filter(({ trouble }) => trouble === 'damaged')
  assert.ok(said.length >= 1 && said.length <= 2, JSON.stringify(troubled.log))
  assert.match(String(said[0]?.message), /svc restore/)
})

test('the write-ahead log shrinks again after it has grown', async (t) => {
  const { location, remove } = await openTestStore('sqlite')
  atEnd(t, remove)
  const { organisation } = await startTroubledApp(t, location)
  const { owner } = organisation
  const file = databaseFile(location.dataDir)
  const reader = new DatabaseSync(file)
  reader.exec('begin; select count(*) from partitions')
  reader.prepare('select count(*) from partitions').get()
  const write = () => owner.post('/runbooks', { ...kinds.runbook.example, bodyMd: 'x'.repeat(480_000) })
  const logBytes = async () => (await stat(`${file}-wal`)).size
  while ((await logBytes()) < 24 * 1024 * 1024) assert.equal((await write()).status, 201)
  reader.exec('rollback')
  reader.close()
  for (let n = 0; n < 20 && (await logBytes()) > 16 * 1024 * 1024; n += 1) await write()
  assert.ok((await logBytes()) <= 16 * 1024 * 1024)
})

/** Like a failing disk: in the middle of the file, without notice to those who have it open. */
async function spoilTable(file: string, table: string): Promise<void> {
  const db = new DatabaseSync(file)
  const { rootpage } = db.prepare('select rootpage from sqlite_master where name = ?').get(table) as {
    rootpage: number
  }
  const { page_size: size } = db.prepare('pragma page_size').get() as { page_size: number }
  db.exec('pragma wal_checkpoint(truncate)')
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(size, 0xff), 0, size, (rootpage - 1) * size)
  await handle.close()
  // Whoever has kept pages in memory reads them again after another's write.
  db.exec('create table touched (id text); drop table touched')
  db.close()
}
