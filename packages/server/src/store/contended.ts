import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from './sql.ts'

const pauseMs = 1_000
const patienceMs = 10 * 60_000

/**
 * For a start, when nobody is served yet: where others are in the way, it steps back, and tries again. They may be
 * other processes that start on the same database, or a backup that holds a table for long.
 */
export async function giveWay<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  const endAt = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!engine.isTransient(error) || performance.now() > endAt) throw error
      await sleep(pauseMs)
    }
  }
}
