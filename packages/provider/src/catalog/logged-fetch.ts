import type { ClientOptions } from '@svc/client'

type Fetch = NonNullable<ClientOptions['fetch']>

/** Sends requests and logs the method, URL and outcome of each, but no bodies. */
export function loggedFetch(
  tell: (message: string, fields: Readonly<Record<string, unknown>>) => void,
): Fetch {
  return async (url, init) => {
    const started = performance.now()
    const told = (outcome: object): void =>
      tell(`${init.method} ${url}`, { ...outcome, ms: Math.round(performance.now() - started) })
    try {
      const response = await fetch(url, init)
      told({ status: response.status, request_id: response.headers.get('x-request-id') })
      return response
    } catch (failure) {
      told({ failure: String(failure) })
      throw failure
    }
  }
}
