import { setTimeout as sleep } from 'node:timers/promises'
import { baseOf } from '../endpoint.ts'
import { UnreachableError } from '../errors.ts'
import { unreachable } from '../network-failure.ts'
import { IdTokenError } from './errors.ts'
import type { Fetch } from './id-token.ts'

/** A token of svc, and until when it can be used. */
export interface PipelineToken {
  readonly token: string
  readonly expiresAt: number
}

export interface ExchangeOptions {
  readonly endpoint: string
  readonly fetch: Fetch
  readonly userAgent?: string | undefined
  readonly signal?: AbortSignal | undefined
}

const timeoutMs = 30_000
const attempts = 5
const longestWaitMs = 15_000

/** Exchanges a pipeline's own token (RFC 8693). What may be over in a moment is tried again. */
export async function exchangeIdToken(idToken: string, options: ExchangeOptions): Promise<PipelineToken> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await tryExchange(idToken, options).catch((error: unknown) => {
      // Once it has arrived it may be used up.
      if (error instanceof UnreachableError && !error.mayHaveArrived)
        return { error, waitMs: 1_000 * attempt }
      throw error
    })
    if ('token' in outcome) return outcome
    if (attempt === attempts || options.signal?.aborted) throw outcome.error
    await sleep(Math.min(outcome.waitMs, longestWaitMs), undefined, { signal: options.signal })
  }
}

interface Later {
  readonly error: Error
  readonly waitMs: number
}

async function tryExchange(
  idToken: string,
  { endpoint, fetch, userAgent, signal }: ExchangeOptions,
): Promise<PipelineToken | Later> {
  const base = baseOf(endpoint)
  const askedAt = Date.now()
  const { answer, body } = await fetch(`${base}/oauth/token`, {
    method: 'POST',
    headers: { accept: 'application/json', ...(userAgent !== undefined && { 'user-agent': userAgent }) },
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
      subject_token: idToken,
    }),
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
  })
    .then(async (response) => ({ answer: response, body: objectIn(await response.text()) }))
    .catch((error: unknown) => {
      throw unreachable(base, error)
    })
  const { access_token: token, expires_in: seconds } = body
  if (answer.status === 200 && typeof token === 'string' && typeof seconds === 'number')
    return { token, expiresAt: askedAt + seconds * 1_000 }
  const error = new IdTokenError(explain(base, answer.status, body))
  if (!isOverSoon(answer.status, body)) throw error
  const wait = Number(answer.headers.get('retry-after'))
  return { error, waitMs: Number.isFinite(wait) && wait > 0 ? wait * 1_000 : 2_000 }
}

const isOverSoon = (status: number, { error }: Body): boolean =>
  status === 429 || status === 503 || error === 'temporarily_unavailable'

function explain(base: string, status: number, body: Body): string {
  const { error, error_description: words } = body
  if (isOverSoon(status, body)) return `${base} cannot take the ID token right now: ${printable(words)}`
  if (status === 400 && typeof error === 'string')
    return (
      `${base} does not take the ID token (${printable(error)}): ${printable(words)} It must be for the audience that a ` +
      'trust rule names, less than ten minutes old and not used before; the audit log of svc says more to admins.'
    )
  return `${base} has no token exchange: it answered with status ${status}. Check the endpoint, and that svc is running there.`
}

const printable = (text: unknown): string =>
  typeof text === 'string' ? text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 300) : ''

type Body = Readonly<Record<string, unknown>>

function objectIn(text: string): Body {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Body) : {}
  } catch {
    return {}
  }
}
