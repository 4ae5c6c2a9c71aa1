import { CatalogError, type ProblemCode } from '@svc/model'

/** What people can do about it, where the server's own words do not say it already. */
const advice: Partial<Record<ProblemCode, string>> = {
  forbidden: 'Ask an administrator of your organisation for the right to do it.',
  not_found: 'It may have been deleted, or be part of the other data: live and test are kept apart.',
  rate_limited: 'Wait a moment, then try again.',
  internal: 'Try again; if it stays so, give the request id to whoever runs this server.',
  upstream_unavailable: 'Try again in a moment.',
  unavailable: 'Try again in a moment.',
}

/** Refusals that people mend themselves: nobody has to look for them in a log. */
const own: readonly ProblemCode[] = ['unauthenticated', 'invalid_request', 'duplicate', 'still_needed']

/** What happened, in a few words. */
export function titleOf(error: Error): string {
  if (error instanceof CatalogError) {
    if (error.code === 'not_found') return 'Not found'
    return error.code === 'forbidden' ? 'You don’t have permission to see this' : 'That did not work'
  }
  return error.name === 'UnreachableError' ? 'The server cannot be reached' : 'Something went wrong'
}

/** What happened in full, and what to try. */
export function explain(error: Error): string {
  if (error.name === 'UnreachableError') return `${error.message} Check your connection, then try again.`
  const more = error instanceof CatalogError ? advice[error.code] : undefined
  return more && !/again|come back/.test(error.message) ? `${error.message} ${more}` : error.message
}

/** By what the server's log tells more about it. */
export function requestIdOf(error: unknown): string | undefined {
  if (error instanceof CatalogError && own.includes(error.code)) return undefined
  const { headers } = (error ?? {}) as { readonly headers?: Readonly<Record<string, string>> }
  return headers?.['x-request-id']
}

/** All of it in a line, for where there is no room for more. */
export function said(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const id = requestIdOf(error)
  return id ? `${explain(error)} Request ${id}.` : explain(error)
}
