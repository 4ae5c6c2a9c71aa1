import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '@svc/model'
import { differenceTo } from './difference-to.ts'

test('only fields that people set go back', () => {
  const now = { name: 'New', description: 'same', tags: ['b'], updatedAt: '2', tier: 1 }
  const version = { name: 'Old', description: 'same', tags: ['a'], updatedAt: '1' }
  assert.deepEqual(differenceTo(kinds.project, now, version), { name: 'Old', tags: ['a'] })
})

test('measured values stay', () => {
  const now = { target: 99, currentValue: 98 }
  assert.deepEqual(differenceTo(kinds.slo, now, { target: 99.9, currentValue: 100 }), { target: 99.9 })
})
