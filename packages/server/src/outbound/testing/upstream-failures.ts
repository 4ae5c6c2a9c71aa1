import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { type TestContext, test } from 'node:test'
import { UpstreamError, type UpstreamReason } from '../errors.ts'
import type { UpstreamPlace } from '../upstream-api.ts'
import { startClient, startHttp } from './servers.ts'

/** The credential of every client; it must not appear in any message. */
export const canary = 'cnry-7f3a9b5d1c2e4f60'

/** Part of every failing answer; it must not appear in any message either. */
const rawBody = 'raw-body-of-the-upstream'

interface Failure {
  readonly name: string
  readonly answer: RequestListener
  readonly reason: UpstreamReason
  readonly says: RegExp
  /** The maximum number of requests. */
  readonly atMost: number
}

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (request, response) =>
    response
      .writeHead(code, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify({ message: rawBody, echo: request.headers }))

const json = { 'content-type': 'application/json' }

const failures: readonly Failure[] = [
  { name: '401', answer: status(401), reason: 'credential', says: /refuses the credential/, atMost: 1 },
  { name: '403', answer: status(403), reason: 'permission', says: /does not let/, atMost: 1 },
  { name: '404', answer: status(404), reason: 'missing', says: /has no/, atMost: 3 },
  {
    name: '429 that lasts',
    answer: status(429, { 'ratelimit-reset': '3600' }),
    reason: 'throttled',
    says: /no more requests for 3600 s/,
    atMost: 1,
  },
  {
    name: '429 again and again',
    answer: status(429, { 'retry-after': '0' }),
    reason: 'throttled',
    says: /429/,
    atMost: 3,
  },
  { name: '500', answer: status(500), reason: 'status', says: /status 500/, atMost: 2 },
  { name: 'a time-out', answer: () => {}, reason: 'timeout', says: /within the limit of 400 ms/, atMost: 1 },
  {
    name: 'a truncated body',
    answer: (_, response) => {
      response.writeHead(200, { ...json, 'content-length': '1000' }).write(`{"a":"${rawBody}`)
      setTimeout(() => response.destroy(), 20)
    },
    reason: 'connection',
    says: /connection to "127\.0\.0\.1" failed/,
    atMost: 1,
  },
  { name: 'a body of 50 MB', answer: endless(50), reason: 'size', says: /larger than/, atMost: 1 },
]

/** For those that answer in JSON. */
const jsonFailures: readonly Failure[] = [
  {
    name: 'half a JSON text',
    answer: (_, response) => response.writeHead(200, json).end(`{"a":"${rawBody}`),
    reason: 'content',
    says: /invalid JSON/,
    atMost: 1,
  },
  {
    name: 'a wrong content type',
    answer: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(rawBody),
    reason: 'content',
    says: /not answer with JSON/,
    atMost: 1,
  },
  {
    name: 'JSON of another shape',
    answer: (_, response) => response.writeHead(200, json).end(`"${rawBody}"`),
    reason: 'content',
    says: /is missing/,
    atMost: 1,
  },
]

function endless(megabytes: number): RequestListener {
  const chunk = Buffer.alloc(1_000_000, ' ')
  return (_, response) => {
    response.writeHead(200, json)
    let left = megabytes
    const pour = (): void => {
      while (left-- > 0) if (!response.write(chunk)) return void response.once('drain', pour)
      response.end('{}')
    }
    pour()
  }
}

/** Asks an upstream for something, with the canary as its credential. */
export type Asker = (place: UpstreamPlace) => Promise<unknown>

export interface FailureSuite {
  /** What the messages call it. */
  readonly who: string
  readonly ask: Asker
  /** A server that answers all that is asked. */
  readonly works: RequestListener
  /** Whether it answers in something other than JSON. */
  readonly sendsNoJson?: true
}

/** The same for every client: each failure is one sentence, and a transient one is retried. */
export function testFailures({ who, ask, works, sendsNoJson }: FailureSuite): void {
  for (const { name, answer, reason, says, atMost } of [...failures, ...(sendsNoJson ? [] : jsonFailures)]) {
    test(`${who}: ${name} is reported in one sentence, without the credential or the body`, async (t) => {
      const server = await startHttp(t, answer)
      const timeoutMs = reason === 'timeout' ? 400 : 10_000
      const error = await ask(placeOf(t, server.port, timeoutMs)).then(
        () => assert.fail('it must fail'),
        (thrown: unknown) => thrown,
      )
      assert.ok(error instanceof UpstreamError, String(error))
      assert.equal(error.reason, reason)
      assert.match(error.message, says)
      assert.match(error.message, new RegExp(`^[^\\n]*${who}[^\\n]*\\.$`))
      for (const secret of [canary, Buffer.from(`:${canary}`).toString('base64').slice(2, -2), rawBody])
        assert.ok(!error.message.includes(secret), error.message)
      assert.ok(server.requests.length <= atMost, `${server.requests.length} requests`)
    })
  }

  for (const [name, code, headers] of [
    ['429 with a wait', 429, { 'ratelimit-reset': '1' }],
    ['500 once', 500, {}],
  ] as const) {
    test(`${who}: ${name} is retried`, async (t) => {
      let isFirst = true
      const server = await startHttp(t, (request, response) => {
        const answer = isFirst ? status(code, headers) : works
        isFirst = false
        answer(request, response)
      })
      const sound = await startHttp(t, works)
      const startedAt = performance.now()
      const answer = await ask(placeOf(t, server.port))
      const waitedMs = performance.now() - startedAt
      assert.ok(code !== 429 || waitedMs >= 1_000, `it waited ${waitedMs} ms`)
      assert.deepEqual(answer, await ask(placeOf(t, sound.port)))
    })
  }
}

export const placeOf = (t: TestContext, port: number, timeoutMs = 10_000): UpstreamPlace => ({
  fetch: startClient(t, { allow: ['127.0.0.1'], timeoutMs }),
  baseUrl: `http://127.0.0.1:${port}`,
})
