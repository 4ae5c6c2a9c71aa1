import { unreachable } from '../network-failure.ts'
import { baseOf } from '../endpoint.ts'
import { unexpectedAnswer } from '../unexpected-answer.ts'

/** What svc answers at its OAuth endpoints. */
export interface OAuthReply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

const timeoutMs = 20_000
const maxBytes = 64 * 1024

/** Asks the OAuth endpoints below an address of svc: with a form, or without one. */
export async function askOAuth(
  endpoint: string,
  path: string,
  form?: Readonly<Record<string, string>>,
): Promise<OAuthReply> {
  const url = `${baseOf(endpoint)}${path}`
  const response = await fetch(url, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    headers: { accept: 'application/json', 'user-agent': 'svc' },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw unreachable(endpoint, error)
  })
  const text = (await response.text()).slice(0, maxBytes)
  const body = parsed(text)
  const { status, statusText } = response
  // Other servers, and older versions, may answer with JSON too.
  if (body && (status < 400 || typeof body.error === 'string')) return { status, body }
  const headers = Object.fromEntries(response.headers)
  throw unexpectedAnswer({ method: form ? 'POST' : 'GET', url, status, statusText, headers, text })
}

function parsed(text: string): OAuthReply['body'] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as OAuthReply['body']) : undefined
  } catch {
    return undefined
  }
}
