import { followers } from '../services/jobs/jobs.ts'
import { partitionsBehind, sweepsOf } from '../store/queries/progress.ts'
import type { TestApp } from './app.ts'
import { eventually } from './client.ts'

/** Waits until the background has processed everything written so far. */
export async function caughtUp({ store }: TestApp): Promise<void> {
  for (const { name } of followers) {
    await eventually(
      async () => [...(await store.run(partitionsBehind, name)), ...(await store.run(sweepsOf, name))],
      (left) => left.length === 0,
    )
  }
}

/**
 * A clock that has just passed a quarter hour, when jobs are due: they run before the first test, and next
 * time long after the last.
 */
export function clockBetweenJobs(): () => Date {
  const aheadMs = 901_000 - (Date.now() % 900_000)
  return () => new Date(Date.now() + aheadMs)
}
