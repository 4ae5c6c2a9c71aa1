import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allOperations, kinds } from '@svc/model'
import {
  addressOf,
  type Client,
  createFixtures,
  onEachEngine,
  startHttp,
  useApp,
} from '../../testing/index.ts'
import { make } from './checks.ts'

const asking = allOperations.filter(({ asksOutside }) => asksOutside)

onEachEngine((engine) => {
  const app = useApp(engine, {
    fetchAllow: ['127.0.0.1'],
    demandLimits: { ofEach: 2, inAll: 3, waitMs: 60_000 },
  })
  const full = useApp(engine, { demandLimits: { ofEach: 0, waitMs: 1 } })

  for (const { id, method, path, bodyExample } of asking) {
    test(`${id}: while too many requests to other services are in progress, it says when to try again`, async () => {
      const organisation = await full.organisation()
      const { make: made, client } = createFixtures({ app: full, organisation })
      const { id: apiId } = await made(kinds.api, { specUrl: 'https://example.com/openapi.json' })
      const reply = await client.send(method, addressOf(path, apiId), bodyExample)
      assert.deepEqual([reply.status, reply.body.code], [503, 'unavailable'], reply.text)
      assert.equal(reply.headers.get('retry-after'), '1')
    })
  }

  test('a specification that many request at the same time is fetched once per organisation', async (t) => {
    const gate = Promise.withResolvers<void>()
    let asked = 0
    const source = await startHttp(t, async (_, response) => {
      asked += 1
      await gate.promise
      response.end('{"openapi":"3.1.0"}')
    })
    const specUrl = `http://127.0.0.1:${source.port}/openapi.json`
    const replies = []
    for (const { owner } of [await app.organisation(), await app.organisation()]) {
      const { id } = await make(owner, '/apis', { name: 'x', specUrl })
      replies.push(...Array.from({ length: 10 }, () => owner.get(`/apis/${id}/spec`)))
    }
    while (asked < 2) await new Promise((resolve) => setTimeout(resolve, 10))
    // Requests that arrive after the answer are fetched again; most have arrived by now.
    await new Promise((resolve) => setTimeout(resolve, 500))
    assert.equal(asked, 2)
    gate.resolve()
    for (const reply of await Promise.all(replies)) assert.equal(reply.status, 200, reply.text)
    assert.ok(asked < replies.length / 2, `${asked} fetches for ${replies.length} requests`)
  })

  test('concurrent requests are limited per organisation, and in total', async (t) => {
    const open = new Set<() => void>()
    let most = 0
    const source = await startHttp(t, async (_, response) => {
      await new Promise<void>((resolve) => {
        open.add(resolve)
        most = Math.max(most, open.size)
      })
      response.end('{"openapi":"3.1.0"}')
    })
    const until = async (count: number): Promise<void> => {
      while (open.size < count) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    const made: { readonly owner: Client; readonly id: string }[] = []
    for (const count of [6, 3]) {
      const { owner } = await app.organisation()
      for (let n = 0; n < count; n += 1) {
        const specUrl = `http://127.0.0.1:${source.port}/${n}.json`
        made.push({ owner, id: (await make(owner, '/apis', { name: 'x', specUrl })).id })
      }
    }
    const ask = ({ owner, id }: (typeof made)[number]) => owner.get(`/apis/${id}/spec`)
    const replies = made.slice(0, 6).map(ask)
    await until(2)
    replies.push(...made.slice(6).map(ask))
    await until(3)
    const done = Promise.all(replies)
    const letGo = setInterval(() => {
      for (const resolve of open) {
        open.delete(resolve)
        resolve()
      }
    }, 50)
    for (const reply of await done) assert.equal(reply.status, 200, reply.text)
    clearInterval(letGo)
    assert.equal(most, 3)
  })
})
