import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '@svc/model'
import { createClient, type FileToSend } from './index.ts'
import { answer, serve } from './testing/loopback.ts'

const takesFile: Operation = {
  id: 'takeFile',
  method: 'POST',
  path: '/files',
  summary: 'Take a file',
  group: 'Files',
  scope: 'write',
  upload: { types: ['text/csv'], maxBytes: 1024, about: 'A file.' },
  success: { status: 200, about: 'Taken.' },
}

const { upload: _, ...takesJson } = takesFile

const busy = answer(503, { code: 'unavailable', message: 'Later.', requestId: 'r' })
const taken = answer(200, { rows: 1 })
const asClient = (endpoint: string, more = {}) =>
  createClient({ endpoint, token: 'x', retry: { firstWaitMs: 1 }, ...more })

const contents: Readonly<Record<string, () => FileToSend['content']>> = {
  'a Blob': () => new Blob(['a,', 'b\n1,2\n']),
  bytes: () => new TextEncoder().encode('a,b\n1,2\n'),
  'a stream': () => new Blob(['a,b\n1,2\n']).stream(),
}

for (const [about, content] of Object.entries(contents)) {
  test(`${about} is sent as it is, under its own type`, async (t) => {
    const server = await serve(t, taken)
    const file = { type: 'text/csv', content: content() }
    assert.deepEqual(await asClient(server.url).ask(takesFile, { query: { tag: 'app' }, file }), { rows: 1 })
    const [received] = server.requests
    assert.deepEqual(
      [received?.url, received?.body, received?.headers['content-type']],
      ['/v1/files?tag=app', 'a,b\n1,2\n', 'text/csv'],
    )
    assert.ok(received?.headers['idempotency-key'])
  })
}

test('a file is sent again if it was refused for now; a stream cannot be', async (t) => {
  const again = await serve(t, busy, taken)
  const file = { type: 'text/csv', content: new Blob(['a']) }
  await asClient(again.url).ask(takesFile, { file })
  assert.deepEqual(
    again.requests.map(({ body }) => body),
    ['a', 'a'],
  )
  const once = await serve(t, busy, taken)
  const stream = { type: 'text/csv', content: new Blob(['a']).stream() }
  await assert.rejects(asClient(once.url).ask(takesFile, { file: stream }), { code: 'unavailable' })
  assert.equal(once.requests.length, 1)
})

test('a file may take longer than other requests', async (t) => {
  const slow = await serve(t, async (received, response) => {
    await new Promise((resolve) => setTimeout(resolve, 100))
    await taken(received, response)
  })
  const client = asClient(slow.url, { timeoutMs: 20, retry: { attempts: 1 } })
  const file = { type: 'text/csv', content: new Blob(['a']) }
  assert.deepEqual(await client.ask(takesFile, { file }), { rows: 1 })
  await assert.rejects(client.ask(takesJson, { body: {} }), {
    reason: 'timeout',
  })
})
