import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { stepBackFrom } from './step-back.ts'

const before = { id: 'prj_1', name: 'Old', tags: ['a'], description: 'same', updatedAt: '1' }

test('only what the edit changed goes back', () => {
  const record = { ...before, name: 'New', tags: ['b'], updatedAt: '2' }
  const saved = { record, etag: '"2"' }
  assert.deepEqual(
    stepBackFrom(kinds.project, { changes: { name: 'New', description: 'same' }, before, saved }),
    { id: 'prj_1', changes: { name: 'Old' }, etag: '"2"' },
  )
})

test('an edit that changed nothing has nothing to undo', () => {
  const saved = { record: before, etag: '"1"' }
  assert.equal(stepBackFrom(kinds.project, { changes: { name: 'Old' }, before, saved }), undefined)
})

test('fields that only svc sets are not sent back', () => {
  const saved = { record: { ...before, updatedAt: '2' }, etag: '"2"' }
  assert.equal(stepBackFrom(kinds.project, { changes: { updatedAt: 'x' }, before, saved }), undefined)
})
