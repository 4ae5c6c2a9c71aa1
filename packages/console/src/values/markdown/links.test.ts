import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { marks } from '../../form/markdown-editor/marks.ts'
import { safeLink, safeImage } from './safe-links.ts'

describe('links in a document', () => {
  test('may lead to the web, mail, a phone number and the console itself', () => {
    assert.deepEqual(safeLink('https://example.com/a'), { href: 'https://example.com/a', isOutside: true })
    assert.deepEqual(safeLink('/projects'), { href: '/projects', isOutside: false })
    for (const link of ['mailto:a@example.com', 'tel:+49', '#steps']) assert.ok(safeLink(link))
  })

  test('and nowhere else, however they are written', () => {
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

  test('images are our own or data URLs, and never SVG', () => {
    assert.ok(safeImage('data:image/png;base64,iVBORw0KGgo='))
    assert.ok(safeImage('/icon.svg'))
    for (const source of [
      'https://example.com/a.png',
      'data:image/svg+xml;base64,PHN2Zy8+',
      'javascript:1',
      '//x/y',
    ])
      assert.equal(safeImage(source), null, source)
  })
})

test('each editor button works with a selection and without one', () => {
  for (const { id, apply } of marks) {
    assert.ok(apply('a').includes('a'), id)
    assert.ok(apply('').length > 0, id)
  }
})
