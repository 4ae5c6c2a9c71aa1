import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWritePace } from './write-pace.ts'

function createPaceAt() {
  const loop = { ms: 1_000, events: 500 }
  const pace = createWritePace({ now: () => loop.ms, events: () => loop.events })
  return { loop, pace }
}

test('the first write is committed at once', () => {
  const { pace } = createPaceAt()
  assert.equal(pace.waitFor(1), 0)
})

test('among many readers, a write waits until 8 ms after the last commit, for others to join it', () => {
  const { loop, pace } = createPaceAt()
  pace.committed()
  loop.ms += 3
  loop.events += 32
  assert.equal(pace.waitFor(1), 5)
  assert.equal(pace.waitFor(7), 5)
  loop.ms += 5
  assert.equal(pace.waitFor(1), 0)
})

test('a few writers among themselves never wait, and neither do many', () => {
  const { loop, pace } = createPaceAt()
  pace.committed()
  loop.ms += 1
  loop.events += 8
  assert.equal(pace.waitFor(4), 0)
  loop.events += 32
  assert.equal(pace.waitFor(8), 0)
})
