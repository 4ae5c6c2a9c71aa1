import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const neededBytes = 2 * 2 ** 30

/** Where tests keep their data: in memory, if there is enough, or else where all temporary files go. */
export const quickTmpdir = (): string => process.env.SVC_TEST_QUICK_DIR || tmpdir()

/**
 * For the parent of a run: a folder in memory, if there is one with enough space. SQLite waits for the disk
 * with each commit, which is most of the cost of a small write.
 */
export function makeQuickDir(): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize < neededBytes ? undefined : mkdtempSync(join(memory, 'svc-tests-'))
  } catch {
    return undefined
  }
}
