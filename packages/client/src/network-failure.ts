import { UnreachableError, type UnreachableReason } from './errors.ts'

/** Explains in a sentence why `fetch` failed. A browser does not say; Node has it in the cause. */
export function unreachable(endpoint: string, error: unknown): UnreachableError {
  const { code, syscall, name, message } = rootOf(error)
  const [reason, why] = explain(code ?? name ?? '')
  const detail = code ?? message
  const isBeforeSending =
    reason === 'certificate' ||
    code === 'UND_ERR_CONNECT_TIMEOUT' ||
    syscall === 'connect' ||
    syscall === 'getaddrinfo'
  return new UnreachableError({
    endpoint,
    reason,
    why: detail === undefined ? why : `${why} (${detail})`,
    mayHaveArrived: !isBeforeSending,
    cause: error,
  })
}

type Explanation = readonly [UnreachableReason, string]

const byCode: Readonly<Record<string, Explanation>> = {
  ENOTFOUND: ['name', 'its name cannot be resolved'],
  EAI_AGAIN: ['connection', 'its name cannot be resolved at the moment'],
  ECONNREFUSED: ['refused', 'connection refused'],
  EHOSTUNREACH: ['connection', 'there is no route to it'],
  ENETUNREACH: ['connection', 'there is no route to it'],
  ETIMEDOUT: ['timeout', 'it took too long to respond'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'it took too long to accept the connection'],
  UND_ERR_HEADERS_TIMEOUT: ['timeout', 'it took too long to answer'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'it stopped in the middle of its answer'],
  ECONNRESET: ['connection', 'the connection was lost'],
  EPIPE: ['connection', 'the connection was lost'],
  UND_ERR_SOCKET: ['connection', 'the connection was lost'],
  CERT_HAS_EXPIRED: ['certificate', 'its certificate has expired'],
  CERT_NOT_YET_VALID: ['certificate', 'its certificate is not valid yet'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['certificate', 'its certificate is for another name'],
}

const byPattern: readonly (readonly [RegExp, Explanation])[] = [
  [/CERT|SELF_SIGNED|UNABLE_TO_/, ['certificate', 'its certificate is not trusted']],
  [/^(ERR_SSL|EPROTO)/, ['protocol', 'it does not speak TLS as expected']],
  [/^(HPE_|HTTPParserError)/, ['protocol', 'it does not speak HTTP']],
]

const explain = (what: string): Explanation =>
  byCode[what] ??
  byPattern.find(([pattern]) => pattern.test(what))?.[1] ?? ['connection', 'the connection failed']

interface Root {
  readonly code: string | undefined
  readonly syscall: unknown
  readonly name: string | undefined
  readonly message: string | undefined
}

/** The innermost cause; if several addresses were tried, that of the first one. */
function rootOf(error: unknown): Root {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0])
  if (error instanceof Error && error.cause !== undefined) return rootOf(error.cause)
  const { code, syscall, name, message } = (error ?? {}) as Readonly<Record<string, unknown>>
  return { code: textOf(code), syscall, name: textOf(name), message: textOf(message) }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
