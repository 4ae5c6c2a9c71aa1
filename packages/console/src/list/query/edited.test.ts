import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { editedAt, isPlainText, withSuggestion } from './edited.ts'

/** The caret is at the bar. */
const at = (marked: string) => {
  const caret = marked.indexOf('|')
  const text = marked.replace('|', '')
  return { text, edited: editedAt(kinds.project, text, caret) }
}

const said = (marked: string): string => {
  const { edited } = at(marked)
  if (!edited) return 'nothing'
  const of = edited.is === 'key' ? 'key' : typeof edited.of === 'string' ? edited.of : edited.of.key
  return `${of} ${edited.typed}`
}

const put = (marked: string, inserted: string): string => {
  const { text, edited } = at(marked)
  assert.ok(edited)
  const next = withSuggestion(text, edited, inserted)
  return `${next.text.slice(0, next.caret)}|${next.text.slice(next.caret)}`
}

test('what is being typed is a key, or a value of one', () => {
  assert.equal(said('|'), 'key ')
  assert.equal(said('own|'), 'key own')
  assert.equal(said('-own|'), 'key own')
  assert.equal(said('owner:|'), 'owner ')
  assert.equal(said('tag:a ownerTeamId:pay| tag:b'), 'owner pay')
  assert.equal(said('lifecycle:production,|'), 'lifecycle ')
  assert.equal(said('owner:"Search & F|'), 'owner Search & F')
  assert.equal(said('no:ow|'), 'no ow')
  assert.equal(said('is:|'), 'is ')
  assert.equal(said('tag:a |'), 'key ')
  assert.equal(said('"tag:a|'), 'nothing')
  assert.equal(said('nonsense:a|'), 'nothing')
  assert.equal(said('ow|ner:a'), 'nothing')
})

test('a suggestion takes the place of what was typed, and typing goes on after it', () => {
  assert.equal(put('own|', 'owner:'), 'owner:|')
  assert.equal(put('-li|', 'lifecycle:'), '-lifecycle:|')
  assert.equal(put('owner:pay| tag:a', 'Payments'), 'owner:Payments |tag:a')
  assert.equal(put('owner:"Search & F|', '"Search & Find"'), 'owner:"Search & Find" |')
  assert.equal(put('tag:a|,b', 'api'), 'tag:api|,b')
})

test('plain text is looked for as it stands', () => {
  for (const text of ['', 'slow boat', "it's 50%"]) assert.ok(isPlainText(text), text)
  for (const text of ['owner:a', '-a', '"a b"', 'a no:owner']) assert.ok(!isPlainText(text), text)
})
