import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { before, test } from 'node:test'
import { kinds } from '@svc/model'
import {
  type Client,
  type EngineName,
  eventually,
  onEachEngine,
  type TestOrganisation,
  useApp,
} from '@svc/server/testing'
import { multiply } from './limits/many-records.ts'
import { startSilentClient } from './limits/silent-client.ts'

/** More than the kernel buffers for a client that reads nothing. */
const runbooks = 60
const documentBytes = 480_000
const each = 4

/** Many large documents on a server with this timeout for silent clients, and a reader of them. */
function useDocuments(engine: EngineName, stallMs: number) {
  const app = useApp(engine, { answerLimits: { waitMs: 300, stallMs } })
  let organisation: TestOrganisation
  let first: Client
  let second: Client

  before(async () => {
    organisation = await app.organisation()
    first = organisation.owner
    second = await organisation.person('owner')
    const body = { ...kinds.runbook.example, bodyMd: 'x'.repeat(documentBytes) }
    const { id } = (await first.post('/runbooks', body)).body
    await multiply(app.location, { kind: kinds.runbook, id, times: runbooks - 1 })
    await first.post('/runbooks', kinds.runbook.example)
  })

  const silent = (client: Client, path: string): Promise<Socket> =>
    startSilentClient(app.url, client.token ?? '', [path])

  /** The answer has begun, so its slot is taken. */
  async function readingNothing(client: Client, path: string): Promise<Socket> {
    const socket = await silent(client, path)
    await once(socket, 'readable')
    return socket
  }

  return {
    silent,
    readingNothing,
    get organisation() {
      return organisation
    },
    get readers() {
      return [first, second] as const
    },
  }
}

onEachEngine((engine) => {
  const documents = useDocuments(engine, 60_000)
  const { silent, readingNothing } = documents

  test('a person reads four complete lists at once, with any token; another is told to retry', async () => {
    const { organisation, readers } = documents
    const [first, second] = readers
    const clients = [first, second, first, second]
    assert.equal(clients.length, each)
    const sockets = await Promise.all(clients.map((client) => readingNothing(client, '/v1/runbooks')))
    try {
      for (const client of readers) {
        const { status, body, headers } = await client.get('/runbooks')
        assert.equal(status, 503)
        assert.equal(body.code, 'unavailable')
        assert.match(headers.get('retry-after') ?? '', /^[1-9]\d*$/)
      }
      const other = await organisation.person('viewer', { scopes: ['read'] })
      assert.equal((await other.get('/runbooks')).status, 200, 'others have places of their own')
      assert.equal((await first.get('/runbooks?limit=1')).status, 200, 'a page needs none')
      sockets[0]?.destroy()
      const reply = await eventually(
        () => first.get('/runbooks'),
        ({ status }) => status === 200,
      )
      assert.equal(reply.body.runbooks.length, runbooks + 1, 'a place is free again when its client has gone')
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

  test('a client that disconnects while it waits leaves the queue', async () => {
    const [first] = documents.readers
    const sockets = await Promise.all(
      Array.from({ length: each }, () => readingNothing(first, '/v1/runbooks')),
    )
    const waiting = await Promise.all(Array.from({ length: 20 }, () => silent(first, '/v1/runbooks')))
    for (const socket of [...waiting, ...sockets]) socket.destroy()
    const reply = await eventually(
      () => first.get('/runbooks'),
      ({ status }) => status === 200,
    )
    assert.equal(reply.body.runbooks.length, runbooks + 1)
  })

  test('HEAD of a streamed list has no body and holds no slot', async () => {
    const [first] = documents.readers
    for (let n = 0; n < 2 * each; n += 1) {
      const reply = await first.send('HEAD', '/runbooks')
      assert.equal(reply.status, 200)
      assert.equal(reply.text, '')
    }
  })
})

onEachEngine((engine) => {
  const documents = useDocuments(engine, 1_500)
  const { readingNothing } = documents

  test('a client that reads nothing is disconnected, and its slot is free again', async () => {
    const [first] = documents.readers
    const sockets = await Promise.all(
      Array.from({ length: each }, () => readingNothing(first, '/v1/runbooks')),
    )
    const reply = await eventually(
      // This server has a short timeout: on a busy machine it may mistake a reader for a silent client.
      () => first.get('/runbooks').catch(() => undefined),
      (answer) => answer?.status === 200,
    )
    assert.equal(reply?.body.runbooks.length, runbooks + 1)
    for (const socket of sockets) socket.destroy()
  })
})
