import assert from 'node:assert/strict'
import { createServer } from 'node:http2'
import { test } from 'node:test'
import { watchConnections } from './connection-watch.ts'

test('a host has a minute to connect', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  let abandoned = 0
  watchConnections(createServer(), () => abandoned++)
  t.mock.timers.tick(59_999)
  assert.equal(abandoned, 0)
  t.mock.timers.tick(1)
  assert.equal(abandoned, 1)
})
