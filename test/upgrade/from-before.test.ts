import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { databaseFile, type StoreLocation } from '@svc/server'
import { kindsWith, eventually, onEachEngine, startReceiver } from '@svc/server/testing'
import { Webhook } from 'standardwebhooks'
import { type EventReader, readEvents } from '../../packages/server/src/testing/event-reader.ts'
import { atTheEnd, type Later, svc } from '../archive/moved-store.ts'
import { type EmptyStore, emptyStore } from '../processes/empty-store.ts'
import { passForRestored, putOldDatabase } from './old-database.ts'
import { assertKept, recording, restedPlace, serveUpgraded, type Upgraded } from './upgraded.ts'

const { answers, nextPages, events, token } = recording
const lastSeq = events.at(-1)?.seq ?? 0
const seqsOf = (all: readonly { seq: number }[]): readonly number[] => all.map(({ seq }) => seq)

/** Reads a stream until it has as many events as are still to come. */
async function take(reader: EventReader, count: number) {
  const taken = []
  for await (const { id, data } of reader.events()) {
    taken.push({ id, event: JSON.parse(data) })
    if (taken.length === count) break
  }
  reader.close()
  return taken
}

onEachEngine((engine) => {
  let place: EmptyStore
  let upgraded: Upgraded

  before(async () => {
    place = await emptyStore(engine)
    await putOldDatabase(recording, place.location)
    upgraded = await serveUpgraded(place.location)
  })
  after(async () => {
    await upgraded?.close()
    await place?.remove()
  })

  test('every ETag of the previous version is read again, and its data is still there', async () => {
    assert.ok(answers.length > 60)
    for (const { address, etag, body } of answers) {
      const asked = await upgraded.client.get(address, { 'if-none-match': etag })
      assert.equal(asked.status, 200, address)
      assertKept(body, asked.body, address)
      const tag = String(asked.headers.get('etag'))
      assert.notEqual(tag, etag, address)
      assert.equal((await upgraded.client.get(address, { 'if-none-match': tag })).status, 304, address)
    }
  })

  test('no If-Match of the previous version changes anything', async () => {
    // Kinds that came later are in no recording.
    const recorded = kindsWith('read', 'update').flatMap((kind) => {
      const known = answers.find(({ route }) => route === `${kind.path}/{${kind.idParam}}`)
      return known ? [{ kind, known }] : []
    })
    assert.ok(recorded.length > 14, `only ${recorded.length} kinds are in the recording`)
    for (const { kind, known } of recorded) {
      const headers = { 'if-match': known.etag }
      for (const method of kind.verbs.includes('delete') ? ['PATCH', 'DELETE'] : ['PATCH']) {
        const body = method === 'PATCH' ? {} : undefined
        const reply = await upgraded.client.send(method, known.address, body, headers)
        assert.deepEqual([reply.status, reply.body?.code], [412, 'precondition_failed'], known.address)
      }
    }
  })

  test('every cursor of the previous version is 400', async () => {
    assert.ok(nextPages.length > 30)
    for (const address of nextPages) {
      const reply = await upgraded.client.get(address)
      assert.deepEqual([reply.status, reply.body.code], [400, 'invalid_request'], address)
      assert.match(reply.body.message, /cursor/)
    }
  })

  test('a feed position of the previous version continues where it was, with the epoch', async () => {
    for (const seq of [0, 1, Math.floor(lastSeq / 2), lastSeq]) {
      const rest = events.filter((event) => event.seq > seq)
      const page = await upgraded.client.get(`/events?after=${seq}&limit=1000`)
      assert.equal(page.status, 200)
      assert.match(page.body.epoch, /^[0-9a-f]{16}$/)
      assertKept(rest, page.body.events, `after ${seq}`)
      if (rest.length === 0) continue
      const reader = await readEvents(upgraded.url, { token, lastEventId: `${seq}` })
      const streamed = await take(reader, rest.length)
      assert.deepEqual(
        streamed.map(({ id }) => id),
        seqsOf(rest).map((one) => `${page.body.epoch}.${one}`),
      )
      assertKept(
        rest,
        streamed.map(({ event }) => event),
        `Last-Event-ID ${seq}`,
      )
    }
  })

  test('a position beyond the end of the log is gone', async () => {
    const { lastSeq: end } = (await upgraded.client.get('/events?limit=1000')).body
    for (const lastEventId of [undefined, `${end + 1}`]) {
      const query = lastEventId === undefined ? `?after=${end + 1}` : ''
      const reader = await readEvents(upgraded.url, { token, query, lastEventId })
      assert.equal(reader.status, 410)
      reader.close()
    }
    const { status, body } = await upgraded.client.get(`/events?after=${end + 1}`)
    assert.deepEqual([status, body.code], [410, 'gone'])
    assert.match(body.message, /read again from the start/)
  })

  test('a request of the previous version is not repeated under its Idempotency-Key', async () => {
    const { key, body, answer } = recording.once
    const again = await upgraded.client.post('/teams', body, { 'idempotency-key': key })
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assertKept(answer, again.body, 'POST /teams')
    // The tag that came with it then is no longer one.
    const tag = again.headers.get('etag')
    const path = `/teams/${again.body.id}`
    if (tag) assert.equal((await upgraded.client.get(path, { 'if-none-match': tag })).status, 200)
  })

  test('a webhook of the previous version continues with the message it was about to retry', async (t) => {
    const { id, secret, deliveries } = recording.webhook
    const [first] = deliveries
    assert.ok(first?.status === 'pending' && deliveries.length === 1)
    const receiver = await startReceiver(t)
    await upgraded.client.patch(`/webhooks/${id}`, { url: receiver.url })
    const { body: page } = await upgraded.client.get(`/events?after=${Number(first.eventSeq) - 1}&limit=1000`)
    const wanted = seqsOf(page.events)
    assert.ok(wanted.length > 1)
    assert.match(page.epoch, /^[0-9a-f]{16}$/)
    await eventually(
      async () => receiver.received.length,
      (count) => count >= wanted.length,
    )
    const told = receiver.received.map(({ body, headers, json }) => {
      // By hand: the library would refuse messages of then for their age.
      const sentAt = new Date(Number(headers['webhook-timestamp']) * 1_000)
      const signature = new Webhook(secret).sign(String(headers['webhook-id']), sentAt, body)
      assert.equal(headers['webhook-signature'], signature)
      return json.data
    })
    assert.deepEqual(seqsOf(told), wanted)
    for (const { epoch } of told) assert.equal(epoch, page.epoch)
    assert.equal(receiver.received[0]?.headers['webhook-id'], first.messageId)
    const kept = await eventually(
      async () => (await upgraded.client.get(`/webhooks/${id}/deliveries`)).body.deliveries,
      (all) => all.length === wanted.length,
    )
    const repeated = kept.find(({ id: one }: { id: string }) => one === first.id)
    assert.equal(repeated.status, 'delivered')
    assert.ok(repeated.attempts > Number(first.attempts))
  })

  test('an archive of the previous version loads, reads back the same, and has no earlier positions', async (t) => {
    const loaded = await loadArchive(atTheEnd(t))
    for (const { route, address, body } of answers) {
      const { status, body: now } = await loaded.client.get(address)
      assert.equal(status, 200, address)
      // Browsers stay behind.
      if (route !== '/me/sessions') assertKept(body, now, address)
    }
    const { body: log } = await loaded.client.get('/events?limit=1000')
    assertKept(events, log.events, 'the log')
    const bare = await readEvents(loaded.url, { token, lastEventId: `${lastSeq - 1}` })
    assert.equal(bare.status, 410, 'the archive may be older than what the reader has seen')
    bare.close()
    const reader = await readEvents(loaded.url, { token, lastEventId: `${log.epoch}.${lastSeq - 1}` })
    assert.deepEqual(seqsOf((await take(reader, 1)).map(({ event }) => event)), [lastSeq])
  })

  test('a restored backup of the previous version works, and has no earlier positions', async (t) => {
    const later = atTheEnd(t)
    const { location, remove } = await emptyStore(engine)
    later(remove)
    await bringBack(location)
    const restored = await serveUpgraded(location)
    later(restored.close)
    const { body: log } = await restored.client.get('/events?limit=1000')
    assertKept(events, log.events, 'the log')
    const bare = await readEvents(restored.url, { token, lastEventId: `${lastSeq - 1}` })
    assert.equal(bare.status, 410, 'the reader may have seen what came after the backup')
    bare.close()
  })

  async function bringBack(location: StoreLocation): Promise<void> {
    await putOldDatabase(recording, location)
    if (engine === 'postgres') return passForRestored(location)
    const backup = join(location.dataDir, 'backup.db')
    await rename(databaseFile(location.dataDir), backup)
    await (await serveUpgraded(location)).close()
    await svc(location, ['restore', backup, '--force'])
  }

  async function loadArchive(later: Later): Promise<Upgraded> {
    const location = await restedPlace(later, engine)
    const folder = join(location.dataDir, 'archive')
    mkdirSync(folder)
    for (const [name, text] of Object.entries(recording.archive)) writeFileSync(join(folder, name), text)
    await svc(location, ['import', 'archive', folder])
    const loaded = await serveUpgraded(location)
    later(loaded.close)
    return loaded
  }
})
