import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import type { Commit } from './commit.ts'
import type { EpochFile } from './epoch-file.ts'
import { readEpoch } from './epoch-row.ts'
import { renewEpoch } from './epoch.ts'
import { openStore, type Transaction } from './open.ts'
import { partitionsOf } from './partition-id.ts'
import { insertOrganisation, listOrganisations } from './queries/organisations.ts'
import { databaseFile } from './sqlite-file.ts'
import { openSqlite } from './sqlite.ts'

const at = '2026-11-15T12:00:00.000Z'

/** An organisation with a record. */
async function addOrganisation(tx: Transaction, id: string): Promise<void> {
  await tx.run(insertOrganisation, { id, name: id, at })
  const actor = { type: 'system', id: null, name: 'svc' } as const
  await tx.change({ partitionId: partitionsOf(id).home, actor, now: () => new Date(at) }, (change) =>
    change.insert(kinds.team, { id: `team_${id}`, name: id, createdAt: at, updatedAt: at, memberUids: [] }),
  )
}

test('a log that is copied into the file during a transaction does not pass for a replaced file', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-transaction-'))
  const store = await openStore({ dataDir })
  const other = new DatabaseSync(databaseFile(dataDir))
  t.after(async () => {
    other.close()
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  const commits: Commit[] = []
  store.onCommit((commit) => commits.push(commit))

  await store.transaction((tx) => addOrganisation(tx, 'org_1'))
  await store.transaction(async (tx) => {
    await addOrganisation(tx, 'org_2')
    const { checkpointed } = other.prepare('pragma wal_checkpoint(passive)').get() as { checkpointed: number }
    assert.ok(checkpointed > 0)
  })
  assert.deepEqual(
    (await store.run(listOrganisations)).map(({ id }) => id),
    ['org_1', 'org_2'],
  )
  assert.deepEqual(
    commits.map(({ partitionId }) => partitionId),
    ['org_1', 'org_2'].map((id) => partitionsOf(id).home),
  )
})

test('an epoch is renewed although the log is copied into the file in the same moment', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-transaction-'))
  const store = await openStore({ dataDir })
  const engine = openSqlite(dataDir)
  const other = new DatabaseSync(databaseFile(dataDir))
  t.after(async () => {
    other.close()
    await engine.close()
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  await store.transaction((tx) => addOrganisation(tx, 'org_1'))
  const { epochFile } = engine
  assert.ok(epochFile)
  let copies = 0
  const write: EpochFile['write'] = (seen) => {
    epochFile.write(seen)
    if (++copies === 1) other.exec('pragma wal_checkpoint(passive)')
  }
  const before = await readEpoch(engine.reader)
  assert.ok(before)
  const after = await renewEpoch(
    { ...engine, epochFile: { ...epochFile, write } },
    before,
    await engine.place(),
  )
  assert.notEqual(after.epoch, before.epoch)
  assert.equal((await readEpoch(engine.reader))?.epoch, after.epoch)
  assert.equal(copies, 2, 'the first attempt was refused')
})

test('nobody is told of the changes of a transaction that was rolled back', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-transaction-'))
  const store = await openStore({ dataDir })
  t.after(async () => {
    await store.close()
    rmSync(dataDir, { recursive: true })
  })
  const commits: Commit[] = []
  store.onCommit((commit) => commits.push(commit))
  const failing = store.transaction(async (tx) => {
    await addOrganisation(tx, 'org_1')
    throw new Error('half-way')
  })
  await assert.rejects(failing, /half-way/)
  assert.deepEqual(commits, [])
})
