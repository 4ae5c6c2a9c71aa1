import type { Manner } from '@svc/client'

/** Requests that wait until somebody has done something, and what shows a form for it. */
export interface WaitingRequests {
  subscribe(tell: () => void): () => void
  hasWaiting(): boolean
  /** Lets all go on, or gives them up. */
  settle(isDone: boolean): void
  /** Resolves once it is settled. */
  wait(): Promise<boolean>
}

function createWaitingRequests(): WaitingRequests {
  let waiting: readonly ((isDone: boolean) => void)[] = []
  const listeners = new Set<() => void>()
  const tellAll = (): void => {
    for (const tell of listeners) tell()
  }
  return {
    subscribe(tell) {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    hasWaiting: () => waiting.length > 0,
    settle(isDone) {
      const all = waiting
      waiting = []
      tellAll()
      for (const go of all) go(isDone)
    },
    wait: () =>
      new Promise((resolve) => {
        // Without a listener nobody can show a form, so there is nothing to wait for.
        if (listeners.size === 0) return resolve(false)
        waiting = [...waiting, resolve]
        tellAll()
      }),
  }
}

/** Requests refused because the session had ended wait here, so that what was typed is not lost. */
export const endedSession = createWaitingRequests()

/** Requests refused because the person has to prove again who they are. */
export const staleProof = createWaitingRequests()

/** Resolves once somebody has signed in again, or with false if nobody will. */
export const untilSignedIn = (): Promise<boolean> => endedSession.wait()

const retryTimeoutMs = 60_000
/** In another tab, somebody may just have proved who they are, which replaces the session's secret. */
const newSecretMs = 500

let renewal: Promise<unknown> | undefined

/** While it runs, the session's secret is being replaced: what was sent with the old one is sent again. */
export function renewing<T>(run: Promise<T>): Promise<T> {
  const done = run.finally(() => {
    if (renewal === done) renewal = undefined
  })
  renewal = done
  return done
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

interface Sending extends Manner {
  /** What sends it, where that is not fetch. */
  readonly send?: Fetch
}

/** Looked up with each request, as a page may replace it. */
const standard: Fetch = (url, init) => fetch(url, init)

/** Like fetch, but a request that was overtaken by a new secret is sent again with it. */
export async function fetchWithCurrentSecret(
  url: string,
  init: RequestInit,
  send: Fetch = standard,
): Promise<Response> {
  const response = await send(url, init)
  if (response.status !== 401) return response
  await (renewal ?? new Promise((resolve) => setTimeout(resolve, newSecretMs))).catch(() => {})
  return init.signal?.aborted ? response : send(url, init)
}

/** The first attempt's deadline has passed while somebody typed. A file has none, and is given up by whoever asked. */
const again = (init: RequestInit, isFile: boolean): RequestInit =>
  isFile ? init : { ...init, signal: AbortSignal.timeout(retryTimeoutMs) }

/**
 * Like fetch, but where the session has ended, or must prove again whose it is, it continues once somebody has done
 * so.
 */
export async function signedInFetch(
  url: string,
  init: RequestInit,
  { isFile = init.body instanceof Blob, send = standard }: Sending = {},
): Promise<Response> {
  let response = await fetchWithCurrentSecret(url, init, send)
  if (response.status === 401 && (await endedSession.wait())) response = await send(url, again(init, isFile))
  while ((await isStale(response)) && (await staleProof.wait()))
    response = await send(url, again(init, isFile))
  return response
}

async function isStale(response: Response): Promise<boolean> {
  if (response.status !== 403) return false
  const problem = (await response
    .clone()
    .json()
    .catch(() => null)) as { readonly code?: unknown } | null
  return problem?.code === 'reauthentication_required'
}
