import { CatalogError, type ProblemCode, type ProblemDetail } from '@svc/model'
import { withBasePath } from './base-path.ts'
import { signedInFetch } from './signed-in-fetch.ts'

interface Problem {
  readonly code: ProblemCode
  readonly message: string
  readonly details?: readonly ProblemDetail[]
}

/** The console's own endpoints, which tokens cannot use and the typed client does not have. */
export const request = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  exchange(fetch, method, path, body)

/** The same for people who are signed in: where the session has ended, it continues once they have signed in again. */
export const requestSignedIn = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  exchange(signedInFetch, method, path, body)

async function exchange<T>(
  send: typeof signedInFetch,
  method: string,
  path: string,
  body: unknown,
): Promise<T> {
  const response = await send(withBasePath(path), {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new CatalogError('unavailable', 'The server cannot be reached. Check your connection.', { cause })
  })
  const text = await response.text()
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T
  const { code, message, details } = readProblem(text)
  throw new CatalogError(code, message, {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    ...(details && { details }),
  })
}

function readProblem(text: string): Problem {
  try {
    return JSON.parse(text) as Problem
  } catch {
    return { code: 'unavailable', message: 'The server sent an unexpected response.' }
  }
}
