import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asChange, changeOf } from './money.ts'

test('a change has its sign, the minus as in amounts', () => {
  assert.equal(asChange(changeOf(988, 1000)), '−1.2%')
  assert.equal(asChange(changeOf(1200, 1000)), '+20%')
  assert.equal(asChange(changeOf(1000, 1000)), '0%')
  assert.equal(asChange(changeOf(1000, 0)), 'new')
})
