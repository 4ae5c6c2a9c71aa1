import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startServer } from '../../main.ts'
import { runJob } from '../../services/jobs/jobs.ts'
import { openStore } from '../../store/open.ts'
import {
  checkedClient,
  type Client,
  clientOf,
  eventually,
  type Fields,
  newOrganisation,
  onEachEngine,
  openTestStore,
  type TestOrganisation,
  useApp,
} from '../../testing/index.ts'
import { rowsIn } from '../../testing/tables.ts'
import { type Received, startReceiver, type WebhookReceiver } from '../../testing/webhook-receiver.ts'

/** Checked as the specification says, not with the code under test. */
function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  assert.ok(key.length >= 24 && key.length <= 64)
  const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

const until = <T>(ask: () => Promise<T> | T, fits: (value: T) => boolean, ms?: number): Promise<T> =>
  eventually(async () => ask(), fits, ms)

const types = ({ received }: WebhookReceiver): readonly string[] => received.map(({ json }) => json.type)

onEachEngine((engine) => {
  let aheadMs = 0
  const app = useApp(engine, {
    fetchAllow: ['127.0.0.0/8', '127.0.0.1'],
    webhookTiming: { waitsMs: [20, 400, 60_000] },
    now: () => new Date(Date.now() + aheadMs),
  })

  const hook = async (client: Client, receiver: WebhookReceiver, over: Fields = {}) => {
    const made = await client.post('/webhooks', { url: receiver.url, ...over })
    assert.equal(made.status, 201, made.text)
    return made.body
  }
  const deliveries = async (client: Client, id: string) =>
    (await client.get(`/webhooks/${id}/deliveries`)).body.deliveries
  const newClient = async (): Promise<{ own: TestOrganisation; client: Client }> => {
    const own = await app.organisation()
    return { own, client: checkedClient(own.owner) }
  }

  test('it receives events, signed, in order, from its creation on', async (t) => {
    const { client } = await newClient()
    const receiver = await startReceiver(t)
    await client.post('/teams', { name: 'before' })
    const { id, secret } = await hook(client, receiver)
    const team = (await client.post('/teams', { name: 'a' })).body
    await client.patch(`/teams/${team.id}`, { name: 'b' })
    await until(
      () => types(receiver),
      (all) => all.length === 3,
    )
    assert.deepEqual(types(receiver), ['webhook.created', 'team.created', 'team.updated'])
    const [, , last] = receiver.received
    assert.ok(last)
    for (const one of receiver.received) assert.ok(isSigned(one, secret))
    const { events, epoch } = (await client.get('/events?type=team.updated')).body
    const { type, at, ...data } = events[0]
    assert.deepEqual(last.json, { type, timestamp: at, data: { ...data, epoch } })
    assert.deepEqual([data.before.name, data.after.name], ['a', 'b'])
    assert.equal(last.headers['webhook-id'], data.id)
    assert.equal(last.headers['content-type'], 'application/json')
    const list = await until(
      () => deliveries(client, id),
      (all) => all.length === 3,
    )
    assert.deepEqual(
      [list[0].eventType, list[0].status, list[0].attempts, list[0].responseStatus, list[0].eventSeq],
      ['team.updated', 'delivered', 1, 204, data.seq],
    )
    assert.ok(list[0].durationMs >= 0 && list[0].nextAttemptAt === null)
    assert.ok(!JSON.stringify([list, await client.get('/webhooks'), receiver.received]).includes(secret))
  })

  test('it receives only the types that it asks for, from its own mode and organisation', async (t) => {
    const { own, client } = await newClient()
    const receiver = await startReceiver(t)
    await hook(client, receiver, { eventTypes: ['domain.*', 'team.deleted'] })
    const mock = await own.person('owner', { mode: 'test' })
    await mock.post('/domains', { name: 'test' })
    await (await app.organisation()).owner.post('/domains', { name: 'theirs' })
    const team = (await client.post('/teams', { name: 'a' })).body
    await client.delete(`/teams/${team.id}`)
    await client.post('/domains', { name: 'mine' })
    await until(
      () => types(receiver),
      (all) => all.length >= 2,
    )
    await sleep(100)
    assert.deepEqual(types(receiver), ['team.deleted', 'domain.created'])
    assert.equal(receiver.received[1]?.json.data.after.name, 'mine')
  })

  test('a failed message is retried and delays the ones after it; no other webhook waits', async (t) => {
    const { client } = await newClient()
    const [failing, healthy, slow] = [await startReceiver(t), await startReceiver(t), await startReceiver(t)]
    let left = 2
    failing.answerWith((response) => void response.writeHead(left-- > 0 ? 500 : 200).end())
    slow.answerWith(() => {})
    const only = { eventTypes: ['domain.created'] }
    const { id } = await hook(client, failing, only)
    await hook(client, healthy, only)
    await hook(client, slow, only)
    for (const name of ['a', 'b', 'c']) await client.post('/domains', { name })
    await until(
      () => healthy.received.length,
      (count) => count === 3,
    )
    assert.ok(slow.received.length < 2, 'a delivery that waits for an answer delays no other webhook')
    await until(
      () => failing.received.length,
      (count) => count === 5,
    )
    await until(
      () => slow.received.length,
      (count) => count > 0,
    )
    assert.equal(slow.received.length, 1, 'the first is still in progress')
    const names = failing.received.map(({ json }) => json.data.after.name)
    assert.deepEqual(names, ['a', 'a', 'a', 'b', 'c'])
    const ids = failing.received.map(({ headers }) => headers['webhook-id'])
    assert.equal(new Set(ids).size, 3, 'the same id for all attempts')
    const waited = (failing.received[2]?.at ?? 0) - (failing.received[1]?.at ?? 0)
    assert.ok(waited >= 350, `${waited} ms between the second and the third`)
    const list = await until(
      () => deliveries(client, id),
      (all) => all.length === 3,
    )
    assert.deepEqual(
      list.map(({ attempts, status }: Fields) => [attempts, status]),
      [
        [1, 'delivered'],
        [1, 'delivered'],
        [3, 'delivered'],
      ],
    )
  })

  test('a Retry-After of the receiver is respected', async (t) => {
    const { client } = await newClient()
    const receiver = await startReceiver(t)
    receiver.answerWith((response) => void response.writeHead(429, { 'retry-after': '3600' }).end())
    const { id } = await hook(client, receiver)
    const [{ nextAttemptAt, status, error, attempts }] = await until(
      () => deliveries(client, id),
      (all) => all.length === 1,
    )
    const waitMs = Date.parse(nextAttemptAt) - Date.now() - aheadMs
    assert.ok(waitMs > 3_500_000 && waitMs <= 3_600_000, `${waitMs}`)
    assert.deepEqual([status, error, attempts], ['pending', 'The receiver answered 429.', 1])
    assert.equal((await client.get(`/webhooks/${id}/deliveries?status=pending`)).body.deliveries.length, 1)
    assert.equal((await client.get(`/webhooks/${id}/deliveries?status=failed`)).body.deliveries.length, 0)

    // A manual delivery does not wait, and the next ones follow.
    receiver.answerWith((response) => void response.writeHead(200).end())
    await client.post('/teams', { name: 'next' })
    const [{ id: deliveryId }] = await deliveries(client, id)
    const again = (await client.post(`/webhooks/${id}/deliveries/${deliveryId}/redeliver`)).body
    assert.deepEqual([again.status, again.attempts, again.nextAttemptAt], ['delivered', 2, null])
    await until(
      () => types(receiver),
      (all) => all.at(-1) === 'team.created',
      8_000,
    )
  })

  test('410 and exhausted retries disable it, with the reason in the log; enabled again, it continues', async (t) => {
    const { client } = await newClient()
    const receiver = await startReceiver(t)
    const disabled = (id: string) =>
      until(
        async () => (await client.get(`/webhooks/${id}`)).body,
        ({ status }) => status === 'disabled',
      )
    receiver.answerWith((response) => void response.writeHead(410).end())
    const gone = await hook(client, receiver, { eventTypes: ['domain.*'] })
    await client.post('/domains', { name: 'a' })
    assert.match((await disabled(gone.id)).disabledReason, /410/)
    await client.post('/domains', { name: 'b' })
    receiver.answerWith((response) => void response.writeHead(200).end())
    await sleep(200)
    assert.equal(receiver.received.length, 1, 'while it is disabled nothing is sent')
    const enabled = (await client.patch(`/webhooks/${gone.id}`, { status: 'enabled' })).body
    assert.equal(enabled.disabledReason, null)
    await until(
      () => receiver.received.map(({ json }) => json.data.after.name),
      (names) => names.join() === 'a,b',
    )
    await client.patch(`/webhooks/${gone.id}`, { status: 'disabled' })

    receiver.answerWith((response) => void response.writeHead(302, { location: receiver.url }).end())
    const tired = await hook(client, receiver, { eventTypes: ['team.*'] })
    await client.post('/teams', { name: 'a' })
    await until(
      async () => (await deliveries(client, tired.id))[0]?.attempts,
      (attempts) => attempts === 3,
    )
    aheadMs += 120_000
    const { disabledReason } = await until(
      async () => (await client.get(`/webhooks/${tired.id}`)).body,
      ({ status }) => status === 'disabled',
      8_000,
    )
    assert.match(disabledReason, /after 4 attempts.*redirects \(302\)/)
    const [given] = await deliveries(client, tired.id)
    assert.deepEqual([given.status, given.attempts, given.nextAttemptAt], ['failed', 4, null])
    const { events } = (await client.get('/events?type=webhook.disabled')).body
    assert.deepEqual(
      events.map(({ subject, actor }: Fields & { subject: Fields; actor: Fields }) => [
        subject.id,
        actor.type,
      ]),
      [
        [gone.id, 'system'],
        [tired.id, 'system'],
      ],
    )
    assert.deepEqual(events[1].after, { status: 'disabled', disabledReason })
  })

  test('a new secret signs beside the old one for a day', async (t) => {
    const { client } = await newClient()
    const receiver = await startReceiver(t)
    const { id, secret } = await hook(client, receiver, { eventTypes: ['domain.*'] })
    const key = { 'idempotency-key': randomUUID() }
    const rotated = await client.post(`/webhooks/${id}/rotate-secret`, undefined, key)
    assert.equal(rotated.status, 200)
    assert.notEqual(rotated.body.secret, secret)
    const replayed = await client.post(`/webhooks/${id}/rotate-secret`, undefined, key)
    assert.equal(replayed.body.secret, rotated.body.secret, 'a retry shows the same one')
    await client.post(`/webhooks/${id}/test`)
    aheadMs += 25 * 3_600_000
    await client.post(`/webhooks/${id}/test`)
    const [during, after] = receiver.received
    assert.ok(during && after)
    assert.ok(isSigned(during, secret) && isSigned(during, rotated.body.secret))
    assert.ok(!isSigned(after, secret) && isSigned(after, rotated.body.secret))
    const { auditLog } = (await client.get('/audit-log?type=webhook.secret_rotated')).body
    assert.equal(auditLog.length, 1)
  })

  test('a ping is sent at once, even to a disabled webhook, and reports the result', async (t) => {
    const { client } = await newClient()
    const receiver = await startReceiver(t)
    const { id, secret } = await hook(client, receiver, { status: 'disabled' })
    const sent = (await client.post(`/webhooks/${id}/test`)).body
    assert.deepEqual([sent.status, sent.eventType, sent.eventSeq], ['delivered', 'webhook.ping', null])
    const [ping] = receiver.received
    assert.ok(ping && isSigned(ping, secret))
    assert.deepEqual(ping.json.data, { subject: { kind: 'webhook', id } })
    receiver.answerWith((response) => void response.writeHead(503).end())
    const failed = (await client.post(`/webhooks/${id}/test`)).body
    assert.deepEqual([failed.status, failed.responseStatus, failed.attempts], ['failed', 503, 1])
    receiver.answerWith((response) => void response.writeHead(200).end())
    const again = (await client.post(`/webhooks/${id}/deliveries/${failed.id}/redeliver`)).body
    assert.deepEqual([again.id, again.status, again.attempts], [failed.id, 'delivered', 2])
    assert.equal(receiver.received[2]?.headers['webhook-id'], failed.messageId)
    assert.equal((await client.post(`/webhooks/${id}/deliveries/whd_x/redeliver`)).status, 404)
    const other = await hook(client, receiver, { status: 'disabled' })
    const foreign = await client.post(`/webhooks/${other.id}/deliveries/${failed.id}/redeliver`)
    assert.equal(foreign.status, 404, 'a delivery belongs to its webhook')
  })

  test('addresses inside the network are refused unless allowed; an invalid URL is refused at once', async () => {
    const { client } = await newClient()
    for (const url of [
      'ftp://x.example/',
      'x.example',
      'https://',
      'https://a:b@x.example/',
      'http://x y/',
    ]) {
      const reply = await client.post('/webhooks', { url })
      assert.equal(reply.status, 400, url)
      assert.equal(reply.body.details[0].path, 'url')
    }
    const bad = await client.post('/webhooks', { url: 'https://x.example/', eventTypes: ['issue.**'] })
    assert.equal(bad.body.details[0].path, 'eventTypes/0')
    for (const url of ['http://169.254.169.254/latest', 'http://10.0.0.1/', 'http://[::1]:8080/']) {
      const { id } = (await client.post('/webhooks', { url, status: 'disabled' })).body
      const sent = (await client.post(`/webhooks/${id}/test`)).body
      assert.equal(sent.status, 'failed', url)
      assert.match(sent.error, /may not be fetched/)
    }
  })

  test('a large or endless answer is not read: its status is enough', async (t) => {
    const { client } = await newClient()
    const receiver = await startReceiver(t)
    receiver.answerWith((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      response.write('x'.repeat(100_000))
    })
    const { id } = await hook(client, receiver, { status: 'disabled' })
    assert.equal((await client.post(`/webhooks/${id}/test`)).body.status, 'delivered')
  })

  test('deliveries are kept for 30 days, and deleted with their webhook', async (t) => {
    const { client } = await newClient()
    const receiver = await startReceiver(t)
    const { id } = await hook(client, receiver, { status: 'disabled' })
    await client.post(`/webhooks/${id}/test`)
    const now = (ms: number) => () => new Date(Date.now() + aheadMs + ms)
    await runJob({ store: app.store, now: now(29 * 86_400_000) }, 'webhook-housekeeping')
    assert.equal((await deliveries(client, id)).length, 1)
    await runJob({ store: app.store, now: now(31 * 86_400_000) }, 'webhook-housekeeping')
    assert.deepEqual(await deliveries(client, id), [])
    await client.post(`/webhooks/${id}/test`)
    assert.equal((await client.delete(`/webhooks/${id}`)).status, 204)
    const rows = await rowsIn(app.store, 'select * from webhook_deliveries where webhook_id = ?', [id])
    assert.deepEqual(rows, [])
  })

  test('the secret is nowhere in the database in plain text', async (t) => {
    const { client } = await newClient()
    const receiver = await startReceiver(t)
    const made = await client.post(
      '/webhooks',
      { url: receiver.url, status: 'disabled' },
      { 'idempotency-key': randomUUID() },
    )
    const bare = made.body.secret.replace('whsec_', '')
    for (const table of ['webhooks', 'events', 'idempotency_keys']) {
      const text = JSON.stringify(await rowsIn(app.store, `select * from ${table}`))
      assert.ok(!text.includes(bare), table)
      assert.ok(!text.includes(Buffer.from(made.body.secret).toString('base64')), table)
    }
  })

  test('of several processes one at a time delivers: each message once, in order', async (t) => {
    const receiver = await startReceiver(t)
    receiver.answerWith((response) => void setTimeout(() => response.writeHead(204).end(), 5))
    const opened = await openTestStore(engine)
    const stores = [opened.store, await openStore(opened.location), await openStore(opened.location)]
    const servers = await Promise.all(
      stores.map((store) =>
        startServer({
          store,
          host: '127.0.0.1',
          port: 0,
          rateLimit: 'off',
          fetchAllow: [receiver.host],
          masterKey: { text: '5e'.repeat(32) },
          log: (line) => line.level === 'error' && console.error(line),
        }),
      ),
    )
    const { ownerToken } = await newOrganisation(opened.store, servers[0]?.url ?? '')
    const clients = servers.map(({ url }) => clientOf(url, ownerToken))
    await clients[0]?.post('/webhooks', { url: receiver.url })
    const count = 150
    for (let n = 0; n < count; n += 1) await clients[n % 3]?.post('/teams', { name: `t${n}` })
    await until(
      () => receiver.received.length,
      (length) => length > count,
      20_000,
    )
    await sleep(300)
    assert.deepEqual(
      receiver.received.map(({ json }) => json.data.seq),
      Array.from({ length: count + 1 }, (_, n) => n + 1),
    )
    for (const server of servers) await server.close()
    for (const store of stores.slice(1)) await store.close()
    await opened.remove()
  })

  test('people who are not administrators cannot even see them', async (t) => {
    const { own, client } = await newClient()
    const receiver = await startReceiver(t)
    const { id } = await hook(client, receiver, { status: 'disabled' })
    for (const other of [await own.person('member'), await own.key()]) {
      for (const path of ['/webhooks', `/webhooks/${id}`, `/webhooks/${id}/deliveries`])
        assert.equal((await other.get(path)).status, 403)
      assert.equal((await other.post('/webhooks', { url: receiver.url })).status, 403)
    }
  })
})
