/** Whoever waits is told whether somebody is in again. */
let waiting: readonly ((isIn: boolean) => void)[] = []
const listeners = new Set<() => void>()

const tellAll = (): void => {
  for (const tell of listeners) tell()
}

/** Requests that were refused because the session had ended wait here, and with them what somebody has typed. */
export const endedSession = {
  subscribe(tell: () => void): () => void {
    listeners.add(tell)
    return () => listeners.delete(tell)
  },
  isWaited: (): boolean => waiting.length > 0,
  settle(isIn: boolean): void {
    const all = waiting
    waiting = []
    tellAll()
    for (const go of all) go(isIn)
  },
}

/** Resolves once somebody has signed in again, or with false where nobody is going to. */
export const untilSignedIn = (): Promise<boolean> =>
  new Promise((resolve) => {
    // Where nobody can ask for a password, there is nothing to wait for.
    if (listeners.size === 0) return resolve(false)
    waiting = [...waiting, resolve]
    tellAll()
  })

const againMs = 60_000

/** The same as fetch, but where the session has ended it goes on once somebody has signed in again. */
export async function signedInFetch(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (response.status !== 401 || !(await untilSignedIn())) return response
  // The first attempt's deadline has passed while somebody looked for their password.
  return fetch(url, { ...init, signal: AbortSignal.timeout(againMs) })
}
