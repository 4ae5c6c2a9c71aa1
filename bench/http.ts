import { once } from 'node:events'
import { type IncomingMessage, request as sendRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { LoadRequest } from './load/load.ts'

export interface Target {
  readonly url: string
  readonly token: string
}

export interface Answer {
  readonly status: number
  /** Alternating names and values, as received. */
  readonly headers: readonly string[]
  readonly body: Buffer
}

/** node:http writes these itself, so the bare server must not repeat them. */
const ownHeaders = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/** Sends one request like the load generator and keeps the response, for the bare server to repeat. */
export async function capture({ url, token }: Target, load: LoadRequest): Promise<Answer> {
  const request = sendRequest(new URL(load.path, url), {
    method: load.method,
    headers: { ...authorize(token), ...load.headers },
  })
  request.end(load.body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, headers: copyable(response), body: await buffer(response) }
}

export function authorize(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` }
}

export function headerOf({ headers }: Answer, name: string): string | undefined {
  const at = headers.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name)
  return at < 0 ? undefined : headers[at + 1]
}

function copyable({ rawHeaders }: IncomingMessage): readonly string[] {
  return rawHeaders.filter((_, index) => !ownHeaders.has((rawHeaders[index & ~1] ?? '').toLowerCase()))
}
