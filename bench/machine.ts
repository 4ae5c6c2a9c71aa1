import { open, rm, statfs } from 'node:fs/promises'
import { arch, cpus, loadavg, platform } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { median } from './median.ts'

export interface Machine {
  readonly node: string
  readonly system: string
  readonly cpu: string
  /** The load average of the last minute: above 0 before the run means that other processes were busy. */
  readonly loadBefore: number
  /** One small append and fdatasync: the minimum cost of a durable write. */
  readonly syncMs: number
  readonly isMemoryDisk: boolean
}

const tmpfsMagic = 0x01021994
const syncs = 100

export async function describeMachine(scratchDir: string): Promise<Machine> {
  return {
    node: process.version,
    system: `${platform()} ${arch()}`,
    cpu: `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}`,
    loadBefore: loadavg()[0] ?? 0,
    syncMs: await measureSync(join(scratchDir, 'sync-probe')),
    isMemoryDisk: (await statfs(scratchDir)).type === tmpfsMagic,
  }
}

async function measureSync(path: string): Promise<number> {
  const file = await open(path, 'w')
  const block = Buffer.alloc(4096, 1)
  const times: number[] = []
  for (let n = 0; n < syncs; n++) {
    const startedAt = performance.now()
    await file.write(block)
    await file.datasync()
    times.push(performance.now() - startedAt)
  }
  await file.close()
  await rm(path)
  return median(times)
}
