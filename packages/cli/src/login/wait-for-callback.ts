import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '../failure.ts'

export interface CallbackAnswer {
  readonly code: string | undefined
  readonly error: string | undefined
}

interface Callback {
  readonly redirectUri: string
  /** What the browser brings; fails when nobody answers. */
  readonly answer: Promise<CallbackAnswer>
  close(): void
}

const patienceMs = 10 * 60_000

/** Listens on this machine only, until the browser comes back with an answer to this very request. */
export async function waitForCallback({
  state,
  issuer,
}: {
  readonly state: string
  readonly issuer: string
}): Promise<Callback> {
  const answer = Promise.withResolvers<CallbackAnswer>()
  // Nobody may be waiting yet.
  answer.promise.catch(() => {})
  const server = createServer((request, response) => {
    const { pathname, searchParams: fields } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const isOurs = pathname === '/callback' && fields.get('state') === state && fields.get('iss') === issuer
    response.writeHead(isOurs ? 200 : 404, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      connection: 'close',
    })
    const code = fields.get('code') ?? undefined
    const done = code === undefined ? 'svc was not signed in.' : 'svc is signed in.'
    response.end(isOurs ? `${done} You can close this window and go back to the terminal.\n` : 'Not found.\n')
    if (isOurs) answer.resolve({ code, error: fields.get('error') ?? undefined })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const timer = setTimeout(
    () =>
      answer.reject(new Failure('Nobody answered in the browser within ten minutes. Run svc login again.')),
    patienceMs,
  )
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    answer: answer.promise,
    close: () => {
      clearTimeout(timer)
      server.close()
      server.closeAllConnections()
    },
  }
}
