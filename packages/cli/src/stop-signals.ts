import { constants } from 'node:os'
import type { Io } from './command.ts'

/** The first signal asks for an orderly end, within a time; a second one does not wait for it. */
export function stopSignals(io: Io, deadlineMs: number): { readonly requested: Promise<void> } {
  const { promise: requested, resolve } = Promise.withResolvers<void>()
  let isStopping = false
  const stop = (signal: 'SIGINT' | 'SIGTERM'): void => {
    if (isStopping) process.exit(128 + constants.signals[signal])
    isStopping = true
    setTimeout(() => {
      io.err(`What was running did not end within ${deadlineMs / 1000} s and was cut off.\n`)
      process.exit(1)
    }, deadlineMs).unref()
    resolve()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return { requested }
}
