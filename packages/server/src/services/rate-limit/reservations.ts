import { type Allowance, type AllowanceRequest, takeAllowances } from '../../store/queries/allowances.ts'
import type { Store } from '../../store/open.ts'

/** Reserves shares of budgets that all processes share. */
export interface Reservations {
  /** Undefined while the database does not answer. */
  reserve(request: AllowanceRequest): Promise<Allowance | undefined>
}

interface Waiting {
  readonly request: AllowanceRequest
  readonly resolve: (taken: Allowance | undefined) => void
}

/** Long enough for a busy database, short enough for the requests that wait for it. */
const deadlineMs = 5_000
/** Keeps statements short, and limits how many different ones there are. */
const batchSize = 32
/** After a failure, requests do not wait for another attempt for this long. */
const retryMs = 2_000

/** Requests made while a statement is running are combined into the next one. */
export function createReservations({ scratch }: Pick<Store, 'scratch'>): Reservations {
  let waiting: Waiting[] = []
  let isBusy = false
  let pausedUntil = Number.NEGATIVE_INFINITY

  async function serve(): Promise<void> {
    // Waits for the end of this turn, so that all requests of the turn are combined.
    await Promise.resolve()
    while (waiting.length > 0) {
      const batch = nextBatch(waiting)
      waiting = waiting.filter((one) => batch.get(one.request.subject) !== one)
      const requests = [...batch.values()].map(({ request }) => request)
      const taken = await withinDeadline(scratch.run(takeAllowances, requests)).catch(() => {
        pausedUntil = performance.now() + retryMs
        return []
      })
      const bySubject = new Map(taken.map((one) => [one.subject, one]))
      for (const [subject, { resolve }] of batch) resolve(bySubject.get(subject))
    }
    isBusy = false
  }

  return {
    reserve(request) {
      if (performance.now() < pausedUntil) return Promise.resolve(undefined)
      return new Promise((resolve) => {
        waiting.push({ request, resolve })
        if (isBusy) return
        isBusy = true
        void serve()
      })
    },
  }
}

/** A statement can reserve for each subject only once. */
function nextBatch(waiting: readonly Waiting[]): ReadonlyMap<string, Waiting> {
  const batch = new Map<string, Waiting>()
  for (const one of waiting) {
    if (batch.size === batchSize) break
    if (!batch.has(one.request.subject)) batch.set(one.request.subject, one)
  }
  return batch
}

function withinDeadline<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The database is too slow.')), deadlineMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
