import { CatalogError, type ProblemCode, type ProblemDetail } from '@svc/model'
import { ownPath } from './place.ts'
import { signedInFetch } from './signed-in-fetch.ts'

interface Problem {
  readonly code: ProblemCode
  readonly message: string
  readonly details?: readonly ProblemDetail[]
}

/** The console's own addresses, which no token reaches and the typed client does not know. */
export const ask = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  exchange(fetch, method, path, body)

/** The same for who is in: where the session has ended, it goes on once they have signed in again. */
export const askInside = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  exchange(signedInFetch, method, path, body)

async function exchange<T>(
  send: typeof signedInFetch,
  method: string,
  path: string,
  body: unknown,
): Promise<T> {
  const response = await send(ownPath(path), {
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
    return { code: 'unavailable', message: 'The server did not answer as it should.' }
  }
}
