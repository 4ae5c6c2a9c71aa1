import { setImmediate as others } from 'node:timers/promises'

/** Statements of SQLite take no time to wait for, so a chain of them would keep all other requests waiting. */
const maxTurnMs = 5

/** Returns a promise when the current turn of the event loop has lasted too long, to be awaited before going on. */
export function createTurns(): () => Promise<void> | undefined {
  let startedAt: number | undefined
  const end = (): void => {
    startedAt = undefined
  }
  return () => {
    const now = performance.now()
    if (startedAt === undefined) {
      startedAt = now
      setImmediate(end)
    } else if (now - startedAt > maxTurnMs) return others()
  }
}
