import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { test } from 'node:test'
import type { Piece } from './pieces.ts'
import { partsOf, plainPartsOf, type Slice, sliceOf } from './slices.ts'
import { hostileMarkdown } from './testing/hostile-markdown.ts'

/** Some slices contain something that cannot be cut, such as the head of a table with its first rows. */
const maxElements = 10_000

const countOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { children }) => sum + 1 + countOf(children), 0)
const textOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ content, children }) => (children.length > 0 ? textOf(children) : content)).join('')

/** Browser tests use half a megabyte: here it would only take longer. */
for (const [about, text] of Object.entries(hostileMarkdown(100_000))) {
  for (const parts of [partsOf, plainPartsOf]) {
    test(`${about}, ${parts === partsOf ? 'formatted' : 'as written'}: a slice is drawn in a moment`, () => {
      const pieces = parts(text)
      for (let next: number | null = 0; next !== null; ) {
        const slice: Slice = sliceOf(pieces, next)
        assert.ok(slice.pieces.length > 0)
        assert.ok(countOf(slice.pieces) <= maxElements, `${countOf(slice.pieces)} elements`)
        next = slice.next
      }
    })
  }
}

test('the slices together show the whole document, once', () => {
  const steps = Array.from({ length: 3_000 }, (_, n) => `${n + 7}. Step ${n}`).join('\n')
  const rows = Array.from({ length: 2_000 }, (_, n) => `| row ${n} | b |`).join('\n')
  const pieces = partsOf(`# Start\n\n${steps}\n\n| a | b |\n|---|---|\n${rows}\n\nThe end.`)
  const shown: Piece[] = []
  for (let next: number | null = 0; next !== null; ) {
    const slice: Slice = sliceOf(pieces, next)
    shown.push(...slice.pieces)
    next = slice.next
  }
  const words = textOf(shown)
  for (let n = 0; n < 3_000; n += 1) assert.ok(words.includes(`Step ${n}`), `step ${n}`)
  for (let n = 0; n < 2_000; n += 1) assert.ok(words.includes(`row ${n}`), `row ${n}`)
  assert.ok(words.startsWith('Start') && words.endsWith('The end.'))
  const starts = shown.filter(({ tag }) => tag === 'ol').map(({ start }) => start)
  assert.ok(starts.length > 1 && starts[0] === 7, 'a list that is cut continues its numbering')
  for (const [index, start] of starts.entries())
    assert.ok(index === 0 || start > (starts[index - 1] ?? 0), String(starts))
})

test('only one module turns Markdown into elements', () => {
  const root = resolve(import.meta.dirname, '../..')
  const sources = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const importers = (what: RegExp) =>
    sources.filter((file) => what.test(readFileSync(file, 'utf8'))).map((file) => relative(root, file))
  assert.deepEqual(importers(/from 'markdown-it'/), ['values/markdown/pieces.ts'])
  assert.deepEqual(importers(/piecesOf\b/).sort(), ['values/markdown/pieces.ts', 'values/markdown/slices.ts'])
  assert.deepEqual(importers(/from '[./\w-]*pieces-view\.tsx'/).sort(), [
    'values/markdown/large-document.tsx',
    'values/markdown/markdown.tsx',
  ])
})
