import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient } from '@tanstack/query-core'
import { followClock } from './follow-clock.ts'

test('what changes with time is refetched after each quarter of an hour, whenever the page was opened', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.parse('2026-11-17T09:14:50.000Z') })
  const queries = new QueryClient()
  const asked: string[] = []
  t.mock.method(queries, 'invalidateQueries', ({ queryKey }: { queryKey: readonly string[] }) => {
    asked.push(`${new Date().toISOString().slice(11, 19)} ${queryKey.join(' ')}`)
    return Promise.resolve()
  })
  const stop = followClock(queries, 'live')
  t.mock.timers.tick(10_000)
  assert.deepEqual(asked, [], 'on the quarter itself the server has only just started')
  for (let second = 0; second < 17 * 60; second++) t.mock.timers.tick(1_000)
  assert.deepEqual(asked, [
    '09:15:10 live slo',
    '09:16:00 live slo',
    '09:30:10 live slo',
    '09:31:00 live slo',
  ])
  stop()
  for (let second = 0; second < 16 * 60; second++) t.mock.timers.tick(1_000)
  assert.equal(asked.length, 4)
  queries.clear()
})
