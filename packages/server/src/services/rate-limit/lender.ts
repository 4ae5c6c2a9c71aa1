import { takeAllowances, type Taken, type Want } from '../../store/queries/allowances.ts'
import type { Store } from '../../store/open.ts'

/** Shares of budgets that all processes have in common. */
export interface Lender {
  /** Undefined while the database does not answer. */
  take(want: Want): Promise<Taken | undefined>
}

interface Waiting {
  readonly want: Want
  readonly give: (taken: Taken | undefined) => void
}

/** Long enough for a busy database, short enough for the requests that wait for it. */
const deadlineMs = 5_000
/** So that there are few different statements, and none is long. */
const atOnce = 32
/** After a failure nobody waits for the next one. */
const pauseMs = 2_000

/** What is wanted while a statement is under way goes into the next one, however many they are. */
export function createLender({ scratch }: Pick<Store, 'scratch'>): Lender {
  let waiting: Waiting[] = []
  let isBusy = false
  let pausedUntil = Number.NEGATIVE_INFINITY

  async function serve(): Promise<void> {
    // Until the end of this turn, so that the shares of one request, and of all that came with it, go together.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = nextBatch(waiting)
      waiting = waiting.filter((one) => batch.get(one.want.subject) !== one)
      const wants = [...batch.values()].map(({ want }) => want)
      const taken = await withinDeadline(scratch.run(takeAllowances, wants)).catch(() => {
        pausedUntil = performance.now() + pauseMs
        return []
      })
      const bySubject = new Map(taken.map((one) => [one.subject, one]))
      for (const [subject, { give }] of batch) give(bySubject.get(subject))
    }
    isBusy = false
  }

  return {
    take(want) {
      if (performance.now() < pausedUntil) return Promise.resolve(undefined)
      return new Promise((give) => {
        waiting.push({ want, give })
        if (isBusy) return
        isBusy = true
        void serve()
      })
    },
  }
}

/** A statement can book for each subject once. */
function nextBatch(waiting: readonly Waiting[]): ReadonlyMap<string, Waiting> {
  const batch = new Map<string, Waiting>()
  for (const one of waiting) {
    if (batch.size === atOnce) break
    if (!batch.has(one.want.subject)) batch.set(one.want.subject, one)
  }
  return batch
}

function withinDeadline<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database is too slow.')), deadlineMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
