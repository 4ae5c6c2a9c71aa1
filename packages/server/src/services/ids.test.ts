import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from './ids.ts'

test('ids sort by creation, also within a millisecond and with earlier times in between', () => {
  const now = new Date()
  const slot = new Date(now.getTime() - 900_000)
  const ids = Array.from({ length: 1_000 }, () => {
    newId('sls', slot)
    return newId('api', now)
  })
  assert.deepEqual(ids.toSorted(), ids)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.every((id) => newId('api', slot) < id))
})

test('an id is its kind, then 27 characters that reveal nothing', () => {
  assert.match(newId('api'), /^api_[0-9a-hjkmnp-tv-z]{27}$/)
})
