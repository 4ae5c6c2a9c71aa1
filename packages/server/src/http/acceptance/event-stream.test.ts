import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../../main.ts'
import { issueToken } from '../../services/identity/issue-credentials.ts'
import { openStore } from '../../store/open.ts'
import { type EventReader, readEvents } from '../../testing/event-reader.ts'
import {
  clientOf,
  eventually,
  newOrganisation,
  onEachEngine,
  openTestStore,
  useApp,
} from '../../testing/index.ts'
import { maxStreams } from '../event-streams.ts'

/** The next events of a stream: this many, or fewer if it ends before. */
async function take(reader: EventReader, count: number): Promise<readonly { seq: number; type: string }[]> {
  const taken: { seq: number; type: string }[] = []
  if (count === 0) return taken
  for await (const { id, data } of reader.events()) {
    const event = JSON.parse(data)
    assert.match(id ?? '', new RegExp(`^[0-9a-f]{16}\\.${event.seq}$`), 'the id is the epoch and the seq')
    taken.push(event)
    if (taken.length === count) break
  }
  return taken
}

const seqs = (events: readonly { seq: number }[]): readonly number[] => events.map(({ seq }) => seq)

onEachEngine((engine) => {
  const app = useApp(engine)

  test('it starts after the given position, and continues as changes are committed', async () => {
    const { owner, ownerToken: token } = await app.organisation()
    for (const name of ['a', 'b', 'c']) await owner.post('/teams', { name })
    const reader = await readEvents(app.url, { token, query: '?after=1' })
    assert.equal(reader.status, 200)
    assert.equal(reader.headers.get('content-type'), 'text/event-stream; charset=utf-8')
    assert.equal(reader.headers.get('cache-control'), 'no-store')
    const taken = take(reader, 5)
    await sleep(100)
    for (const name of ['d', 'e', 'f']) await owner.post('/teams', { name })
    assert.deepEqual(seqs(await taken), [2, 3, 4, 5, 6])
    assert.match(reader.text(), /^retry: \d+\n\n/)
  })

  test('without a position it starts now; the last event’s id wins over the address', async () => {
    const { owner, ownerToken: token } = await app.organisation()
    for (const name of ['a', 'b', 'c']) await owner.post('/teams', { name })
    const live = take(await readEvents(app.url, { token }), 1)
    const resumed = take(await readEvents(app.url, { token, query: '?after=0', lastEventId: '2' }), 2)
    await sleep(50)
    await owner.post('/teams', { name: 'd' })
    assert.deepEqual(seqs(await live), [4])
    assert.deepEqual(seqs(await resumed), [3, 4])
  })

  test('filters apply, and the position moves past what they leave out', async () => {
    const { owner, ownerToken: token } = await app.organisation()
    await owner.post('/teams', { name: 'a' })
    const reader = await readEvents(app.url, { token, query: '?after=0&kind=domain' })
    const taken = take(reader, 1)
    await owner.post('/teams', { name: 'b' })
    await eventually(
      async () => reader.lastId(),
      (id) => id?.endsWith('.2') === true,
    )
    await owner.post('/domains', { name: 'c' })
    assert.deepEqual(seqs(await taken), [3])
  })

  test('an invalid or forbidden request is refused as anywhere else', async () => {
    const own = await app.organisation()
    const accept = { accept: 'text/event-stream' }
    const refused = async (path: string, headers: Record<string, string>, field: string): Promise<void> => {
      const reply = await own.owner.get(path, { ...accept, ...headers })
      assert.equal(reply.status, 400, reply.text)
      assert.equal(reply.body.details[0].path, field)
    }
    await refused('/events', { 'last-event-id': 'x' }, 'Last-Event-ID')
    await refused('/events?limit=5', {}, 'limit')
    await refused('/events?after=x', {}, 'after')
    const member = await own.person('member')
    assert.equal((await member.get('/events?scope=organisation', accept)).status, 403)
    assert.equal((await app.client('svc_pat_live_x').get('/events', accept)).status, 401)
    assert.equal((await own.owner.send('HEAD', '/events', undefined, accept)).status, 200)
  })

  test('a stream shows nothing of another organisation, nor what its caller may not see', async () => {
    const [own, other] = [await app.organisation(), await app.organisation()]
    const token = String((await own.person('viewer')).token)
    const reader = await readEvents(app.url, { token, query: '?after=0' })
    const taken = take(reader, 1)
    await other.owner.post('/teams', { name: 'theirs' })
    await own.owner.post('/runbooks', { title: 'secret', runbookType: 'x', visibilityRoleMin: 'admin' })
    await own.owner.post('/teams', { name: 'ours' })
    assert.deepEqual(seqs(await taken), [2])
    assert.ok(!reader.text().includes('theirs') && !reader.text().includes('secret'))
  })

  test('it ends when its credential is no longer valid', async () => {
    const own = await app.organisation()
    const { token, id } = (await own.owner.post('/tokens', { name: 'x', scopes: ['read'] })).body
    const reader = await readEvents(app.url, { token })
    const ended = take(reader, 1_000)
    await own.owner.delete(`/tokens/${id}`)
    await own.owner.post('/teams', { name: 'after' })
    assert.deepEqual(await ended, [])
  })

  test('the number of streams per credential is limited; closing one frees a slot', async () => {
    const { ownerToken: token, owner } = await app.organisation()
    const readers: EventReader[] = []
    for (let n = 0; n < maxStreams.credential; n += 1) readers.push(await readEvents(app.url, { token }))
    const refused = await owner.get('/events', { accept: 'text/event-stream' })
    assert.equal(refused.status, 429)
    assert.equal(refused.body.code, 'rate_limited')
    assert.ok(refused.headers.get('retry-after'))
    assert.equal((await owner.get('/events')).status, 200, 'the plain feed is not affected')
    readers.pop()?.close()
    await eventually(
      () => readEvents(app.url, { token }),
      ({ status }) => status === 200,
    )
    for (const reader of readers) reader.close()
  })

  test('the number of streams per person is limited across all their credentials', async () => {
    const own = await app.organisation()
    const person = await own.user('admin')
    const tokenOf = async (email: string, mode: 'live' | 'test') =>
      (
        await issueToken(app.store, {
          ...{ organisationId: own.id, email, mode, scopes: ['read'], name: 'reads', expiresAt: null },
        })
      ).token
    const readers: EventReader[] = []
    // Of any scope: each alone stays far below its own limit.
    for (let n = 0; n < maxStreams.person; n += 5) {
      const token = await tokenOf(person.email, n % 2 === 0 ? 'live' : 'test')
      for (let m = 0; m < 5; m += 1) readers.push(await readEvents(app.url, { token }))
    }
    assert.deepEqual([...new Set(readers.map(({ status }) => status))], [200])
    const another = await readEvents(app.url, { token: await tokenOf(person.email, 'live') })
    assert.equal(another.status, 429)
    assert.equal(
      (await readEvents(app.url, { token: own.ownerToken })).status,
      200,
      'others are not affected',
    )
    for (const reader of readers) reader.close()
  })

  test('a stalled reader blocks nothing, and gets everything when it resumes', async () => {
    const { owner, ownerToken: token } = await app.organisation()
    const { hostname, port } = new URL(app.url)
    const socket = connect({ host: hostname, port: Number(port) })
    socket.pause()
    socket.write(
      `GET /v1/events?after=0 HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    )
    const bodyMd = 'x'.repeat(400_000)
    const count = 60
    for (let n = 0; n < count; n += 1)
      await owner.post('/runbooks', { title: `r${n}`, runbookType: 'x', bodyMd })
    await sleep(200)
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes
    })
    socket.resume()
    await eventually(
      async () => text.includes(`.${count}\n`),
      (isThere) => isThere,
    )
    const ids = Array.from(text.matchAll(/^id: [0-9a-f]{16}\.(\d+)$/gm), ([, id]) => Number(id))
    assert.deepEqual(
      ids,
      Array.from({ length: count }, (_, n) => n + 1),
    )
    socket.destroy()
  })

  test('a server that shuts down ends its streams; events committed by another process are sent too', async () => {
    const opened = await openTestStore(engine)
    const options = { host: '127.0.0.1', port: 0, rateLimit: 'off', fetchAllow: [], log: () => {} }
    const server = await startServer({ ...options, store: opened.store })
    const second = await openStore(opened.location)
    const other = await startServer({ ...options, store: second })
    const { ownerToken: token } = await newOrganisation(opened.store, server.url)
    const reader = await readEvents(server.url, { token })
    const taken = take(reader, 1)
    await sleep(50)
    await clientOf(other.url, token).post('/teams', { name: 'elsewhere' })
    assert.deepEqual(seqs(await taken), [1])

    const open = take(await readEvents(server.url, { token }), 1_000)
    await other.close()
    await second.close()
    await server.close()
    assert.deepEqual(await open, [])
    await opened.remove()
  })
})
