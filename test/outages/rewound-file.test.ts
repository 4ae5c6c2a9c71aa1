import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { kinds } from '@svc/model'
import { copyDatabase, databaseFile, inspectDatabase } from '@svc/server'
import { atEnd, clientOf, eventually, openTestStore } from '@svc/server/testing'
import { newToken, startServerProcess } from '../processes/server-process.ts'
import { assertForgotten, noteHistory } from './lost-history.ts'

/** A server on a file of which there is an older copy, and what it has given out since. */
async function start(t: TestContext) {
  const { store, location, remove } = await openTestStore('sqlite')
  await store.close()
  atEnd(t, () => remove().catch(() => rm(location.dataDir, { recursive: true, force: true })))
  const file = databaseFile(location.dataDir)
  const token = newToken()
  const launch = async () => {
    const server = await startServerProcess({ location, token })
    atEnd(t, server.kill)
    return { ...server, client: clientOf(server.url, token) }
  }
  const server = await launch()
  const { id } = (await server.client.post('/teams', { name: 'kept' })).body
  await server.client.post('/teams', { name: 'beside' })
  const copy = join(location.dataDir, 'copy.db')
  await copyDatabase(file, copy)
  const path = `/teams/${id}`
  const lost = await noteHistory(server.client, path)
  return {
    ...{ server, launch, file, copy, path, lost },
    copyAgain: () => copyDatabase(file, copy),
    /** What an operator might do in a hurry. */
    copyBack: async ({ withLog = false } = {}) => {
      await copyFile(copy, file)
      if (!withLog) for (const end of ['-wal', '-shm']) await rm(file + end, { force: true })
    },
  }
}

test('an older copy of an SQLite file is noticed after a kill -9, however soon', async (t) => {
  const { server, launch, copyAgain, copyBack, path, lost } = await start(t)
  await copyAgain()
  const last = await server.client.patch(path, { name: 'the only one lost' })
  await server.kill()
  await copyBack()
  const again = await launch()
  // The same numbers are given out for something else.
  assert.equal((await again.client.patch(path, { name: 'other' })).status, 200)
  const tag = String(last.headers.get('etag'))
  assert.equal((await again.client.get(path, { 'if-none-match': tag })).status, 200)
  assert.equal((await again.client.patch(path, { name: 'over' }, { 'if-match': tag })).status, 412)
  await assertForgotten(again.url, again.client, { path, name: 'other', lost })
})

test('a kill -9 alone begins no new epoch', async (t) => {
  const { server, launch, path, lost } = await start(t)
  await server.kill()
  const { client } = await launch()
  for (const [address, tag] of lost.tags)
    assert.equal((await client.get(address, { 'if-none-match': tag })).status, 304, address)
  assert.equal((await client.get(`/events?after=${lost.lastSeq}&epoch=${lost.epoch}`)).status, 200)
  assert.equal((await client.get(path)).body.name, 'lost')
})

for (const [about, withLog] of [
  ['', false],
  [', also beside the log of before', true],
] as const) {
  test(`a backup written over the file of a running server${about} is noticed by its next request`, async (t) => {
    const { server, file, copyBack, path, lost } = await start(t)
    // More than the log takes before it begins anew: what it has then fits no older file.
    const bodyMd = 'x'.repeat(480_000)
    for (let n = 0; withLog && n < 12; n += 1)
      assert.equal((await server.client.post('/runbooks', { ...kinds.runbook.example, bodyMd })).status, 201)
    await copyBack({ withLog })
    await assertForgotten(server.url, server.client, { path, name: 'kept', lost })
    assert.equal((await server.client.patch(path, { name: 'other' })).status, 200)
    await assertForgotten(server.url, server.client, { path, name: 'other', lost })
    assert.deepEqual((await server.client.get('/runbooks')).body.runbooks, [])
    assert.equal(await server.stop(), 0)
    assert.deepEqual(inspectDatabase(file).problems, [], 'nothing of the log of before was written into it')
  })
}

test('a backup written over the file after a kill -9 is not spoilt by the log that was left', async (t) => {
  const { server, launch, file, copyBack, path, lost } = await start(t)
  await server.kill()
  await copyBack({ withLog: true })
  const again = await launch()
  await assertForgotten(again.url, again.client, { path, name: 'kept', lost })
  assert.equal(await again.stop(), 0)
  assert.deepEqual(inspectDatabase(file).problems, [])
})

test('a log that is removed under a running server takes nothing with it that comes before the next write', async (t) => {
  const { server, launch, file, path } = await start(t)
  assert.equal((await server.client.patch(path, { name: 'in the log' })).status, 200)
  for (const end of ['-wal', '-shm']) await rm(file + end)
  assert.equal((await server.client.post('/teams', { name: 'after it' })).status, 201)
  await server.kill()
  const { client } = await launch()
  assert.equal((await client.get(path)).body.name, 'in the log')
  const names = (await client.get('/teams')).body.teams.map(({ name }: { name: string }) => name)
  assert.deepEqual(names.toSorted(), ['after it', 'beside', 'in the log'])
  assert.deepEqual(inspectDatabase(file).problems, [])
})

test('a backup that is written over the file slowly is waited for, and is not taken for damage', async (t) => {
  const { server, file, copy, path, lost } = await start(t)
  const whole = await readFile(copy)
  const handle = await open(file, 'r+')
  await handle.truncate(0)
  for (const part of [0, 1, 2, 3]) {
    const size = Math.ceil(whole.length / 4)
    await handle.write(whole, part * size, Math.min(size, whole.length - part * size), part * size)
    if (part === 3) break
    const { status, body } = await server.client.post('/teams', { name: 'in the middle of it' })
    assert.deepEqual([status, body.code], [503, 'unavailable'])
    assert.doesNotMatch(body.message, /damaged/)
    const ready = await eventually(
      () => fetch(`${server.url}/readyz`),
      ({ status }) => status === 503,
    )
    assert.match(await ready.text(), /cannot be reached/)
  }
  await handle.close()
  await assertForgotten(server.url, server.client, { path, name: 'kept', lost })
  assert.equal((await server.client.get('/teams')).body.teams.length, 2)
  assert.equal(await server.stop(), 0)
  assert.deepEqual(inspectDatabase(file).problems, [])
})

test('a server whose file is removed takes no write that would be lost with it', async (t) => {
  const { server, file, path } = await start(t)
  await rm(file)
  const refused = await server.client.patch(path, { name: 'into nothing' })
  assert.deepEqual([refused.status, refused.body.code], [503, 'unavailable'])
  assert.equal(await server.stop(), 0)
})

test('a server can be stopped while its file is away', async (t) => {
  const { server, file, path } = await start(t)
  for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true })
  assert.equal((await server.client.patch(path, { name: 'into nothing' })).status, 503)
  assert.equal(await server.stop(), 0)
  assert.equal(existsSync(file), false)
})

test('a file that is removed under a running server is missed, not replaced by an empty one', async (t) => {
  const { server, file, copy, path } = await start(t)
  for (const end of ['', '-wal', '-shm']) await rm(file + end, { force: true })
  for (let round = 0; round < 2; round++) {
    const refused = await server.client.patch(path, { name: 'into nothing' })
    assert.equal(refused.status, 503)
    assert.equal(refused.body.code, 'unavailable')
    assert.equal((await fetch(`${server.url}/readyz`)).status, 503)
    assert.equal(existsSync(file), false)
  }
  await copyFile(copy, file)
  await eventually(
    () => fetch(`${server.url}/readyz`),
    ({ status }) => status === 200,
  )
  assert.equal((await server.client.patch(path, { name: 'back again' })).status, 200)
})
