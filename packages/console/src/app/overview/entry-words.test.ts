import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TimelineEntry } from '@svc/model'
import { entryWords, sortInWords } from './entry-words.ts'

const edit = (title: string, fields: readonly string[]): TimelineEntry => ({
  at: '2026-11-19T12:00:00.000Z',
  type: 'edit',
  kind: 'team',
  id: 'team_1',
  title,
  status: null,
  detail: null,
  by: 'Ines Duarte',
  fields,
})

const said = (entry: TimelineEntry): string => `${sortInWords(entry)} ${entryWords(entry)}`

test('an edit says what was done, or to which fields, and by whom', () => {
  assert.equal(said(edit('created', [])), 'Created by Ines Duarte')
  assert.equal(said(edit('updated', ['Name', 'Owner'])), 'Edited Name, Owner by Ines Duarte')
  assert.equal(said(edit('updated', [])), 'Updated by Ines Duarte')
  assert.equal(said({ ...edit('created', []), by: null }).trim(), 'Created')
})
