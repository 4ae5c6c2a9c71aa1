import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '@svc/model'
import { type Client, clientOf, type EngineName, onEachEngine } from '@svc/server/testing'
import { copyId, multiply } from './limits/many-records.ts'
import { peakMemoryOf } from './limits/peak-memory.ts'
import { startSilentClient } from './limits/silent-client.ts'
import { type EmptyStore, emptyStore } from './processes/empty-store.ts'
import { newToken, type ServerProcess, startServerProcess } from './processes/server-process.ts'

/** Loads that one viewer can put on a server, whose memory must stay small with Node's default heap. */
interface Load {
  readonly runbooks: number
  readonly silent: number
}

const maxMb = 400
const documentBytes = 480_000
const listsAtOnce = 8

const short: Load = { runbooks: 60, silent: 60 }
const long: Load = { runbooks: 250, silent: 300 }

const withoutProc = existsSync('/proc/self/status') ? false : 'there is no /proc to read memory from'

describe('a short hostile load', { skip: withoutProc }, () => onEachEngine((engine) => loaded(engine, short)))
describe(
  'the whole hostile load',
  {
    skip: process.env.SVC_TEST_LONG ? withoutProc : 'SVC_TEST_LONG is not set; it takes minutes',
  },
  () => onEachEngine((engine) => loaded(engine, long)),
)

function loaded(engine: EngineName, { runbooks, silent }: Load): void {
  const token = newToken()
  let store: EmptyStore
  let server: ServerProcess
  let owner: Client
  let other: Client
  let id: string

  before(async () => {
    store = await emptyStore(engine)
    server = await startServerProcess({ location: store.location, token })
    owner = clientOf(server.url, token)
    const { body } = await owner.post('/api-keys', { name: 'somebody else', scopes: ['read'] })
    other = clientOf(server.url, body.key)
    const runbook = { ...kinds.runbook.example, bodyMd: 'The queue is full. '.repeat(documentBytes / 19) }
    id = (await owner.post('/runbooks', runbook)).body.id
    await multiply(store.location, { kind: kinds.runbook, id, times: runbooks - 1 })
    // Copies were made past the server: it sees them with the next change.
    await owner.post('/runbooks', kinds.runbook.example)
  })
  after(async () => {
    await server?.kill()
    await store?.remove()
  })

  test(`${listsAtOnce} whole lists of ${runbooks} large documents at once stay below ${maxMb} MB`, async (t) => {
    const counts = await Promise.all(
      Array.from({ length: listsAtOnce }, () => countRunbooks(server.url, token)),
    )
    assert.deepEqual(counts, Array<number>(listsAtOnce).fill(runbooks + 1))
    await checkPeak(t)
  })

  test(`${silent} clients that read nothing stay below ${maxMb} MB, and others are served`, async (t) => {
    const asked = [
      '/v1/runbooks',
      '/v1/runbooks?limit=100',
      '/v1/runbooks?limit=50&sort=title',
      '/v1/audit-log',
      '/v1/events?limit=100',
    ]
    const clients = await Promise.all(
      Array.from({ length: silent }, (_, n) => {
        const one = `/v1/runbooks/${copyId(id, (n % (runbooks - 1)) + 1)}`
        const paths = n % 3 === 0 ? Array<string>(20).fill(one) : [asked[n % asked.length] ?? '', one]
        return startSilentClient(server.url, token, paths)
      }),
    )
    try {
      for (let n = 0; n < 20; n += 1) {
        assert.equal((await other.get('/me')).status, 200)
        assert.equal((await other.get('/projects?limit=10')).status, 200)
        await sleep(100)
      }
      await checkPeak(t)
    } finally {
      for (const client of clients) client.destroy()
    }
  })

  async function checkPeak(t: { diagnostic(text: string): void }): Promise<void> {
    const peak = await peakMemoryOf(server.pid)
    t.diagnostic(`the server had at most ${peak.toFixed(0)} MB`)
    assert.ok(peak < maxMb, `The server had ${peak.toFixed(0)} MB.`)
  }
}

/** Reads the complete list slowly, and retries as often as it is told to. */
async function countRunbooks(url: string, token: string): Promise<number> {
  for (;;) {
    const response = await fetch(`${url}/v1/runbooks`, { headers: { authorization: `Bearer ${token}` } })
    assert.ok(response.body)
    if (response.status === 503) {
      await response.body.cancel()
      await sleep(1_000 * Number(response.headers.get('retry-after')))
      continue
    }
    assert.equal(response.status, 200)
    let count = 0
    let rest = ''
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const text = rest + chunk
      count += text.split('"bodyMd":').length - 1
      rest = text.slice(-8)
    }
    return count
  }
}
