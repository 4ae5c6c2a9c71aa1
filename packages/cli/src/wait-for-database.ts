import { setTimeout as sleep } from 'node:timers/promises'

export interface Waiting {
  /** How long to wait for a database that is not available. */
  readonly seconds: number
  /** Ends the wait early. */
  readonly signal?: AbortSignal
  say(line: string): void
}

export const noWait: Waiting = { seconds: 0, say: () => {} }

const pauseMs = 500

/**
 * Opens what may not be available yet: a database that starts at the same time, or a host whose name does not
 * resolve yet.
 */
export async function waitForDatabase<T>(
  open: () => Promise<T>,
  { seconds, signal, say, explain }: Waiting & { readonly explain: (error: unknown) => Error },
): Promise<T> {
  const endAt = performance.now() + seconds * 1_000
  let isSaid = false
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (!isAway(error) || performance.now() > endAt || signal?.aborted) throw explain(error)
      if (!isSaid) say(`Waiting up to ${seconds} s for the database. ${explain(error).message}\n`)
      isSaid = true
      await sleep(pauseMs, undefined, signal && { signal }).catch(() => {})
    }
  }
}

/** Failures that are likely to be temporary. A refused password or a database that does not exist is not. */
const isAway = (error: unknown): boolean => {
  if (!(error instanceof Error) || error.name !== 'DatabaseUnavailable' || !('trouble' in error)) return false
  const { code } = (error.cause ?? {}) as { readonly code?: unknown }
  const isRefused = typeof code === 'string' && code.startsWith('28')
  return ['away', 'crowded', 'slow'].includes(String(error.trouble)) && !isRefused
}
