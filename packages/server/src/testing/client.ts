import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { testTimeoutMs } from './timeouts.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any
}

type Extra = Readonly<Record<string, string>>

/** Talks to a server as any client would: over HTTP, with a token. */
export interface Client {
  readonly token: string | undefined
  send(method: string, path: string, body?: unknown, headers?: Extra): Promise<Reply>
  get(path: string, headers?: Extra): Promise<Reply>
  post(path: string, body?: unknown, headers?: Extra): Promise<Reply>
  patch(path: string, body?: unknown, headers?: Extra): Promise<Reply>
  delete(path: string, headers?: Extra): Promise<Reply>
}

export function clientOf(url: string, token?: string): Client {
  const send: Client['send'] = async (method, path, body, headers = {}) => {
    // A third of the cost of fetch; the suites send hundreds of thousands of requests.
    const response = await request(`${url}${path.startsWith('/ingest/') ? '' : '/v1'}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isWritten(body) ? body : JSON.stringify(body) }),
    })
    const text = await response.body.text()
    return {
      status: response.statusCode,
      headers: headersOf(response.headers),
      text,
      body:
        text !== '' && /json/.test(String(response.headers['content-type'])) ? JSON.parse(text) : undefined,
    }
  }
  return {
    token,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    post: (path, body, headers) => send('POST', path, body, headers),
    patch: (path, body, headers) => send('PATCH', path, body, headers),
    delete: (path, headers) => send('DELETE', path, undefined, headers),
  }
}

const isWritten = (body: unknown): body is string | Uint8Array<ArrayBuffer> | Readable =>
  typeof body === 'string' || body instanceof Uint8Array || body instanceof Readable

function headersOf(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(received))
    for (const one of [value ?? []].flat()) headers.append(name, one)
  return headers
}

/** Polls until an answer fits, for what happens in the background. */
export async function eventually<T>(
  ask: () => Promise<T>,
  fits: (value: T) => boolean,
  timeoutMs = testTimeoutMs,
): Promise<T> {
  const end = Date.now() + timeoutMs
  for (;;) {
    const value = await ask()
    if (fits(value)) return value
    if (Date.now() > end)
      throw new Error(`Not so within ${timeoutMs} ms; the last answer was ${JSON.stringify(value)}`)
    await sleep(20)
  }
}
