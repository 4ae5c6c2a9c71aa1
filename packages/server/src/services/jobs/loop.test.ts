import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loop } from './schedule.ts'

test('work that throws synchronously is logged and tried again', async () => {
  const logged: unknown[] = []
  const again = Promise.withResolvers<void>()
  let runs = 0
  const work = (): Promise<boolean> => {
    runs += 1
    if (runs === 1) throw new Error('At once.')
    again.resolve()
    return Promise.resolve(false)
  }
  const { stop } = loop(work, { everyMs: 5, log: (line) => logged.push(line), name: 'trial' })
  await again.promise
  await stop()
  assert.equal(logged.length, 1)
  assert.match(JSON.stringify(logged), /At once\./)
})
