import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '@svc/model'
import { atEnd, clientOf, eventually, isLongRun, onEachEngine, testTimeoutMs } from '@svc/server/testing'
import { withSnapshot } from '../invariants/snapshot.ts'
import { assertSound, assertWhole, untilCaughtUp } from '../invariants/whole.ts'
import { newToken, type ServerProcess, startServerProcess } from '../processes/server-process.ts'
import { noteWritten } from './ledger.ts'
import { openPlace, type Place } from './place.ts'
import { scorecardBody, verifyCaughtUp, verifyKeys, verifyLedgers } from './verify.ts'
import { createWriter, type Writer } from './writer.ts'

const kills = isLongRun ? 200 : 4
const writerCount = 12
/** How often PostgreSQL itself crashes under the server, in rounds. */
const engineCrashEvery = isLongRun ? 4 : 2

onEachEngine((engine) => {
  test(`${kills} times kill -9 during writes: nothing lost, nothing half done`, {
    timeout: 600_000 + kills * 10_000,
  }, async (t) => {
    const place = await openPlace(engine)
    atEnd(t, place.remove)
    if (place.uncrashable) t.diagnostic(`The engine itself was not crashed: ${place.uncrashable}`)
    const token = newToken()
    const writers = Array.from({ length: writerCount }, (_, index) => createWriter(`writer ${index} step`))
    let server = await startServerProcess({ location: place.location, token })
    atEnd(t, () => server.kill())
    const scorecardId = await makeScorecard(server, token, writers[0] as Writer)
    let engineCrashes = 0

    for (let round = 1; round <= kills; round += 1) {
      // Every other time the writers do not wait for the checks, so the next kill may hit the recovery.
      if (round % 2 === 0) await lookAround(place, { server, token, writers })
      if (!place.uncrashable && round % engineCrashEvery === 0) {
        await writeUntil(server, token, writers, async () => {
          await moment(writers)
          await crashEngineUnder(place, server)
        })
        engineCrashes += 1
      }
      await writeUntil(server, token, writers, async () => {
        await moment(writers)
        await server.kill()
      })
      server = await startServerProcess({ location: place.location, token })
    }

    await lookAround(place, { server, token, writers })
    await verifyCaughtUp(clientOf(server.url, token), scorecardId)
    const state = await untilCaughtUp(place.location)
    const events = [...state.events.values()].flat().length
    assert.ok(acknowledged(writers) > 2 * kills, `Only ${acknowledged(writers)} writes were acknowledged.`)
    t.diagnostic(
      `${kills} kills, ${engineCrashes} crashes of the engine: ${acknowledged(writers)} acknowledged writes, ` +
        `${events} events, ${state.counters[0]?.value} issue numbers`,
    )
  })
})

async function makeScorecard(server: ServerProcess, token: string, writer: Writer): Promise<string> {
  const { status, body, text } = await clientOf(server.url, token).post('/scorecards', scorecardBody)
  assert.equal(status, 201, text)
  noteWritten(writer.ledger, kinds.scorecard, body)
  return String(body.id)
}

interface Scene {
  readonly server: ServerProcess
  readonly token: string
  readonly writers: readonly Writer[]
}

/** While nobody writes, everything must be as acknowledged. */
async function lookAround({ location }: Place, { server, token, writers }: Scene): Promise<void> {
  const client = clientOf(server.url, token)
  for (const writer of writers)
    await eventually(
      () => writer.settle(client),
      (isKnown) => isKnown,
    )
  const ledgers = writers.map(({ ledger }) => ledger)
  await verifyLedgers(client, ledgers)
  verifyKeys(await assertWhole(location), ledgers)
  if (!location.databaseUrl) await withSnapshot(location, assertSound)
}

async function writeUntil(
  { url }: ServerProcess,
  token: string,
  writers: readonly Writer[],
  disaster: () => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const running = writers.map((writer) => writer.run(clientOf(url, token), stop.signal))
  await Promise.all([disaster().finally(() => stop.abort()), ...running])
}

const acknowledged = (writers: readonly Writer[]): number =>
  writers.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0)

/** Some time after the first answers: before them, a server that has just started would not be writing yet. */
async function moment(writers: readonly Writer[]): Promise<void> {
  const before = acknowledged(writers)
  const deadline = Date.now() + testTimeoutMs
  while (acknowledged(writers) < before + 3 && Date.now() < deadline) await sleep(2)
  await sleep(5 + Math.random() * 195)
}

/** The server stays up and recovers on its own. */
async function crashEngineUnder(place: Place, server: ServerProcess): Promise<void> {
  await place.crashEngine()
  await sleep(50)
  await eventually(
    async () => (await fetch(`${server.url}/readyz`)).status,
    (status) => status === 200,
  )
  assert.ok(server.isRunning())
}
