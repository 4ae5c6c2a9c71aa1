import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outline, word } from './outline.ts'

test('reads headings, items and their descriptions', () => {
  const items = outline(`
web-shop
  bug major: Slot picker: shows yesterday #slots #time
    Seen after midnight,
    until the page is loaded again.
  task minor: Tidy up
basket
  database 12.50
`)
  assert.deepEqual(items, [
    {
      heading: 'web-shop',
      words: ['bug', 'major'],
      title: 'Slot picker: shows yesterday',
      tags: ['slots', 'time'],
      detail: 'Seen after midnight, until the page is loaded again.',
    },
    { heading: 'web-shop', words: ['task', 'minor'], title: 'Tidy up', tags: [], detail: '' },
    { heading: 'basket', words: ['database', '12.50'], title: '', tags: [], detail: '' },
  ])
})

test('says which line is too short', () => {
  const [item] = outline('web-shop\n  bug: Something')
  assert.ok(item)
  assert.throws(() => word(item, 1), /Under web-shop, "bug" is too short\./)
})
