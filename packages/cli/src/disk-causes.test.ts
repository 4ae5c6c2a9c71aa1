import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { runSvc } from './testing/run-svc.ts'

/** What is wrong with the disk, and how the start must report it. */
const causes: Readonly<Record<string, readonly [mountOptions: string, answer: RegExp]>> = {
  'read-only': ['ro', / is on a read-only file system/],
  'without inodes': ['nr_inodes=1', / has no inodes left/],
}

for (const [about, [options, answer]] of Object.entries(causes)) {
  test(`a start on a disk that is ${about} names that cause`, async (t) => {
    const dir = await mkdtemp(join(tmpdir(), 'svc-disk-'))
    try {
      await promisify(execFile)('mount', ['-t', 'tmpfs', '-o', `size=4m,${options}`, 'tmpfs', dir])
    } catch {
      await rm(dir, { recursive: true })
      return t.skip('a disk cannot be mounted by this user; as root it can')
    }
    t.after(async () => {
      await promisify(execFile)('umount', ['-l', dir])
      await rm(dir, { recursive: true })
    })
    for (const dataDir of [dir, join(dir, 'new')]) {
      const { code, err } = await runSvc(['serve', '--port', '0', '--data-dir', dataDir])
      assert.equal(code, 1)
      assert.match(err, answer)
      assert.match(err, /^[^\n]+\n$/)
    }
  })
}
