import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { atEnd, clientOf, eventually, isLongRun, onEachEngine, testTimeoutMs } from '@svc/server/testing'
import { readEvents } from '../../packages/server/src/testing/event-reader.ts'
import { emptyStore } from '../processes/empty-store.ts'
import { newToken, startServerProcess } from '../processes/server-process.ts'
import { writeTeams } from '../processes/steady-writer.ts'

const count = isLongRun ? 2_000 : 800
const readers = 3
const kills = 3

onEachEngine((engine) => {
  test(`${readers} readers reconnect after each of ${kills} kills: ${count} events, no gap, no repeat`, async (t) => {
    const { location, remove } = await emptyStore(engine)
    atEnd(t, remove)
    const token = newToken()
    let server = await startServerProcess({ location, token })
    atEnd(t, () => server.kill())

    let isOver = false
    let returns = 0
    const read = async (): Promise<readonly number[]> => {
      const seen: number[] = []
      while (!isOver && seen.length < count) {
        const lastEventId = seen.length === 0 ? '0' : String(seen.at(-1))
        const reader = await readEvents(server.url, { token, lastEventId }).catch(() => undefined)
        if (!reader) {
          await sleep(20)
          continue
        }
        returns += 1
        for await (const { data } of reader.events()) {
          seen.push(JSON.parse(data).seq)
          if (seen.length === count) break
        }
      }
      return seen
    }
    const reading = Array.from({ length: readers }, read)
    const writing = writeTeams(() => server.url, { token, count })
    for (let kill = 1; kill <= kills; kill += 1) {
      await untilWritten(server.url, token, (kill * count) / (kills + 1))
      await server.kill()
      server = await startServerProcess({ location, token })
    }
    await writing
    const all = await Promise.race([Promise.all(reading), sleep(testTimeoutMs, undefined, { ref: false })])
    isOver = true
    assert.ok(all, 'every reader has come to the end')
    const expected = Array.from({ length: count }, (_, n) => n + 1)
    for (const seen of all) assert.deepEqual(seen, expected)
    assert.ok(returns >= readers * 2, `${returns} connections`)
  })
})

async function untilWritten(url: string, token: string, target: number): Promise<void> {
  const client = clientOf(url, token)
  await eventually(
    async () => (await client.get(`/events?after=${target - 1}&limit=1`)).body.lastSeq,
    (lastSeq) => lastSeq >= target,
  )
}
