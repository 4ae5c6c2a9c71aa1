import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { differencesOf } from './differences.ts'

test('a missing, outdated or superfluous page is reported', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-docs-'))
  t.after(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'guides'))
  await writeFile(join(folder, 'index.md'), 'as it should be')
  await writeFile(join(folder, 'guides/one.md'), 'old')
  await writeFile(join(folder, 'guides/two.md'), 'forgotten')
  const pages = new Map([
    ['index.md', 'as it should be'],
    ['guides/one.md', 'new'],
    ['guides/three.md', 'not there yet'],
  ])
  assert.deepEqual(differencesOf(folder, pages), [
    'guides/one.md: not up to date',
    'guides/three.md: missing',
    'guides/two.md: superfluous',
  ])
})

test('in a missing folder, every page is missing', () => {
  assert.deepEqual(differencesOf(join(tmpdir(), 'svc-docs-nowhere'), new Map([['index.md', 'a']])), [
    'index.md: missing',
  ])
})
