import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { marks } from '../../form/markdown-editor/marks.ts'
import { safeLink, safePicture } from './safe-links.ts'

describe('links of a document', () => {
  test('lead to the web, to mail, to a telephone and inside the console', () => {
    assert.deepEqual(safeLink('https://example.com/a'), { href: 'https://example.com/a', isOutside: true })
    assert.deepEqual(safeLink('/projects'), { href: '/projects', isOutside: false })
    for (const link of ['mailto:a@example.com', 'tel:+49', '#steps']) assert.ok(safeLink(link))
  })

  test('and nowhere else, however it is written', () => {
    const bad = [
      'javascript:alert(1)',
      ' JaVaScRiPt:alert(1)',
      'java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>1</script>',
      'vbscript:x',
      'file:///etc/passwd',
      'blob:https://example.com/x',
      '//evil.example',
      '/\\evil.example',
      'evil',
    ]
    for (const link of bad) assert.equal(safeLink(link), null, link)
  })

  test('pictures are ours or written out, and never SVG', () => {
    assert.ok(safePicture('data:image/png;base64,iVBORw0KGgo='))
    assert.ok(safePicture('/icon.svg'))
    for (const source of [
      'https://example.com/a.png',
      'data:image/svg+xml;base64,PHN2Zy8+',
      'javascript:1',
      '//x/y',
    ])
      assert.equal(safePicture(source), null, source)
  })
})

test('each button of the editor does something to what is chosen, and to nothing', () => {
  for (const { id, apply } of marks) {
    assert.ok(apply('a').includes('a'), id)
    assert.ok(apply('').length > 0, id)
  }
})
