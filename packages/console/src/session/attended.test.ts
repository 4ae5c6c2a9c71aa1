import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mannerOfRequest, noticePeople } from './attended.ts'

test('what a page asks for is its own doing once nobody has touched it for half a minute', () => {
  const page = new EventTarget()
  const unattended = { 'x-svc-unattended': '1' }
  noticePeople(page)
  const opened = performance.now()
  assert.deepEqual(mannerOfRequest(), {}, 'somebody has just opened it')
  assert.deepEqual(mannerOfRequest(opened + 31_000), unattended)
  page.dispatchEvent(new Event('keydown'))
  assert.deepEqual(mannerOfRequest(), {})
  page.dispatchEvent(new Event('message'))
  assert.deepEqual(mannerOfRequest(performance.now() + 31_000), unattended)
})
