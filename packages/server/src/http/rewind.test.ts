import assert from 'node:assert/strict'
import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { copyDatabase } from '../store/database-file.ts'
import { openStore } from '../store/open.ts'
import { databaseFile } from '../store/sqlite-file.ts'
import {
  type Client,
  clientOf,
  newOrganisation,
  onEachEngine,
  openTestStore,
  type Reply,
} from '../testing/index.ts'
import { readEvents } from '../testing/event-reader.ts'
import { saveDatabase } from '../testing/rewind.ts'
import { serverOn } from '../testing/server-on.ts'

const tagOf = ({ headers }: Reply): string => String(headers.get('etag'))

/** What clients received from a history that is about to be lost. */
async function lost(client: Client, path: string) {
  const changed = await client.patch(path, { name: 'lost' })
  assert.equal(changed.status, 200)
  const paths = [path, '/teams', '/audit-log', '/teams?limit=1']
  const tags = new Map<string, string>()
  for (const one of paths) tags.set(one, tagOf(await client.get(one)))
  const { lastSeq, epoch } = (await client.get('/events')).body
  const cursor = (await client.get('/teams?limit=1')).body.nextCursor
  return { tag: tagOf(changed), tags, lastSeq, epoch, cursor }
}

onEachEngine((engine) => {
  test('a database that goes back under running servers is noticed by each of them', async (t) => {
    const opened = await openTestStore(engine)
    await opened.store.close()
    const [one, two] = [await serverOn(opened.location), await serverOn(opened.location)]
    t.after(async () => {
      await one.close()
      await two.close()
      await opened.remove().catch(() => {})
      await rm(opened.location.dataDir, { recursive: true, force: true })
    })
    const { ownerToken } = await newOrganisation(one.store, one.url)
    const [first, second] = [clientOf(one.url, ownerToken), clientOf(two.url, ownerToken)]
    const { id } = (await first.post('/teams', { name: 'kept' })).body
    await first.post('/teams', { name: 'beside' })
    const path = `/teams/${id}`
    await second.get(path)
    const saved = await saveDatabase(opened.location)
    const before = await lost(first, path)
    const seen = await lost(second, path)
    await saved.rewind()

    // The very first request after it: nothing may be changed based on what was lost.
    const stale = await second.patch(path, { name: 'over' }, { 'if-match': seen.tag })
    assert.equal(stale.status, 412, stale.text)
    for (const client of [first, second]) {
      assert.equal((await client.get(path)).body.name, 'kept', 'the cache has forgotten what was lost')
      assert.equal((await client.get(`/teams?q=kept`)).body.teams.length, 1)
      for (const [address, tag] of before.tags)
        assert.equal((await client.get(address, { 'if-none-match': tag })).status, 200, address)
    }
    // The same revisions are used again, for something else.
    assert.equal((await second.patch(path, { name: 'other' })).status, 200)
    assert.equal((await second.patch(path, { name: 'another' })).status, 200)
    for (const client of [first, second]) {
      for (const [address, tag] of [...before.tags, ...seen.tags])
        assert.equal((await client.get(address, { 'if-none-match': tag })).status, 200, address)
      const refused = await client.patch(path, { name: 'over' }, { 'if-match': before.tag })
      assert.equal(refused.status, 412)
      assert.equal((await client.get(path)).body.name, 'another')
    }
    // A position in the lost log is refused in every form; the feed says which history it belongs to.
    const { epoch, lastSeq } = (await first.get('/events')).body
    assert.notEqual(epoch, before.epoch)
    for (const place of [`after=1&epoch=${before.epoch}`, `after=${lastSeq + 1}`]) {
      const reply = await second.get(`/events?${place}`)
      assert.equal(reply.status, 410, reply.text)
      assert.equal(reply.body.code, 'gone')
      assert.match(reply.body.message, /read again from the start/)
    }
    assert.equal((await second.get(`/events?after=${lastSeq}&epoch=${epoch}`)).status, 200)
    const streams = { [`${before.epoch}.1`]: 410, '1': 410, [`${epoch}.1`]: 200, [`${epoch}.999999`]: 410 }
    for (const [id, status] of Object.entries(streams)) {
      const reader = await readEvents(two.url, { token: ownerToken, lastEventId: id })
      assert.equal(reader.status, status, id)
      reader.close()
    }
    const cursor = await second.get(`/teams?limit=1&cursor=${before.cursor}`)
    assert.equal(cursor.status, 400, 'a cursor of the lost history')
    const current = await first.get(path)
    assert.equal(
      (await second.get(path, { 'if-none-match': tagOf(current) })).status,
      304,
      'one epoch for all',
    )
  })
})

onEachEngine((engine) => {
  test('a database that went back while no server was running is noticed at the next start', async (t) => {
    const opened = await openTestStore(engine)
    await opened.store.close()
    const { location } = opened
    t.after(async () => {
      await opened.remove().catch(() => {})
      await rm(location.dataDir, { recursive: true, force: true })
    })
    const one = await serverOn(location)
    const { owner, ownerToken } = await newOrganisation(one.store, one.url)
    const { id } = (await owner.post('/teams', { name: 'kept' })).body
    await owner.post('/teams', { name: 'beside' })
    const path = `/teams/${id}`
    const saved = await saveDatabase(location)
    const before = await lost(owner, path)
    await one.close()
    await saved.rewind()
    const two = await serverOn(location)
    t.after(two.close)
    const client = clientOf(two.url, ownerToken)
    assert.equal((await client.patch(path, { name: 'other' })).status, 200)
    for (const [address, tag] of before.tags)
      assert.equal((await client.get(address, { 'if-none-match': tag })).status, 200, address)
    assert.equal((await client.patch(path, { name: 'over' }, { 'if-match': before.tag })).status, 412)
    assert.equal((await client.get(`/events?after=1&epoch=${before.epoch}`)).status, 410)
  })
})

test('an SQLite file other than the one last opened starts a new epoch, however it got there', async () => {
  const opened = await openTestStore('sqlite')
  const { location } = opened
  const file = databaseFile(location.dataDir)
  const epochOf = async (): Promise<string> => {
    const store = await openStore(location)
    const { current } = store.epochs
    await store.close()
    return current
  }
  try {
    await newOrganisation(opened.store, 'http://nowhere.invalid')
    const whileOpen = join(location.dataDir, 'while-open.db')
    await copyDatabase(file, whileOpen)
    await newOrganisation(opened.store, 'http://nowhere.invalid')
    await opened.store.close()
    const first = await epochOf()
    assert.equal(await epochOf(), first, 'the same file, the same epoch')
    const closed = join(location.dataDir, 'closed.db')
    await copyFile(file, closed)

    await copyFile(whileOpen, file)
    const second = await epochOf()
    assert.notEqual(second, first, 'an older copy was written over it')
    await copyFile(closed, file)
    const third = await epochOf()
    assert.ok(![first, second].includes(third), 'a newer one with another epoch in it')
    await rm(`${file}.epoch`)
    assert.notEqual(await epochOf(), third, 'nothing says what it was')
  } finally {
    await rm(location.dataDir, { recursive: true, force: true })
  }
})
