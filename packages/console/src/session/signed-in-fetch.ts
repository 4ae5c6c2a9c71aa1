/** Callbacks that receive whether somebody has signed in again. */
let waiting: readonly ((isIn: boolean) => void)[] = []
const listeners = new Set<() => void>()

const tellAll = (): void => {
  for (const tell of listeners) tell()
}

/** Requests refused because the session had ended wait here, so that what was typed is not lost. */
export const endedSession = {
  subscribe(tell: () => void): () => void {
    listeners.add(tell)
    return () => listeners.delete(tell)
  },
  hasWaiting: (): boolean => waiting.length > 0,
  settle(isIn: boolean): void {
    const all = waiting
    waiting = []
    tellAll()
    for (const go of all) go(isIn)
  },
}

/** Resolves once somebody has signed in again, or with false if nobody will. */
export const untilSignedIn = (): Promise<boolean> =>
  new Promise((resolve) => {
    // Without a listener nobody can show a sign-in form, so there is nothing to wait for.
    if (listeners.size === 0) return resolve(false)
    waiting = [...waiting, resolve]
    tellAll()
  })

const retryTimeoutMs = 60_000

/** Like fetch, but where the session has ended it continues once somebody has signed in again. */
export async function signedInFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 401 || !(await untilSignedIn())) return response
  // The first attempt's deadline has passed while somebody typed their password.
  return fetch(url, { ...init, signal: AbortSignal.timeout(retryTimeoutMs) })
}
