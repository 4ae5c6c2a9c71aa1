import { constants } from 'node:os'
import type { Io } from './command.ts'

export interface DrainOptions {
  readonly deadlineMs: number
  /** How many requests would be cut off now. */
  unanswered(): Promise<number>
}

/**
 * The first signal shuts down gracefully, with a timeout; a second one does not wait. Requests that are cut
 * off by the timeout are reported, but are not a failure of the server: the exit code is 0.
 */
export function stopSignals(
  io: Io,
  { deadlineMs, unanswered }: DrainOptions,
): { readonly requested: Promise<void>; readonly signal: AbortSignal } {
  const { promise: requested, resolve } = Promise.withResolvers<void>()
  const stopping = new AbortController()
  const cutOff = async (): Promise<void> => {
    const count = await unanswered()
    const what = count === 0 ? 'Background work' : count === 1 ? '1 request' : `${count} requests`
    const were = count > 1 ? 'were' : 'was'
    io.err(`${what} did not finish within ${deadlineMs / 1000} s and ${were} cut off.\n`)
    process.exit(0)
  }
  const stop = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (stopping.signal.aborted) process.exit(128 + constants.signals[signal])
    stopping.abort()
    setTimeout(cutOff, deadlineMs).unref()
    resolve()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return { requested, signal: stopping.signal }
}
