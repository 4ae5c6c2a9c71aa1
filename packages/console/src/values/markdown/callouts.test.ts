import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calloutNames, calloutOf } from './callouts.ts'
import { type Piece, piecesOf } from './pieces.ts'

const quoteIn = (text: string): readonly Piece[] => piecesOf(text)[0]?.children ?? []
const textOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ content, children }) => (children.length > 0 ? textOf(children) : content)).join('')

test('a quote that begins with one of the names is a callout, without that line', () => {
  for (const name of calloutNames)
    for (const mark of [`[!${name.toUpperCase()}]`, `[!${name}]  `]) {
      const found = calloutOf(quoteIn(`> ${mark}\n> Stop **now**.\n>\n> - and wait`))
      assert.equal(found?.name, name)
      assert.equal(textOf(found?.children ?? []), 'Stop now.and wait', mark)
    }
  assert.deepEqual(calloutOf(quoteIn('> [!TIP]')), { name: 'tip', children: [] })
})

test('every other quote is a quote', () => {
  for (const text of [
    '> [!DANGER]\n> unknown',
    '> [!NOTE] on the same line',
    '> **[!NOTE]**\n> emphasised',
    '> before\n> [!NOTE]',
    '> - [!NOTE]',
    '> `[!NOTE]`\n> code',
    '>',
  ])
    assert.equal(calloutOf(quoteIn(text)), null, text)
})
