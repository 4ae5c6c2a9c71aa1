import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { docsPictures, shownInDocs } from './shown-in-docs.ts'

test('the repository keeps the pictures that its docs show, and no others', () => {
  assert.deepEqual(
    readdirSync(docsPictures).toSorted(),
    shownInDocs(),
    'docs/screenshots differs from what the docs show: run npm run screenshots -- --docs. ' +
      'Pictures of all pages go to screenshots/, which git ignores.',
  )
})
