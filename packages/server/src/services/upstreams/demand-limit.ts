import { CatalogError } from '@svc/model'

/** How many requests to other servers may run at once on behalf of callers. */
export interface DemandLimits {
  readonly ofEach: number
  readonly inAll: number
  /** How long a request waits for its turn. */
  readonly waitMs: number
}

export interface DemandLimit {
  /** Does the work when it is the turn of whoever it is for; refused with a 503 if that takes too long. */
  run<T>(whose: string, work: () => Promise<T>): Promise<T>
}

const defaultLimits: DemandLimits = { ofEach: 4, inAll: 16, waitMs: 5_000 }
/** Any more would not get their turn in time, so they are refused at once. */
const maxWaiting = 100

interface Waiter {
  readonly whose: string
  start(): void
}

/**
 * Requests to other servers cost memory and sockets here and load on the other side, and anyone with a token can
 * cause them. So each of those who share it, such as organisations, gets a few at a time, and all together a few
 * more.
 */
export function createDemandLimit(limits: Partial<DemandLimits> = {}): DemandLimit {
  const { ofEach, inAll, waitMs } = { ...defaultLimits, ...limits }
  const running = new Map<string, number>()
  const waiters = new Set<Waiter>()
  let runningInAll = 0

  const runningOf = (whose: string): number => running.get(whose) ?? 0

  function begin(whose: string): void {
    runningInAll += 1
    running.set(whose, runningOf(whose) + 1)
  }

  function end(whose: string): void {
    runningInAll -= 1
    const left = runningOf(whose) - 1
    if (left > 0) running.set(whose, left)
    else running.delete(whose)
    for (const waiter of waiters) {
      if (!hasCapacity(waiter.whose)) continue
      waiters.delete(waiter)
      begin(waiter.whose)
      waiter.start()
      return
    }
  }

  const hasCapacity = (whose: string): boolean => runningInAll < inAll && runningOf(whose) < ofEach

  function turn(whose: string): Promise<void> {
    if (hasCapacity(whose)) {
      begin(whose)
      return Promise.resolve()
    }
    const waitingToo = waiters.values().filter((waiter) => waiter.whose === whose)
    if (waitingToo.toArray().length >= maxWaiting) return Promise.reject(tooBusy(waitMs))
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        whose,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      const timer = setTimeout(() => {
        waiters.delete(waiter)
        reject(tooBusy(waitMs))
      }, waitMs)
      waiters.add(waiter)
    })
  }

  return {
    async run(whose, work) {
      await turn(whose)
      try {
        return await work()
      } finally {
        end(whose)
      }
    },
  }
}

function tooBusy(waitMs: number): CatalogError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1_000))
  return new CatalogError(
    'unavailable',
    `Too many requests to other services are in progress. Try again in ${seconds} seconds.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
