import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { loggedFetch } from './logged-fetch.ts'

test('each request is told of with its outcome, without what was sent', async (t) => {
  const server = createServer((_, response) => response.setHeader('x-request-id', 'req_1').end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/teams`
  const told: (readonly [string, Readonly<Record<string, unknown>>])[] = []
  const send = loggedFetch((message, fields) => told.push([message, fields]))

  const init = { method: 'POST', headers: { authorization: 'Bearer secret' }, body: 'confidential' }
  assert.equal(await (await send(url, init)).text(), '{}')
  await assert.rejects(send('http://127.0.0.1:1/v1/teams', init))
  assert.deepEqual(
    told.map(([message, { ms, ...fields }]) => [message, fields, typeof ms]),
    [
      [`POST ${url}`, { status: 200, request_id: 'req_1' }, 'number'],
      ['POST http://127.0.0.1:1/v1/teams', { failure: 'TypeError: fetch failed' }, 'number'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(told), /secret|confidential/)
})
