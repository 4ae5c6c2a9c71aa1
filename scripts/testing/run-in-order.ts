import { globSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { durationLines } from './file-durations.ts'
import { slowestFirst } from './slowest-first.ts'

export interface RunOptions {
  readonly concurrency: number
  readonly timeout: number
  readonly env: NodeJS.ProcessEnv
}

/** All matching files, in our own order: the runner's command line sorts them by name. */
export async function runInOrder(patterns: readonly string[], options: RunOptions): Promise<number> {
  const started = performance.now()
  const durations = new Map<string, number>()
  let hasFailed = false
  const { timeout, env, concurrency } = options
  const events = run({
    files: slowestFirst(globSync(patterns)),
    concurrency,
    timeout,
    execArgv: ['--import', new URL('watchdog.ts', import.meta.url).href],
    // Time for the tests to be ended first, and to say which they were.
    env: { ...env, SVC_TEST_PATIENCE_MS: String(timeout + 60_000) },
  })
  events.on('test:summary', ({ file, duration_ms }) => {
    if (file !== undefined) durations.set(file, duration_ms)
  })
  events.on('test:fail', ({ todo }) => {
    if (todo === undefined || todo === false) hasFailed = true
  })
  await pipeline(events, new spec(), process.stdout, { end: false })
  process.stdout.write([...durationLines(durations, performance.now() - started)].join(''))
  return hasFailed ? 1 : 0
}
