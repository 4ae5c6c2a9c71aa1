import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { onPath } from './on-path.ts'
import { runProgram } from './run-program.ts'
import { type ZipEntry, zip } from './zip.ts'

const scratch = await mkdtemp(join(tmpdir(), 'svc-zip-'))
after(() => rm(scratch, { recursive: true }))

const skip = onPath('unzip') === undefined && 'unzip is not installed'

test('unzip restores the contents and the permissions', { skip }, async () => {
  const archive = await written([
    { name: 'program', content: Buffer.from('#!/bin/sh\n'), mode: 0o755 },
    { name: 'LICENSE', content: Buffer.alloc(100_000, 'free '), mode: 0o644 },
    { name: 'nothing', content: Buffer.alloc(0), mode: 0o600 },
  ])
  const out = join(scratch, 'unpacked')
  await runProgram('unzip', ['-q', archive, '-d', out])

  assert.equal(await readFile(join(out, 'program'), 'utf8'), '#!/bin/sh\n')
  assert.equal(await modeOf(join(out, 'program')), 0o755)
  assert.deepEqual(await readFile(join(out, 'LICENSE')), Buffer.alloc(100_000, 'free '))
  assert.equal(await modeOf(join(out, 'LICENSE')), 0o644)
  assert.equal((await stat(join(out, 'nothing'))).size, 0)
  assert.equal(await modeOf(join(out, 'nothing')), 0o600)
})

test('any archive passes the test of another implementation', { skip }, async () => {
  const name = fc.stringMatching(/^[a-zäöü0-9_.]{1,40}$/)
  const entry = fc.record({
    name,
    content: fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes)),
    mode: fc.integer({ min: 0, max: 0o777 }),
  })
  const entries = fc.uniqueArray(entry, { minLength: 1, maxLength: 8, selector: (each) => each.name })
  await fc.assert(
    fc.asyncProperty(entries, async (each) => {
      await runProgram('unzip', ['-tqq', await written(each)])
    }),
    { numRuns: 40 },
  )
})

test('the same files always make the same archive', async (t) => {
  const entries = [{ name: 'program', content: Buffer.from('same'), mode: 0o755 }]
  const now = await zip(entries)
  t.mock.timers.enable({ apis: ['Date'], now: new Date('2031-05-06T07:08:09Z') })
  assert.deepEqual(await zip(entries), now)
})

async function written(entries: readonly ZipEntry[]): Promise<string> {
  const file = join(scratch, 'archive.zip')
  await writeFile(file, await zip(entries))
  return file
}

async function modeOf(file: string): Promise<number> {
  return (await stat(file)).mode & 0o777
}
