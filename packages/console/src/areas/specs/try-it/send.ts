import type { ApiRequest } from './request-of.ts'

export interface Received {
  readonly status: number
  readonly tookMs: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
  /** Whether the response was longer than the page shows. */
  readonly isCut: boolean
}

const maxBytes = 1_000_000

/**
 * With a token the request is made with its rights, whoever is signed in here; without one, with theirs. The body is
 * read up to a limit: a whole list can be larger than a tab can hold.
 */
export async function send(request: ApiRequest, token: string, signal: AbortSignal): Promise<Received> {
  const startedAt = performance.now()
  const { method, address, headers, body } = request
  const response = await fetch(address, {
    method,
    headers: { accept: 'application/json', ...headers, ...(token && { authorization: `Bearer ${token}` }) },
    body,
    credentials: token ? 'omit' : 'same-origin',
    cache: 'no-store',
    signal,
  })
  const { text, isCut } = await readSome(response)
  return {
    status: response.status,
    tookMs: performance.now() - startedAt,
    headers: [...response.headers].toSorted(([a], [b]) => a.localeCompare(b)),
    body: isCut ? text : indented(text),
    isCut,
  }
}

async function readSome({ body }: Response): Promise<{ readonly text: string; readonly isCut: boolean }> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; reader; ) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
    bytes += value.byteLength
    if (bytes <= maxBytes) continue
    await reader.cancel()
    return { text: text.slice(0, maxBytes), isCut: true }
  }
  return { text, isCut: false }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
