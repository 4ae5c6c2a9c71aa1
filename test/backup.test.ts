import assert from 'node:assert/strict'
import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { copyDatabase, databaseFile, inspectDatabase } from '@svc/server'
import { atEnd, clientOf } from '@svc/server/testing'
import { createWriter } from './crash/writer.ts'
import { verifyLedgers } from './crash/verify.ts'
import { withSqliteFile } from './invariants/snapshot.ts'
import { readState } from './invariants/state.ts'
import { assertSound, untilCaughtUp, violationsIn } from './invariants/whole.ts'
import { emptyStore } from './processes/empty-store.ts'
import { newToken, startServerProcess } from './processes/server-process.ts'

const writerCount = 8
const backups = 4

test('a backup while a server writes is complete, and contains everything acknowledged before it', async (t) => {
  const { location, remove } = await emptyStore('sqlite')
  atEnd(t, remove)
  const token = newToken()
  const server = await startServerProcess({ location, token })
  atEnd(t, server.kill)
  const owner = clientOf(server.url, token)
  // Long enough that some of the writes fall into the copying.
  const bodyMd = 'Look at the queue, then at the database.\n'.repeat(5_000)
  for (let n = 0; n < 60; n += 1) {
    const runbook = { title: `Runbook ${n}`, runbookType: 'deployment', bodyMd }
    assert.equal((await owner.post('/runbooks', runbook)).status, 201)
  }

  const stop = new AbortController()
  const writers = Array.from({ length: writerCount }, (_, index) => createWriter(`writer ${index} step`))
  const writing = Promise.all(writers.map((writer) => writer.run(owner, stop.signal)))
  const acknowledged = () => writers.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0)
  let meanwhile = 0
  for (let count = 1; count <= backups; count += 1) {
    const { body: before } = await owner.post('/projects', { name: `Before backup ${count}` })
    const file = join(location.dataDir, `backup ${count}.db`)
    const atStart = acknowledged()
    await copyDatabase(databaseFile(location.dataDir), file)
    meanwhile += acknowledged() - atStart

    assert.deepEqual(inspectDatabase(file), { problems: [], organisations: 1 })
    await withSqliteFile(file, assertSound)
    const state = await withSqliteFile(file, readState)
    assert.deepEqual(violationsIn(state), [])
    assert.ok(state.records.get(kinds.project)?.some(({ id }) => id === before.id))
    assert.equal((await owner.delete(`/projects/${before.id}`)).status, 204)
  }
  stop.abort()
  await writing
  assert.ok(meanwhile > 0, 'Nobody wrote during the backups.')
  await verifyLedgers(
    owner,
    writers.map(({ ledger }) => ledger),
  )
  assert.deepEqual(server.errors, [])
  await server.kill()

  const restored = { dataDir: join(location.dataDir, 'restored') }
  await mkdir(restored.dataDir)
  await copyFile(join(location.dataDir, `backup ${backups}.db`), databaseFile(restored.dataDir))
  const again = await startServerProcess({ location: restored, token })
  atEnd(t, again.kill)
  assert.equal(again.hasMadeOrganisation, false)
  assert.equal((await clientOf(again.url, token).post('/projects', { name: 'After' })).status, 201)
  await untilCaughtUp(restored)
})
