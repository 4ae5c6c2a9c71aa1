import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { freshBundle } from '../../packages/cli/bin/fresh-bundle.js'
import { readSource } from './read-sources.ts'

const longAgo = new Date('2026-01-02T03:04:05.678Z')
const source = 'packages/server/src/main.ts'

/** A checkout with one source and a bundle of it. */
async function checkout(t: TestContext, changedAt: Date) {
  const root = await mkdtemp(join(tmpdir(), 'svc-bundle-'))
  t.after(() => rm(root, { recursive: true, force: true }))
  const file = join(root, source)
  const list = join(root, 'packages/cli/dist/bundled.json')
  for (const path of [file, list]) await mkdir(dirname(path), { recursive: true })
  await writeFile(file, 'old')
  await utimes(file, changedAt, changedAt)
  const { source: noted } = await readSource(root, file)
  await writeFile(list, JSON.stringify({ entry: 'process.js', files: [noted] }))
  const folder = pathToFileURL(`${dirname(list)}/`)
  return { file, list, isFresh: () => freshBundle(folder) === new URL('process.js', folder).href }
}

test('a bundle of the files that are here is run', async (t) => {
  const { isFresh } = await checkout(t, longAgo)
  assert.equal(isFresh(), true)
})

test('a source that was changed, removed or replaced is never run as it was', async (t) => {
  const { file, isFresh } = await checkout(t, longAgo)
  await writeFile(file, 'new')
  assert.equal(isFresh(), false, 'other contents of the same size')
  await writeFile(file, 'longer')
  await utimes(file, longAgo, longAgo)
  assert.equal(isFresh(), false, 'another size at the same time')
  await rm(file)
  assert.equal(isFresh(), false, 'no file')
})

test('a copy, which has other times, is the same', async (t) => {
  const { file, isFresh } = await checkout(t, longAgo)
  await utimes(file, new Date(), new Date())
  assert.equal(isFresh(), true)
})

test('a change within the second in which a source was bundled is noticed', async (t) => {
  const now = new Date()
  const { file, isFresh } = await checkout(t, now)
  assert.equal(isFresh(), true)
  await writeFile(file, 'new')
  await utimes(file, now, now)
  assert.equal(isFresh(), false)
})

test('without a readable list there is no bundle', async (t) => {
  const { list, isFresh } = await checkout(t, longAgo)
  await writeFile(list, '{"entry":')
  assert.equal(isFresh(), false)
  await rm(list)
  assert.equal(isFresh(), false)
})
