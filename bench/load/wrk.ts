import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import type { Generator, LoadOrder, LoadReport } from './load.ts'
import { wrkScript } from './wrk-script.ts'

/** The program, if it is installed. */
export async function findWrk(): Promise<string | undefined> {
  // It prints its version and usage, and exits with 1.
  const run = promisify(execFile)('wrk', ['--version'])
  const output = await run.then(
    ({ stdout }) => stdout,
    (error: { readonly stdout?: string }) => error.stdout ?? '',
  )
  return /^wrk /.test(output) ? 'wrk' : undefined
}

/** One thread, in a process that is not the server's nor the harness's. It lasts whole seconds, at least one. */
export function wrkGenerator(program: string): Generator {
  return {
    name: 'wrk',
    run: (order) => runWrk(program, order),
    stop: () => {},
  }
}

/** What the script prints; times are in microseconds, as wrk has them. */
interface WrkSummary {
  readonly requests: number
  readonly duration: number
  readonly bytes: number
  readonly p50: number
  readonly p99: number
  readonly unexpected: number
  readonly broken: number
  readonly cpuSeconds: number
}

async function runWrk(program: string, order: LoadOrder): Promise<LoadReport> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-wrk-'))
  try {
    const file = join(dir, 'requests.lua')
    await writeFile(file, wrkScript(order))
    const seconds = Math.max(1, Math.round(order.durationMs / 1000))
    const flags = ['-t1', `-c${order.lanes.length}`, `-d${seconds}s`, '--timeout', '30s', '-s', file]
    const child = spawn(program, [...flags, order.url], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [output] = await Promise.all([text(child.stdout), once(child, 'exit')])
    return reportOf(readSummary(output))
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

function readSummary(output: string): WrkSummary {
  const [, json] = /^summary (\{.*\})$/m.exec(output) ?? []
  if (json === undefined) throw new Error(`wrk did not finish: ${output.trim()}`)
  return JSON.parse(json) as WrkSummary
}

function reportOf(summary: WrkSummary): LoadReport {
  const seconds = summary.duration / 1e6
  return {
    perSecond: summary.requests / seconds,
    bytesPerSecond: summary.bytes / seconds,
    p50Ms: summary.p50 / 1000,
    p99Ms: summary.p99 / 1000,
    unexpected: summary.unexpected,
    broken: summary.broken,
    answered: summary.requests,
    generatorBusy: summary.cpuSeconds / seconds,
  }
}
