import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { CatalogError, kinds } from '@svc/model'
import { systemCaller } from '../services/context.ts'
import { changeUser } from '../services/identity/members.ts'
import { organisation } from '../services/identity/operator.ts'
import { type PartitionId, partitionIdOf } from '../store/partition-id.ts'
import { eventually, onEachEngine, useApp } from '../testing/index.ts'
import { createEventStreams, maxStreams } from './event-streams.ts'
import { createStreamBudget } from './stream-budget.ts'

onEachEngine((engine) => {
  const app = useApp(engine)

  const scene = async (heartbeat: number, budget = createStreamBudget(), limits = maxStreams) => {
    const own = await app.organisation()
    const caller = systemCaller(await organisation(app.store, own.id), 'live')
    const tools = { heartbeat, budget, limits }
    const streams = createEventStreams(app.store, { authenticate: () => ({ caller }) }, tools)
    const ctx = { store: app.store, caller, now: () => new Date() }
    const open = (after: number) => streams.open(ctx, '', { scope: 'mode', after })
    return { own, streams, open }
  }

  test('for a stalled reader, no more than one event is buffered', async () => {
    const { own, open } = await scene(10_000)
    const body = await open(0)
    body.read(0)
    const bodyMd = 'x'.repeat(100_000)
    for (let n = 0; n < 30; n += 1)
      await own.owner.post('/runbooks', { title: `r${n}`, runbookType: 'x', bodyMd })
    await eventually(
      async () => body.readableLength,
      (length) => length > 60_000,
    )
    await sleep(100)
    assert.ok(body.readableLength <= 2 * 64 * 1024, `${body.readableLength} bytes are held`)
    body.destroy()
  })

  test('stalled readers share one budget, and are cut off when another needs it', async () => {
    const budget = createStreamBudget({ totalBytes: 4 * 1024 ** 2, stallTimeoutMs: 3_000 })
    const { own, open, streams } = await scene(10_000, budget)
    const events = 6
    for (let n = 0; n < events; n += 1)
      await own.owner.post('/runbooks', { title: `r${n}`, runbookType: 'x', bodyMd: 'é'.repeat(200_000) })
    // One less than a credential may have.
    const stuck = await Promise.all(Array.from({ length: 9 }, () => open(0)))
    const cut = stuck.map((body) => new Promise((resolve) => body.once('error', resolve)))
    for (const body of stuck) body.read(0)
    const taken = await open(0)
    let text = ''
    taken.setEncoding('utf8').on('data', (chunk) => {
      text += chunk
    })
    await Promise.race(cut)
    await eventually(
      async () => text.match(/^data: /gm)?.length,
      (count) => count === events,
    )
    for (const line of text.match(/^data: .*$/gm) ?? [])
      assert.equal(JSON.parse(line.slice(6)).after.bodyMd.length, 200_000)
    const heldBytes = stuck.reduce((sum, body) => sum + body.readableLength, 0)
    assert.ok(heldBytes <= stuck.length * 2 * 64 * 1024, `${heldBytes} bytes are held`)
    streams.close()
    taken.destroy()
  })

  test('while nothing happens it sends heartbeats, even if something else is written', async () => {
    const { own, open } = await scene(200)
    const body = await open(0)
    let text = ''
    body.on('data', (chunk) => {
      text += chunk
    })
    const touch = () =>
      app.store.write(someWrite(partitionIdOf(own.id, 'live')), async (change) => change.touch(kinds.team))
    const startedAt = performance.now()
    const writing = setInterval(touch, 50)
    await sleep(1_000)
    clearInterval(writing)
    const told = text.match(/^: still here$/gm)?.length ?? 0
    // A busy machine may be late with one, never early.
    const most = (performance.now() - startedAt) / 200
    assert.ok(told >= 2 && told <= most, `${told} of at most ${most}`)
    body.destroy()
  })

  for (const [limit, code] of [
    ['credential', 'rate_limited'],
    ['person', 'rate_limited'],
    ['organisation', 'rate_limited'],
    ['process', 'unavailable'],
  ] as const) {
    test(`no more streams are open at a time than one ${limit} may have`, async () => {
      const limits = { credential: 9, person: 9, organisation: 9, process: 9, [limit]: 2 } as never
      const { open, streams } = await scene(10_000, undefined, limits)
      const [first, second] = [await open(0), await open(0)]
      await assert.rejects(open(0), { code, headers: { 'retry-after': '30' } })
      first.destroy()
      const third = await eventually(
        () => open(0).catch(() => undefined),
        (body) => body !== undefined,
      )
      second.destroy()
      third?.destroy()
      streams.close()
    })
  }

  for (const [where, told] of [
    ['here', true],
    ['in another process', false],
  ] as const) {
    test(`it ends soon if its reader is deactivated ${where} just after their credential was checked`, async () => {
      const own = await app.organisation()
      const { email } = await own.user('member')
      const who = { organisationId: own.id, email }
      let isIn = true
      const caller = systemCaller(await organisation(app.store, own.id), 'live')
      const authenticate = async () => {
        if (!isIn) throw new CatalogError('unauthenticated', 'They are out.')
        await changeUser(app.store, who, { isActive: false })
        isIn = false
        return { caller }
      }
      const store = told ? app.store : { ...app.store, onCommit: () => {} }
      const streams = createEventStreams(store, { authenticate }, { heartbeat: 3_600_000 })
      const ctx = { store, caller, now: () => new Date() }
      const body = await streams.open(ctx, '', { scope: 'mode', after: undefined })
      body.resume()
      await once(body, 'end')
    })
  }

  test('closing ends waiting readers at once, and stalled ones soon after', async () => {
    const { own, open, streams } = await scene(3_600_000)
    const waiting = await open(0)
    waiting.resume()
    const stuck = await open(0)
    for (let n = 0; n < 3; n += 1)
      await own.owner.post('/runbooks', { title: 'r', runbookType: 'x', bodyMd: 'x'.repeat(100_000) })
    const ended = Promise.withResolvers<void>()
    waiting.once('end', ended.resolve)
    const cut = Promise.withResolvers<void>()
    stuck.read(0)
    stuck.once('error', () => cut.resolve())
    await sleep(100)
    streams.close()
    await Promise.all([ended.promise, cut.promise])
    await assert.rejects(open(0), { code: 'unavailable' })
  })
})

const someWrite = (partitionId: PartitionId) => ({
  partitionId,
  actor: { type: 'system', id: null, name: 'svc' } as const,
  now: () => new Date(),
})
