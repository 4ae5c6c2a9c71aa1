import { DatabaseUnavailable } from '../services/database-outage.ts'

/** Why it cannot answer, or undefined if it can. */
export type Verdict = string | undefined

const minIntervalMs = 1_000
const timeoutMs = 1_500

/**
 * The database is probed at most once a second, however many ask, and every caller gets an answer within two.
 */
export function createReadiness(probe: () => Promise<void>): () => Promise<Verdict> {
  let verdict: Promise<Verdict> | undefined
  let askedAt = 0
  let isOpen = false

  const ask = (): Promise<Verdict> => {
    askedAt = performance.now()
    isOpen = true
    return probe()
      .then(() => undefined, reasonOf)
      .finally(() => {
        isOpen = false
      })
  }

  return () => {
    if (!verdict || (!isOpen && performance.now() - askedAt >= minIntervalMs)) verdict = ask()
    const current = verdict
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('The database is not responding.'), timeoutMs)
      current.then((found) => {
        clearTimeout(timer)
        resolve(found)
      })
    })
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof DatabaseUnavailable ? error.message : 'The database is not responding.'
