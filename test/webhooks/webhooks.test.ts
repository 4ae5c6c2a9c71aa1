import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd, clientOf, eventually, isLongRun, onEachEngine, testTimeoutMs } from '@svc/server/testing'
import { Webhook } from 'standardwebhooks'
import { emptyStore } from '../processes/empty-store.ts'
import { newToken, startServerProcess } from '../processes/server-process.ts'
import { writeTeams } from '../processes/steady-writer.ts'
import type { Receipt } from './receiver.ts'
import { startReceiverProcess } from './receiver-process.ts'

const count = isLongRun ? 10_000 : 300
const failing = 0.3
const enoughMs = testTimeoutMs + count * 60

onEachEngine((engine) => {
  test(`${count} events to a receiver that fails and dies, from a server that is killed: all, in order`, {
    timeout: 2 * enoughMs,
  }, async (t) => {
    const { location, remove } = await emptyStore(engine)
    atEnd(t, remove)
    const receipts: Receipt[] = []
    let taken = 0
    const receive = (port: number) =>
      startReceiverProcess({
        port,
        failing,
        onReceipt: (receipt) => {
          receipts.push(receipt)
          if (receipt.isTaken) taken += 1
        },
      })
    let receiver = await receive(0)
    atEnd(t, () => receiver.kill())

    const token = newToken()
    const launch = () =>
      startServerProcess({
        location,
        token,
        server: {
          fetchAllow: [`127.0.0.1:${receiver.port}`],
          // Not three days, but never given up either.
          webhookTiming: { waitsMs: [1, 1, 2, 5, 10, ...Array<number>(1_000).fill(50)], leaseMs: 1_500 },
        },
      })
    let server = await launch()
    atEnd(t, () => server.kill())
    const client = () => clientOf(server.url, token)
    const { secret } = (await client().post('/webhooks', { url: `http://127.0.0.1:${receiver.port}/` })).body

    const startedAt = performance.now()
    const writing = writeTeams(() => server.url, { token, count })
    for (const share of [0.25, 0.5, 0.75]) {
      await eventually(
        async () => taken,
        (now) => now >= share * count,
        enoughMs,
      )
      if (share === 0.5) {
        await receiver.kill()
        await sleep(300)
        receiver = await receive(receiver.port)
      }
      await server.kill()
      server = await launch()
    }
    await writing
    const seqs = await everySeq(client)
    assert.ok(seqs.length > count, 'the webhook’s own creation and every team')
    await eventually(
      async () => new Set(receipts.filter(({ isTaken }) => isTaken).map(seqOf)).size,
      (size) => size >= seqs.length,
      enoughMs,
    )
    const seconds = (performance.now() - startedAt) / 1_000

    const check = new Webhook(secret)
    for (const { body, headers } of receipts) check.verify(body, headers as Record<string, string>)
    assert.throws(() => check.verify(`${receipts[0]?.body} `, receipts[0]?.headers as Record<string, string>))
    assert.deepEqual(outOfOrder(receipts, seqs), [])
    const repeats = taken - seqs.length
    t.diagnostic(
      `${seqs.length} events in ${seconds.toFixed(0)} s, ${receipts.length} attempts, ${repeats} delivered twice`,
    )
    assert.equal((await client().get('/webhooks')).body.webhooks[0].status, 'enabled')
    await remainsQuiet(receipts)
  })
})

const seqOf = ({ body }: Receipt): number => JSON.parse(body).data.seq

async function everySeq(client: () => ReturnType<typeof clientOf>): Promise<readonly number[]> {
  const seqs: number[] = []
  for (;;) {
    const { events, lastSeq } = (await client().get(`/events?limit=1000&after=${seqs.at(-1) ?? 0}`)).body
    seqs.push(...events.map(({ seq }: { seq: number }) => seq))
    if (lastSeq === (seqs.at(-1) ?? 0) && events.length < 1_000) return seqs
  }
}

/** An event may be repeated, but never comes before all earlier ones have been accepted. */
function outOfOrder(receipts: readonly Receipt[], seqs: readonly number[]): readonly string[] {
  const wrong: string[] = []
  let done = 0
  for (const receipt of receipts) {
    const seq = seqOf(receipt)
    const due = seqs[done]
    if (due !== undefined && seq > due) wrong.push(`${seq} came while ${due} was due`)
    if (receipt.isTaken && seq === due) done += 1
  }
  return done === seqs.length ? wrong : [...wrong, `only ${done} of ${seqs.length} were taken in order`]
}

async function remainsQuiet(receipts: readonly Receipt[]): Promise<void> {
  const before = receipts.length
  await sleep(500)
  assert.equal(receipts.length, before, 'what was taken is not sent again')
}
