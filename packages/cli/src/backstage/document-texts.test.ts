import assert from 'node:assert/strict'
import { test } from 'node:test'
import { documentTexts, maxDocumentLength } from './document-texts.ts'

const textsIn = async (chunks: readonly string[]) => await Array.fromAsync(documentTexts(chunks))

for (const [about, text, expected] of [
  ['one document', 'a: 1\n', [['a: 1\n', 1]]],
  [
    'several',
    'a: 1\n---\nb: 2\n--- # more\nc: 3',
    [
      ['a: 1', 1],
      ['---\nb: 2', 2],
      ['--- # more\nc: 3', 4],
    ],
  ],
  [
    'an end and directives',
    '%YAML 1.2\n---\na: 1\n...\n# next\n%TAG ! x\n---\nb: 2\n',
    [
      ['%YAML 1.2\n---\na: 1', 1],
      ['# next\n%TAG ! x\n---\nb: 2\n', 5],
    ],
  ],
  [
    'the lines of Windows',
    'a: 1\r\n---\r\nb: 2\r\n',
    [
      ['a: 1\r', 1],
      ['---\r\nb: 2\r\n', 2],
    ],
  ],
  ['what only looks like a separator', 'a: |\n  ---\n ---\n----\n', [['a: |\n  ---\n ---\n----\n', 1]]],
  ['nothing', '\n\n', []],
  [
    'JSON, one to a line',
    '{"a":1}\n{"b":2}\n',
    [
      ['{"a":1}', 1],
      ['{"b":2}\n', 2],
    ],
  ],
  [
    'JSON over several lines',
    '{\n "a": 1\n}\n\n{\n "b":\n{}\n}\n',
    [
      ['{\n "a": 1\n}\n', 1],
      ['{\n "b":\n{}\n}\n', 5],
    ],
  ],
] as const) {
  test(`${about}, in pieces of any size`, async () => {
    for (const size of [1, 3, 1000]) {
      const pieces = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      const found = await textsIn(pieces)
      assert.deepEqual(
        found.map((one) => [one.text, one.line]),
        expected,
      )
    }
  })
}

test('a document that is too long is left out, and those around it are not', async () => {
  const line = `${'x'.repeat(99)}\n`
  const long = ['a: 1\n---\nb: |\n', ...Array(Math.ceil(maxDocumentLength / 100)).fill(line), '---\nc: 3\n']
  assert.deepEqual(
    (await textsIn(long)).map(({ text, head }) => [text, head.slice(0, 10)]),
    [
      ['a: 1', 'a: 1'],
      [undefined, '---\nb: |\nx'],
      ['---\nc: 3\n', '---\nc: 3\n'],
    ],
  )
  const wide = ['a: 1\n---\n', ...Array(6).fill('y'.repeat(1024 ** 2)), 'y\n---\nc: 3\n']
  assert.deepEqual(
    (await textsIn(wide)).map(({ text }) => text),
    ['a: 1', undefined, '---\nc: 3\n'],
  )
})
