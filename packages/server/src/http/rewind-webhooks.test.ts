import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import {
  type Client,
  type EngineName,
  eventually,
  newOrganisation,
  onEachEngine,
  openTestStore,
  startReceiver,
} from '../testing/index.ts'
import { saveDatabase } from '../testing/rewind.ts'
import { serverOn } from '../testing/server-on.ts'
import { executeIn } from '../testing/tables.ts'

async function start(t: TestContext, engine: EngineName) {
  const opened = await openTestStore(engine)
  await opened.store.close()
  const lines: Readonly<Record<string, unknown>>[] = []
  const server = await serverOn(opened.location, {
    fetchAllow: ['127.0.0.1'],
    log: (line) => lines.push(line),
  })
  t.after(async () => {
    await server.close()
    await opened.remove().catch(() => {})
    await rm(opened.location.dataDir, { recursive: true, force: true })
  })
  const { owner } = await newOrganisation(server.store, server.url)
  const receiver = await startReceiver(t)
  const { body: webhook } = await owner.post('/webhooks', { url: receiver.url, eventTypes: ['team.created'] })
  const told = () => receiver.received.map(({ json }) => json.data)
  return { ...server, location: opened.location, owner, webhook, told, lines }
}

const addTeam = async (owner: Client, name: string) =>
  assert.equal((await owner.post('/teams', { name })).status, 201)

onEachEngine((engine) => {
  test('after a rewind a webhook receives what the log has now, in the new epoch', async (t) => {
    const { owner, told, location } = await start(t, engine)
    await addTeam(owner, 'kept')
    await eventually(
      async () => told().length,
      (count) => count === 1,
    )
    const { deliveries } = await eventually(
      async () =>
        (await owner.get(`/webhooks/${(await owner.get('/webhooks')).body.webhooks[0].id}/deliveries`)).body,
      ({ deliveries }) => deliveries.length === 1,
    )
    assert.equal(deliveries[0].status, 'delivered')
    const saved = await saveDatabase(location)
    await addTeam(owner, 'lost')
    await eventually(
      async () => told().length,
      (count) => count === 2,
    )
    await saved.rewind()
    await addTeam(owner, 'another')
    await addTeam(owner, 'one more')
    await eventually(
      async () => told().length,
      (count) => count === 4,
    )
    const [kept, lost, another, more] = told()
    assert.deepEqual(
      told().map(({ after }) => after.name),
      ['kept', 'lost', 'another', 'one more'],
    )
    assert.equal(lost.epoch, kept.epoch)
    assert.equal(another.seq, lost.seq, 'the number is used a second time')
    assert.notEqual(another.epoch, lost.epoch, 'and distinguished by its epoch')
    assert.equal(more.epoch, another.epoch)
  })

  test('a webhook whose position is beyond the end of its log continues at the end', async (t) => {
    const { store, owner, webhook, told, lines } = await start(t, engine)
    await addTeam(owner, 'told')
    await eventually(
      async () => told().length,
      (count) => count === 1,
    )
    // As if this table alone had been restored.
    await executeIn(store, 'update webhooks set position = position + 1000 where id = ?', [webhook.id])
    await eventually(
      async () => lines.filter((line) => line.webhook === webhook.id),
      (found) => found.length === 1,
    )
    await addTeam(owner, 'delivered again')
    await eventually(
      async () => told().length,
      (count) => count === 2,
    )
    assert.equal(told()[1].after.name, 'delivered again')
  })
})
