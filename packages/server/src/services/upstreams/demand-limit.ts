import { CatalogError } from '@svc/model'

/** How many requests to other servers may run at once on behalf of callers. */
export interface DemandLimits {
  readonly ofOrganisation: number
  readonly inAll: number
  /** How long a request waits for its turn. */
  readonly waitMs: number
}

export interface DemandLimit {
  /** Does the work when it is the organisation's turn; refused with a 503 if that takes too long. */
  run<T>(organisationId: string, work: () => Promise<T>): Promise<T>
}

const defaultLimits: DemandLimits = { ofOrganisation: 4, inAll: 16, waitMs: 5_000 }
/** Any more would not get their turn in time, so they are refused at once. */
const maxWaiting = 100

interface Waiter {
  readonly organisationId: string
  start(): void
}

/**
 * Requests to other servers cost memory and sockets here and load on the other side, and anyone with a token can
 * cause them. So each organisation gets a few at a time, and all together a few more.
 */
export function createDemandLimit(limits: Partial<DemandLimits> = {}): DemandLimit {
  const { ofOrganisation, inAll, waitMs } = { ...defaultLimits, ...limits }
  const running = new Map<string, number>()
  const waiters = new Set<Waiter>()
  let runningInAll = 0

  const runningOf = (organisationId: string): number => running.get(organisationId) ?? 0

  function begin(organisationId: string): void {
    runningInAll += 1
    running.set(organisationId, runningOf(organisationId) + 1)
  }

  function end(organisationId: string): void {
    runningInAll -= 1
    const left = runningOf(organisationId) - 1
    if (left > 0) running.set(organisationId, left)
    else running.delete(organisationId)
    for (const waiter of waiters) {
      if (!hasCapacity(waiter.organisationId)) continue
      waiters.delete(waiter)
      begin(waiter.organisationId)
      waiter.start()
      return
    }
  }

  const hasCapacity = (organisationId: string): boolean =>
    runningInAll < inAll && runningOf(organisationId) < ofOrganisation

  function turn(organisationId: string): Promise<void> {
    if (hasCapacity(organisationId)) {
      begin(organisationId)
      return Promise.resolve()
    }
    const waitingToo = waiters.values().filter((waiter) => waiter.organisationId === organisationId)
    if (waitingToo.toArray().length >= maxWaiting) return Promise.reject(tooBusy(waitMs))
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        organisationId,
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
    async run(organisationId, work) {
      await turn(organisationId)
      try {
        return await work()
      } finally {
        end(organisationId)
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
