import { performance } from 'node:perf_hooks'
import autocannon from 'autocannon'
import type { LoadOrder, LoadReport } from './load.ts'

/** Runs in a separate process, so that sending requests never waits for a server or for the harness. */
process.on('message', async (order: LoadOrder) => {
  const report = await runLoad(order)
  process.send?.(report, undefined, undefined, () => {}) // fails if the harness was stopped
})

process.on('disconnect', () => process.exit())

async function runLoad(order: LoadOrder): Promise<LoadReport> {
  const lanes = order.lanes.map((lane) => lane.map((request) => ({ ...request })))
  let nextLane = 0
  const run = autocannon({
    url: order.url,
    connections: order.lanes.length,
    duration: 3600, // stopped explicitly below, to the millisecond
    timeout: 30,
    sampleInt: 50,
    headers: { ...order.headers },
    setupClient: (client) => client.setRequests(lanes[nextLane++ % lanes.length] ?? []),
  })
  const { tally, isOver } = watch(run, order)
  const stopWhenOver = (): void => {
    if (isOver()) run.stop()
    else setTimeout(stopWhenOver, 20)
  }
  setTimeout(stopWhenOver, order.warmUpMs + order.durationMs + 20)
  const { errors, timeouts } = await run
  return { ...tally(), broken: errors + timeouts }
}

/** How long a round without any answer goes on for its first one: on a busy machine a short round may have none. */
const patienceMs = 30_000

interface Watch {
  readonly tally: () => Omit<LoadReport, 'broken'>
  readonly isOver: () => boolean
}

/** Counts only between the end of the warm-up and the end of the round; autocannon counts whole runs. */
function watch(run: autocannon.Run, order: LoadOrder): Watch {
  const from = performance.now() + order.warmUpMs
  let to = from + order.durationMs
  const latencies: number[] = []
  let bytes = 0
  let answered = 0
  let unexpected = 0
  let busy = { utilization: 0 }
  run.on('response', (_client: unknown, status: number, size: number, latencyMs: number) => {
    const now = performance.now()
    answered++
    if (status !== order.expectStatus) unexpected++
    if (now < from || (now >= to && latencies.length > 0)) return
    to = Math.max(to, now)
    latencies.push(latencyMs)
    bytes += size
  })
  setTimeout(() => {
    const start = performance.eventLoopUtilization()
    setTimeout(() => {
      busy = performance.eventLoopUtilization(start)
    }, order.durationMs - 10)
  }, order.warmUpMs)

  const tally = () => {
    latencies.sort((a, b) => a - b)
    const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
    const seconds = (to - from) / 1000
    return {
      perSecond: latencies.length / seconds,
      bytesPerSecond: bytes / seconds,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      answered,
      unexpected,
      generatorBusy: busy.utilization,
    }
  }
  const isOver = () => latencies.length > 0 || performance.now() > to + patienceMs
  return { tally, isOver }
}
