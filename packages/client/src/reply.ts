import { CatalogError, type ProblemCode, type ProblemDetail, problems } from '@svc/model'
import type { Answer, Fields } from './answer.ts'
import { unexpectedAnswer } from './unexpected-answer.ts'

/** A successful response; the body is empty if there is none. */
export interface Reply {
  readonly status: number
  readonly body: Fields
  readonly etag: string | null
}

export interface Expectation {
  /** Whether the request allows "not modified". */
  readonly isConditional: boolean
  /** Whether a body is of the expected type: other servers answer with JSON, too. */
  readonly fits: ((body: Fields) => boolean) | undefined
  /** Never repeated in an error, not even if a server echoes it. */
  readonly token: string | undefined
}

/** Turns an answer into a reply, or throws its error. */
export function replyOf(answer: Answer, { isConditional, fits, token }: Expectation): Reply {
  const { status, headers, text } = answer
  const etag = tagOf(headers)
  if ((status === 204 && !fits) || (status === 304 && isConditional)) return { status, body: {}, etag }
  const body = objectIn(text)
  if (body && status >= 200 && status < 300 && (fits?.(body) ?? true)) return { status, body, etag }
  throw refusalIn(answer, token)
}

/** What an answer says instead of what was asked for, without the token. */
export function refusalIn(answer: Answer, token: string | undefined): Error {
  const safe = without(token, answer)
  return problemIn(safe) ?? unexpectedAnswer(safe)
}

/** A proxy that compresses marks ETags as weak; the revision is the same and is valid for `If-Match`. */
const tagOf = ({ etag }: Answer['headers']): string | null => etag?.replace(/^W\//, '') ?? null

function without(
  token: string | undefined,
  { method, url, status, statusText, headers, text }: Answer,
): Answer {
  const hide = (said: string) => (token === undefined ? said : said.replaceAll(token, '…'))
  const hidden = Object.entries(headers).map(([name, value]) => [name, hide(value)])
  return {
    method,
    url: hide(url),
    status,
    statusText: hide(statusText),
    headers: Object.fromEntries(hidden),
    text: hide(text),
  }
}

function objectIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined
  } catch {
    return undefined
  }
}

function problemIn({ status, headers, text }: Answer): CatalogError | undefined {
  const { code, message, details, requestId } = objectIn(text) ?? {}
  if (status < 400 || !isProblemCode(code) || typeof message !== 'string') return undefined
  return new CatalogError(code, message, {
    status,
    headers: { ...(typeof requestId === 'string' && { 'x-request-id': requestId }), ...headers },
    ...(Array.isArray(details) && { details: details as readonly ProblemDetail[] }),
  })
}

const isProblemCode = (code: unknown): code is ProblemCode =>
  typeof code === 'string' && Object.hasOwn(problems, code)
