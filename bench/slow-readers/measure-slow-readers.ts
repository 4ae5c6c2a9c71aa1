import { setTimeout as sleep } from 'node:timers/promises'
import { startOnCopy } from '../catalog/start-on-copy.ts'
import { authorize } from '../http.ts'
import { startPacer } from '../load/paced.ts'
import { type Percentiles, percentilesOf } from '../percentiles.ts'
import { memoryOf } from '../process-stats.ts'
import type { SuiteBench, SuiteLine, SuiteResult } from '../suite.ts'
import { startSlowReaders } from './slow-readers.ts'

const readsPerSecond = 100
const sampleMs = 250
const sipMs = 200

interface Phase {
  readonly name: string
  readonly probed: Percentiles
  readonly peakMb: number
  readonly unexpected: number
}

/** What people who read a long list slowly cost a server, and those who read one record meanwhile. */
export async function measureSlowReaders(bench: SuiteBench): Promise<SuiteResult> {
  const { readers, forMs } = bench.plan.slowReaders
  const { server, manifest } = await startOnCopy(bench)
  const pacer = startPacer()
  const phase = async (name: string): Promise<Phase> => {
    await pacer.start({
      ...{ url: server.url, headers: authorize(server.token), expectStatus: 200, connections: 256 },
      perSecond: readsPerSecond,
      requests: manifest.samples.resources.map((id) => ({ method: 'GET', path: `/v1/resources/${id}` })),
    })
    const samples: number[] = []
    const until = performance.now() + forMs
    while (performance.now() < until) {
      samples.push((await memoryOf(server.pid)) ?? Number.NaN)
      await sleep(sampleMs)
    }
    const { latencies, unexpected } = await pacer.stop()
    return { name, probed: percentilesOf(latencies), peakMb: Math.max(...samples), unexpected }
  }
  try {
    const before = await phase('before')
    const slow = await startSlowReaders({
      ...{ url: server.url, token: server.token, path: '/v1/resources' },
      ...{ readers, sipMs },
    })
    const during = [await phase('while they begin'), await phase('while they read')]
    const { answered, refused, broken, bytes } = await slow.stop()
    const after = await phase('after they left')
    const told = { answered, refused, broken, bytes }
    const lines = [before, ...during, after].map((one) => lineOf(one, told))
    for (const { name, cells } of lines) console.error(`  ${name}: ${cells.join(', ')}`)
    return {
      title: `${readers.toLocaleString('en')} slow readers`,
      about: `So many connections ask for the complete list of ${manifest.size.resources.toLocaleString('en')} records and read 4 kB every ${sipMs} ms: ${answered} were answered, ${refused} refused, ${broken} broken off; ${Math.round(bytes / 1e6)} MB were read. Meanwhile another process reads one record ${readsPerSecond} times a second. Measured, not judged.`,
      head: ['p50', 'p99', 'max', 'peak memory'],
      lines,
    }
  } finally {
    pacer.close()
    await server.stop()
  }
}

function lineOf({ name, probed, peakMb, unexpected }: Phase, told: object): SuiteLine {
  const times = [probed.p50Ms, probed.p99Ms, probed.maxMs].map((value) => `${value.toFixed(1)} ms`)
  return {
    name,
    cells: [...times, `${Math.round(peakMb)} MB`],
    figures: { probed, peakMb, readers: told },
    trouble: unexpected > 0 ? `${unexpected} wrong answers` : undefined,
  }
}
