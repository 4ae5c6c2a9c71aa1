import { setTimeout as sleep } from 'node:timers/promises'
import { UpstreamError, type UpstreamReason } from './errors.ts'
import type { GuardedFetch, GuardedFetchInit, GuardedResponse } from './guarded-fetch.ts'
import { requestedWaitMs } from './requested-wait.ts'
import { jsonIn } from './json-value.ts'

/** How another product's API is reached. */
export interface UpstreamPlace {
  readonly fetch: GuardedFetch
  /** Without a slash at the end. */
  readonly baseUrl: string
  /** Ends waiting too; requests in progress end with the fetch. */
  readonly signal?: AbortSignal | undefined
}

export interface UpstreamApiOptions extends UpstreamPlace {
  /** Its display name. */
  readonly who: string
  /** Including the credential: they are sent to this API and nowhere else. */
  readonly headers: Readonly<Record<string, string>>
  /** What is asked about, in the words of the message if it does not exist. */
  readonly subject: string
}

type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>

export interface JsonAnswer {
  readonly value: unknown
  readonly headers: GuardedResponse['headers']
}

export interface UpstreamApi {
  readonly who: string
  /** Reads a path below the base address; any failure is an UpstreamError of one sentence. */
  get(path: string, query?: Query): Promise<JsonAnswer>
  /** Sends a query as JSON. It may be retried, so it must not change anything. */
  post(path: string, body: object): Promise<JsonAnswer>
  /** The content at the base address itself, whatever it is. */
  bytes(): Promise<Buffer>
}

/** For all requests, retries and waits of one query. */
const queryTimeoutMs = 30_000
const maxWaitMs = 10_000
const initialBackoffMs = 250
const attempts = { throttled: 3, broken: 2 } as const

/** For one query, however many requests it takes: its timeout starts here. */
export function createUpstreamApi({
  who,
  baseUrl,
  headers,
  subject,
  fetch,
  signal,
}: UpstreamApiOptions): UpstreamApi {
  const deadline = AbortSignal.timeout(queryTimeoutMs)
  const ending = signal ? AbortSignal.any([signal, deadline]) : deadline
  const init = { headers: { accept: 'application/json', ...headers }, signal: ending }

  const ask = async (url: string, more: GuardedFetchInit): Promise<GuardedResponse> => {
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(url, { ...init, ...more })
      const pauseMs = pauseBefore(answer, attempt)
      if (pauseMs === undefined) return answer
      await sleep(pauseMs, undefined, { signal: ending })
    }
  }

  const explained = (error: unknown): unknown => {
    if (deadline.aborted)
      return new UpstreamError('timeout', `${who} did not answer within ${queryTimeoutMs / 1_000} s.`)
    if (signal?.aborted) return new UpstreamError('aborted', `The request to ${who} was cancelled.`)
    return error instanceof UpstreamError
      ? new UpstreamError(error.reason, `${who}: ${error.message}`, { cause: error })
      : error
  }

  const answerAt = async (path: string, more: GuardedFetchInit = {}): Promise<GuardedResponse> => {
    const answer = await ask(`${baseUrl}${path}`, more).catch((error: unknown) => {
      throw explained(error)
    })
    refuseStatus({ who, subject }, answer)
    return answer
  }

  const jsonAt = async (path: string, more?: GuardedFetchInit): Promise<JsonAnswer> => {
    const answer = await answerAt(path, more)
    return { value: jsonOf(who, answer), headers: answer.headers }
  }

  return {
    who,
    get: (path, query = {}) => jsonAt(`${path}${searchOf(query)}`),
    post: (path, body) =>
      jsonAt(path, {
        method: 'POST',
        headers: { ...init.headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    bytes: async () => (await answerAt('')).body,
  }
}

/** How long to wait before a retry; undefined if there is none. */
function pauseBefore({ status, headers }: GuardedResponse, attempt: number): number | undefined {
  const jitterMs = initialBackoffMs * (1 + Math.random())
  if (status === 429 && attempt < attempts.throttled) {
    const waitMs = (requestedWaitMs(headers) ?? initialBackoffMs * 2 ** attempt) + jitterMs
    return waitMs <= maxWaitMs ? waitMs : undefined
  }
  return status >= 500 && attempt < attempts.broken ? jitterMs : undefined
}

/** Says what is wrong with an answer, from its status and headers alone: its body must not be repeated. */
function refuseStatus(
  { who, subject }: Pick<UpstreamApiOptions, 'who' | 'subject'>,
  { status, headers }: GuardedResponse,
): void {
  const fail = (reason: UpstreamReason, what: string): never => {
    throw new UpstreamError(reason, `${who} ${what}.`)
  }
  if (status === 401) fail('credential', 'refuses the credential (status 401)')
  if (status === 403) fail('permission', 'does not let the credential read this (status 403)')
  if (status === 404) fail('missing', `has no ${subject} (status 404)`)
  if (status === 429) fail('throttled', `accepts no more requests for ${waitOf(headers)} (status 429)`)
  if (status >= 400 && status < 500) fail('refused', `rejects the request (status ${status})`)
  if (status < 200 || status > 299) fail('status', `answers with status ${status}`)
}

function jsonOf(who: string, { headers, body }: GuardedResponse): unknown {
  if (!/[/+]json\b/i.test(headers['content-type'] ?? ''))
    throw new UpstreamError('content', `${who} does not answer with JSON.`)
  const value = jsonIn(body)
  if (value === undefined) throw new UpstreamError('content', `${who} sends invalid JSON.`)
  return value
}

function waitOf(headers: GuardedResponse['headers']): string {
  const waitMs = requestedWaitMs(headers)
  return waitMs === undefined ? 'now' : `${Math.ceil(waitMs / 1_000)} s`
}

function searchOf(query: Query): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    [value].flat().map((one): [string, string] => [key, String(one)]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** A path segment; one that would lead up the path is refused. */
export function segment(text: string): string {
  if (/^\.{0,2}$/.test(text)) throw new UpstreamError('missing', `"${text}" is not a valid name there.`)
  return encodeURIComponent(text)
}

/** For optional data: null if the credential may not read it or it does not exist. */
export const ifAllowed = <T>(answer: Promise<T>): Promise<T | null> =>
  answer.catch((error: unknown) => {
    if (error instanceof UpstreamError && optionalReasons.has(error.reason)) return null
    throw error
  })

const optionalReasons: ReadonlySet<UpstreamReason> = new Set([
  'credential',
  'permission',
  'missing',
  'refused',
])
