import { DatabaseUnavailable } from '../services/database-outage.ts'

/** Why it cannot answer, or nothing where it can. */
export type Verdict = string | undefined

const atMostEveryMs = 1_000
const patienceMs = 1_500

/** However many ask, the database is asked once a second; whoever asks is answered within two. */
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
    if (!verdict || (!isOpen && performance.now() - askedAt >= atMostEveryMs)) verdict = ask()
    const current = verdict
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve('The database does not answer.'), patienceMs)
      current.then((found) => {
        clearTimeout(timer)
        resolve(found)
      })
    })
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof DatabaseUnavailable ? error.message : 'The database does not answer.'
