import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lookupOf, startClient, startHttp } from './testing/servers.ts'

const cancelled = {
  name: 'UpstreamError',
  reason: 'aborted',
  message: 'The request was cancelled before it ended.',
}

test('the signal of the caller cancels the request', async (t) => {
  const caller = new AbortController()
  const server = await startHttp(t, () => caller.abort())
  const fetch = startClient(t, { allow: ['a.test'] })
  await assert.rejects(fetch(`http://a.test:${server.port}/`, { signal: caller.signal }), cancelled)
})

test('an already aborted signal sends nothing, not even a DNS lookup', async (t) => {
  const lookup = lookupOf({ 'a.test': ['127.0.0.1'] })
  const fetch = startClient(t, { allow: ['a.test'], lookup })
  await assert.rejects(fetch('http://a.test:1/', { signal: AbortSignal.abort() }), cancelled)
  assert.deepEqual(lookup.asked, [])
})

test('closing cancels requests in progress and refuses later ones', async (t) => {
  const { promise: hasArrived, resolve: arrive } = Promise.withResolvers<void>()
  const server = await startHttp(t, () => arrive())
  const fetch = startClient(t, { allow: ['a.test'] })
  const underWay = assert.rejects(fetch(`http://a.test:${server.port}/`), cancelled)
  await hasArrived
  await fetch.close()
  await underWay
  await assert.rejects(fetch(`http://a.test:${server.port}/`), cancelled)
  assert.equal(server.requests.length, 1)
})
