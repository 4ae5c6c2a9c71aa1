import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import { startOnCopy } from '../catalog/start-on-copy.ts'
import { authorize, type Target } from '../http.ts'
import type { LoadRequest } from '../load/load.ts'
import { type Pacer, startPacer } from '../load/paced.ts'
import { median } from '../median.ts'
import { type Percentiles, percentilesOf } from '../percentiles.ts'
import type { SuiteBench, SuiteLine, SuiteResult } from '../suite.ts'
import { judgeLatency } from '../targets.ts'
import { type Operation, operationsOn } from './operations.ts'

const readsPerSecond = 100
/** People do not wait for each other's answers, so there are more connections than an answer can be late. */
const readers = 256
const targetMs = 50

interface Probed extends Percentiles {
  readonly reads: number
  readonly unexpected: number
}

/** Whether people who read one record notice that somebody else asks for something that takes long. */
export async function measureBeside(bench: SuiteBench): Promise<SuiteResult> {
  const { server, manifest } = await startOnCopy(bench)
  const pacer = startPacer()
  try {
    const reads = manifest.samples.resources.map(
      (id) => ({ method: 'GET', path: `/v1/resources/${id}` }) as const,
    )
    await probe(pacer, server, reads, () => sleep(bench.plan.beside.quietMs)) // warms up
    const measured: Measured[] = []
    for (const operation of operationsOn(manifest.samples)) {
      const quiet = await probe(pacer, server, reads, () => sleep(bench.plan.beside.quietMs))
      const done = { times: [] as number[], trouble: undefined as string | undefined }
      const beside = await probe(pacer, server, reads, async () => {
        Object.assign(done, await repeat(server, operation, bench.plan.beside.operationMs))
      })
      measured.push({ operation, quiet, beside, ...done })
      console.error(`  ${operation.name}: ${ms(beside.p99Ms)}, quiet ${ms(quiet.p99Ms)}`)
    }
    // Of the whole run: a disturbance while one of them was quiet must not move its target.
    const quietP99 = median(measured.map(({ quiet }) => quiet.p99Ms))
    return {
      title: 'Reading one record beside something long',
      about: `A process of its own reads one of ${reads.length} records ${readsPerSecond} times a second, quiet and while another client repeats the operation, never with the same request twice. A time counts from when the request was due; ${readers} connections are open before, so that no read waits for another.`,
      head: ['p50', 'p99', 'max', 'quiet p50', 'quiet p99', 'quiet max', 'done', 'each takes, mean'],
      lines: measured.map((one) => lineOf(one, quietP99)),
    }
  } finally {
    pacer.close()
    await server.stop()
  }
}

/** What the reads took while something else was done. */
async function probe(
  pacer: Pacer,
  { url, token }: Target,
  requests: readonly LoadRequest[],
  during: () => Promise<void>,
): Promise<Probed> {
  const order = { url, headers: authorize(token), expectStatus: 200, perSecond: readsPerSecond, requests }
  await pacer.start({ ...order, connections: readers })
  await during()
  const { due, unexpected, latencies } = await pacer.stop()
  return { reads: due, unexpected, ...percentilesOf(latencies) }
}

interface Repeated {
  readonly times: number[]
  readonly trouble: string | undefined
}

/** One after another on one connection until the time is over; at least once. */
async function repeat({ url, token }: Target, operation: Operation, forMs: number): Promise<Repeated> {
  const client = new Client(url, { headersTimeout: 300_000, bodyTimeout: 300_000 })
  const times: number[] = []
  const startedAt = performance.now()
  try {
    for (let n = 0; n < (operation.times ?? Number.POSITIVE_INFINITY); n += 1) {
      if (n > 0 && performance.now() - startedAt > forMs) break
      const from = performance.now()
      for (const { method, path, headers, body = null } of operation.requests(n)) {
        const answer = await client.request({
          method,
          path,
          headers: { ...authorize(token), ...headers },
          body,
        })
        await answer.body.dump({ limit: Number.MAX_SAFE_INTEGER })
        if (answer.statusCode >= 300)
          return { times, trouble: `${path} was answered with ${answer.statusCode}` }
      }
      times.push(performance.now() - from)
    }
    return { times, trouble: undefined }
  } finally {
    await client.close()
  }
}

interface Measured extends Repeated {
  readonly operation: Operation
  readonly quiet: Probed
  readonly beside: Probed
}

function lineOf({ operation, quiet, beside, times, trouble }: Measured, quietP99: number): SuiteLine {
  const wrong = quiet.unexpected + beside.unexpected
  return {
    name: operation.name,
    cells: [
      ...[beside.p50Ms, beside.p99Ms, beside.maxMs, quiet.p50Ms, quiet.p99Ms, quiet.maxMs].map(ms),
      `${times.length}×`,
      ms(times.reduce((sum, time) => sum + time, 0) / times.length),
    ],
    figures: { quiet, beside, operation: { done: times.length, ...percentilesOf(times) } },
    verdict: judgeLatency(beside.p99Ms, targetMs, quietP99),
    trouble: trouble ?? (wrong > 0 ? `${wrong} wrong answers` : undefined),
  }
}

const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`
