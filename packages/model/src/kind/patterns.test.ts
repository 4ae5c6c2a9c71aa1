import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allKinds, allOperations } from '../index.ts'
import { wordsOf } from './patterns.ts'
import { schemasOf } from './schemas.ts'

function* patternsIn(part: unknown): Generator<string> {
  if (typeof part !== 'object' || part === null) return
  if ('pattern' in part && typeof part.pattern === 'string') yield part.pattern
  for (const [key, value] of Object.entries(part)) if (!isCondition(key)) yield* patternsIn(value)
}

/** A text that does not match there is no error. */
const isCondition = (key: string): boolean => key === 'if' || key === 'not'

test('the error for a text in the wrong format describes the right one', () => {
  const patterns = new Set(patternsIn([allOperations, allKinds.map(schemasOf)]))
  assert.ok(patterns.size > 10)
  for (const pattern of patterns) assert.doesNotMatch(wordsOf(pattern), /^must match/)
})
