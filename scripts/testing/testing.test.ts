import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { durationLines } from './file-durations.ts'
import { slowestFirst, slowFiles } from './slowest-first.ts'

test('every file that starts early exists', () => {
  const root = join(import.meta.dirname, '../..')
  assert.deepEqual(
    slowFiles.filter((file) => !existsSync(join(root, file))),
    [],
  )
  assert.equal(new Set(slowFiles).size, slowFiles.length)
})

test('the slow files come first, and each file once', () => {
  const [first = '', second = ''] = slowFiles
  assert.deepEqual(slowestFirst(['b.test.ts', second, 'a.test.ts', first]), [
    first,
    second,
    'a.test.ts',
    'b.test.ts',
  ])
})

test('the durations say which files are slow, and how long all took', () => {
  const files = new Map([
    [join(process.cwd(), 'quick.test.ts'), 300],
    [join(process.cwd(), 'slow.test.ts'), 61_000],
    ['/elsewhere/middling.test.ts', 1_500],
  ])
  assert.deepEqual([...durationLines(files, 40_000)].join('').trim().split('\n').slice(1), [
    '    61.0  slow.test.ts',
    '     1.5  /elsewhere/middling.test.ts',
    '     0.3  1 files of less than a second each',
    '    62.8  3 files, one after the other',
    '    40.0  in total, in parallel',
  ])
})

test('a test file whose process does not end is killed and reported as failed', () => {
  const watchdog = new URL('watchdog.ts', import.meta.url).href
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', watchdog, '--eval', 'setInterval(() => {}, 1_000)'],
    { env: { ...process.env, SVC_TEST_PATIENCE_MS: '50' }, encoding: 'utf8' },
  )
  assert.equal(status, 1)
  assert.match(stderr, /did not end on its own; still open: .*Timeout/)
})
