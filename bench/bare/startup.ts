import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../median.ts'
import { memoryOf } from '../process-stats.ts'
import { type RunningServer, startOurs } from '../servers.ts'
import type { StoreMaker } from '../stores.ts'
import type { HttpResult, Plan } from '../types.ts'

const idleSeconds = 3

/** Starts on empty stores, with an empty compile cache and with a warm one. */
export async function measureStartup(
  plan: Plan,
  stores: StoreMaker,
  scratchDir: string,
): Promise<Pick<HttpResult, 'startup' | 'idleMemory'>> {
  const newCache = () => mkdtemp(join(scratchDir, 'cache-'))
  const startEmpty = async (compileCacheDir: string) =>
    startOurs({ program: plan.server, storeFlags: (await stores.newStore()).flags, compileCacheDir })
  const warmCache = await newCache()
  await timeStart(() => startEmpty(warmCache))

  const [cold, warm]: [number[], number[]] = [[], []]
  for (let repeat = 0; repeat < plan.startupRepeats; repeat++) {
    cold.push(await timeStart(async () => startEmpty(await newCache())))
    warm.push(await timeStart(() => startEmpty(warmCache)))
  }

  const idle = await startEmpty(warmCache)
  await sleep(idleSeconds * 1000)
  const idleMemory = await memoryOf(idle.pid)
  await idle.stop()
  return { startup: { coldMs: median(cold), warmMs: median(warm) }, idleMemory }
}

async function timeStart(start: () => Promise<RunningServer>): Promise<number> {
  const server = await start()
  await server.stop()
  return server.readyMs
}
