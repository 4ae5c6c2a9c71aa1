import { Client } from 'undici'
import { startOnCopy } from '../catalog/start-on-copy.ts'
import { recordsOf } from '../catalog/contents/size.ts'
import { authorize } from '../http.ts'
import { startPacer } from '../load/paced.ts'
import { patchesPerSecond, patching } from '../load/patches.ts'
import { type Percentiles, percentilesOf } from '../percentiles.ts'
import { cpuSecondsOf } from '../process-stats.ts'
import type { RunningServer } from '../servers.ts'
import type { SuiteBench, SuiteLine, SuiteResult } from '../suite.ts'
import { judgeLatency } from '../targets.ts'
import { type Question, questionsOn } from './questions.ts'

const patchedPath = '/v1/resources'

interface Asked extends Percentiles {
  readonly count: number
  /** CPU time of the server for each answer, if the system reports it: the same however busy the machine is. */
  readonly cpuMs: number | null
}

/** How long answers take in a catalog of a million records, alone and while others write. */
export async function measureMillion(bench: SuiteBench): Promise<SuiteResult> {
  const { plan } = bench
  const { server, manifest } = await startOnCopy(bench)
  const { samples, size, fillSeconds, searchIndexSeconds } = manifest
  const writer = startPacer()
  try {
    const lines: SuiteLine[] = []
    let quietP99 = Number.NaN
    for (const question of questionsOn(samples)) {
      const alone = await askMany(server, question, { from: 0, ...plan.million })
      if ('absent' in alone) {
        lines.push(absentLine(question, alone.absent))
        continue
      }
      await writer.start(patching(server, { path: patchedPath, ids: samples.resources }))
      const beside = await askMany(server, question, { from: alone.count, ...plan.million })
      const patches = await writer.stop()
      if (Number.isNaN(quietP99)) quietP99 = alone.p99Ms
      if ('absent' in beside) {
        lines.push(absentLine(question, beside.absent))
        continue
      }
      const found = lineOf(question, { alone, beside, quietP99 })
      const wrong = patches.unexpected
      lines.push(wrong > 0 ? { ...found, trouble: `${wrong} patches failed` } : found)
      console.error(
        `  ${found.name}: ${found.cells.join(', ')}${found.verdict?.holds === false ? ' NO' : ''}`,
      )
    }
    return {
      title: 'A million records',
      about: `${recordsOf(size).toLocaleString('en')} records of six kinds, ${size.resources.toLocaleString('en')} of them resources, and ${size.edges.toLocaleString('en')} edges, each with its event: filled in ${Math.round(fillSeconds)} s, text search ready after another ${searchIndexSeconds.toFixed(1)} s. One connection asks up to ${plan.million.times} different questions of each sort, alone and beside ${patchesPerSecond} patches a second of the same kind; both must hold.`,
      head: ['p50', 'p99', 'max', 'p50 beside', 'p99 beside', 'max beside', 'CPU alone', 'asked'],
      lines,
    }
  } finally {
    writer.close()
    await server.stop()
  }
}

interface Extent {
  readonly from: number
  readonly times: number
  /** Something slow is asked less often. */
  readonly forMs: number
}

async function askMany(
  { url, token, pid }: RunningServer,
  question: Question,
  { from, times, forMs }: Extent,
): Promise<Asked | { readonly absent: string }> {
  const client = new Client(url, { headersTimeout: 120_000, bodyTimeout: 120_000 })
  const latencies: number[] = []
  const cpuBefore = await cpuSecondsOf(pid)
  const startedAt = performance.now()
  try {
    const most = Math.min(times, Math.floor(question.variety / 2))
    for (let n = 0; n < most && (n < 3 || performance.now() - startedAt < forMs); n += 1) {
      const path = question.path(from + n)
      const sentAt = performance.now()
      const { statusCode, body } = await client.request({ method: 'GET', path, headers: authorize(token) })
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      latencies.push(performance.now() - sentAt)
      if (statusCode !== 200) return { absent: `${path} was answered with ${statusCode}` }
    }
    const cpuAfter = await cpuSecondsOf(pid)
    const count = latencies.length
    const cpuMs = cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) * 1000) / count
    return { count, cpuMs, ...percentilesOf(latencies) }
  } finally {
    await client.close()
  }
}

/** What this version does not have is said, but only missed where it should be there. */
function absentLine({ name, isNew = false }: Question, why: string): SuiteLine {
  const cells = [isNew ? 'absent' : '', '', '', '', '', '', '', '']
  return { name, cells, figures: { absent: why }, trouble: isNew ? undefined : why }
}

function lineOf(
  { name, targetMs }: Question,
  { alone, beside, quietP99 }: { readonly alone: Asked; readonly beside: Asked; readonly quietP99: number },
): SuiteLine {
  const times = [alone.p50Ms, alone.p99Ms, alone.maxMs, beside.p50Ms, beside.p99Ms, beside.maxMs]
  const worst = Math.max(alone.p99Ms, beside.p99Ms)
  return {
    name,
    cells: [
      ...times.map(ms),
      alone.cpuMs === null ? '' : ms(alone.cpuMs),
      `${alone.count} + ${beside.count}`,
    ],
    figures: { alone, beside },
    verdict: targetMs === undefined ? undefined : judgeLatency(worst, targetMs, quietP99),
  }
}

const ms = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} ms`
