import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useApp } from '@svc/server/testing'
import { createClient } from './index.ts'

const app = useApp('sqlite', { rateLimit: '8/1s' })

test('requests beyond the limit all succeed, a little later', async () => {
  const { ownerToken } = await app.organisation()
  let refusals = 0
  const client = createClient({
    endpoint: app.url,
    token: ownerToken,
    retry: { onRetry: ({ error }) => (refusals += Number(/8 requests in 1 second/.test(error.message))) },
  })
  const names = Array.from({ length: 20 }, (_, n) => `team ${n}`)
  const made = await Promise.all(names.map((name) => client.team.create({ name })))
  assert.ok(refusals > 0)
  assert.deepEqual(
    made.map(({ record }) => record.name),
    names,
  )
  const listed = await Array.fromAsync(client.team.all())
  assert.deepEqual(listed.map(({ name }) => name).sort(), names.toSorted())
})
