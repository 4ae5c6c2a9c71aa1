import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '@svc/model'
import { type Client, clientOf, eventually, isLongRun, onEachEngine } from '@svc/server/testing'
import { copyId, multiply } from './limits/many-records.ts'
import { growthDuring } from './limits/peak-memory.ts'
import { type SlowReader, startSlowReader } from './limits/slow-reader.ts'
import { startSlowSender } from './limits/slow-sender.ts'
import { type EmptyStore, emptyStore } from './processes/empty-store.ts'
import { newToken, type ServerProcess, startServerProcess } from './processes/server-process.ts'

const records = isLongRun ? 60_000 : 25_000
const listMb = (records / 1_000) * 3
const slowReaders = 4
/** Too small for the records of a complete list in memory. */
const heapFlag = '--max-old-space-size=96'
/** Building a list in memory takes twice its size; this leaves some headroom for garbage. */
const maxGrowthMb = 1.5 * listMb
/** The beginning of a list is buffered until it is known whether it is short. */
const maxGrowthPerReaderMb = 16

onEachEngine((engine) => {
  const token = newToken()
  let store: EmptyStore
  let server: ServerProcess
  let owner: Client
  let originalId: string

  before(async () => {
    store = await emptyStore(engine)
    server = await startServerProcess({ location: store.location, token }, [heapFlag])
    owner = clientOf(server.url, token)
    const resource = {
      name: 'orders-db',
      kind: 'database',
      description: 'x'.repeat(2_700),
      tags: ['storage'],
    }
    originalId = (await owner.post('/resources', resource)).body.id
    await multiply(store.location, { kind: kinds.resource, id: originalId, times: records - 1 })
  })
  after(async () => {
    await server?.kill()
    await store?.remove()
  })

  const url = () => `${server.url}/v1/resources`

  test(`a list of ${records} is sent as it is read, and is never completely in memory`, async (t) => {
    for (let n = 0; n < 5; n += 1) await owner.get('/resources?limit=1000')
    let bytes = 0
    const growth = await growthDuring(server.pid, async () => {
      const response = await fetch(url(), { headers: { authorization: `Bearer ${token}` } })
      assert.equal(response.status, 200)
      assert.ok(response.body)
      for await (const chunk of response.body) bytes += chunk.length
    })
    t.diagnostic(`${(bytes / 1e6).toFixed(0)} MB were sent; the server grew by ${growth?.toFixed(0)} MB`)
    assert.ok(bytes > listMb * 1e6)
    assert.ok((growth ?? 0) < maxGrowthMb, `The server grew by ${growth} MB.`)
  })

  test(`an archive of ${records} is sent as it is read, and is never completely in memory`, async (t) => {
    let bytes = 0
    const growth = await growthDuring(server.pid, async () => {
      const response = await fetch(`${server.url}/v1/exports/archive`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      })
      assert.equal(response.status, 200)
      assert.ok(response.body)
      for await (const chunk of response.body) bytes += chunk.length
    })
    t.diagnostic(`${(bytes / 1e6).toFixed(1)} MB were sent; the server grew by ${growth?.toFixed(0)} MB`)
    // The same text over and over: next to nothing of it is left.
    assert.ok(bytes > records * 4)
    assert.ok((growth ?? 0) < maxGrowthMb, `The server grew by ${growth} MB.`)
  })

  test('slow readers block nobody, cost little, and eventually get the complete list', async (t) => {
    let readers: readonly SlowReader[] = []
    const growth = await growthDuring(server.pid, async () => {
      const starting = Array.from({ length: slowReaders }, () => startSlowReader(url(), token))
      readers = await Promise.all(starting)
      for (let n = 0; n < 10; n += 1) {
        const { status, body } = await owner.post('/resources', { name: `meanwhile ${n}` })
        assert.equal(status, 201)
        assert.equal((await owner.get(`/resources/${body.id}`)).status, 200)
      }
    })
    t.diagnostic(`With ${slowReaders} slow readers the server grew by ${growth?.toFixed(0)} MB`)
    assert.ok((growth ?? 0) < slowReaders * maxGrowthPerReaderMb, `The server grew by ${growth} MB.`)

    const [first, ...others] = readers
    const { resources } = JSON.parse((await first?.finish()) ?? '') as { resources: { id: string }[] }
    const ids = resources.map(({ id }) => id).filter((id) => id.startsWith(originalId))
    const wanted = Array.from({ length: records - 1 }, (_, n) => copyId(originalId, n + 1))
    assert.deepEqual(ids, [originalId, ...wanted].sort().reverse())
    for (const reader of others) reader.abandon()
  })

  test('a server that is told to stop finishes started requests, and accepts no new ones', async () => {
    const body = { name: 'sent in two halves' }
    const sender = await startSlowSender(url(), token, body)
    const reader = await startSlowReader(url(), token)
    await sleep(50)
    const stopping = server.stop()
    await eventually(isRefused, (refused) => refused)

    const { status, body: made } = await sender.finish()
    assert.equal(status, 201)
    const { resources } = JSON.parse(await reader.finish()) as { resources: unknown[] }
    assert.ok(resources.length >= records)
    assert.equal(await Promise.race([stopping, sleep(10_000, 'still running')]), 0)

    server = await startServerProcess({ location: store.location, token })
    assert.equal((await clientOf(server.url, token).get(`/resources/${made.id}`)).body.name, body.name)
  })

  const isRefused = async (): Promise<boolean> => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const refused = once(socket, 'error').then(() => true)
    const accepted = once(socket, 'connect').then(() => false)
    refused.catch(() => {})
    accepted.catch(() => {})
    return Promise.race([refused, accepted]).finally(() => socket.destroy())
  }
})
