import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryOf } from '../../bench/process-stats.ts'

/** By how many megabytes a process has grown at most in the meantime; null if unknown. */
export async function growthDuring(pid: number, work: () => Promise<unknown>): Promise<number | null> {
  const before = await memoryOf(pid)
  let peak = before ?? 0
  let isDone = false
  const watching = (async () => {
    while (!isDone) {
      peak = Math.max(peak, (await memoryOf(pid)) ?? 0)
      await sleep(20)
    }
  })()
  try {
    await work()
  } finally {
    isDone = true
    await watching
  }
  return before === null ? null : peak - before
}

/** The peak memory of a process in megabytes, according to the kernel. */
export async function peakMemoryOf(pid: number): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
