import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, clientOf, onEachEngine } from '@svc/server/testing'
import { type EmptyStore, emptyStore } from './processes/empty-store.ts'
import { newToken, type ServerProcess, startServerProcess } from './processes/server-process.ts'

const requests = 60
/** What a process may hold without having spent it: one share and the next. */
const held = 2 * Math.floor(requests * 0.05)

onEachEngine((engine) => {
  let store: EmptyStore
  let processes: readonly ServerProcess[] = []

  before(async () => {
    store = await emptyStore(engine)
    const token = newToken()
    const server = { rateLimit: `${requests}/600s` }
    const first = await startServerProcess({ location: store.location, token, server })
    processes = [first]
    owner = clientOf(first.url, token)
    processes = [first, await startServerProcess({ location: store.location, token, server })]
  })
  after(async () => {
    await Promise.all(processes.map((one) => one.kill()))
    await store?.remove()
  })
  let owner: Client

  /** How many requests the processes answer together before each of them refuses. */
  async function answered(tokens: readonly string[]): Promise<number> {
    let count = 0
    const lanes = processes.flatMap(({ url }) => tokens.map((token) => clientOf(url, token)))
    await Promise.all(
      lanes.map(async (client) => {
        while ((await client.get('/me')).status === 200) count += 1
      }),
    )
    return count
  }

  test('two processes count a person’s tokens together', async () => {
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => (await owner.post('/tokens', { name: 'x' })).body),
    )
    const count = await answered(tokens.map(({ token }) => token))
    assert.ok(count <= requests - tokens.length, `${count} were answered after ${tokens.length}`)
    assert.ok(count >= requests - tokens.length - 2 * held, `only ${count} were answered`)
    for (const { url } of processes)
      assert.equal((await clientOf(url, owner.token).get('/me')).status, 429, 'and the first one too')
  })
})
