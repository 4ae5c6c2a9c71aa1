import { CatalogError, type ProblemCode } from '@svc/model'

/** What people can do about it, where the server's message does not already say so. */
const advice: Partial<Record<ProblemCode, string>> = {
  forbidden: 'Ask an admin of your organisation for access.',
  not_found:
    'It may have been deleted, or it may exist only in the other mode: live and test data are separate.',
  rate_limited: 'Wait a moment, then try again.',
  internal: 'Try again. If the problem persists, give the request id to whoever runs this server.',
  upstream_unavailable: 'Try again in a moment.',
  unavailable: 'Try again in a moment.',
}

/** Errors that people fix themselves, so nobody has to look them up in a log. */
const own: readonly ProblemCode[] = ['unauthenticated', 'invalid_request', 'duplicate', 'still_needed']

/** What happened, in a few words. */
export function titleOf(error: Error): string {
  if (error instanceof CatalogError) {
    if (error.code === 'not_found') return 'Not found'
    return error.code === 'forbidden' ? 'You don’t have permission to see this' : 'That didn’t work'
  }
  return error.name === 'UnreachableError' ? 'The server cannot be reached' : 'Something went wrong'
}

/** What happened in full, and what to try. */
export function explain(error: Error): string {
  if (error.name === 'UnreachableError') return `${error.message} Check your connection, then try again.`
  const more = error instanceof CatalogError ? advice[error.code] : undefined
  return more && !/again|come back/.test(error.message) ? `${error.message} ${more}` : error.message
}

/** The id under which the server's log has more about it. */
export function requestIdOf(error: unknown): string | undefined {
  if (error instanceof CatalogError && own.includes(error.code)) return undefined
  const { headers } = (error ?? {}) as { readonly headers?: Readonly<Record<string, string>> }
  return headers?.['x-request-id']
}

/** All of it in one line. */
export function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const id = requestIdOf(error)
  return id ? `${explain(error)} Request ${id}.` : explain(error)
}
