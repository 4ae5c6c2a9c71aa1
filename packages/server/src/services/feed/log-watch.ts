import { lastSeqsOf } from '../../store/events.ts'
import type { Store } from '../../store/open.ts'
import { type PartitionId, isHome, homeOf } from '../../store/partition-id.ts'

export interface LogWatch {
  /** Taken before a reader's credential is checked, so that no later change to members is missed. */
  mark(): number
  /** Resolves when the log may have grown beyond a number, on timeout, or when the signal aborts. */
  beyond(partitionId: PartitionId, seq: number, until: WaitLimit): Promise<void>
}

export interface WaitLimit {
  readonly ms: number
  readonly signal: AbortSignal
  /** A change to members after this mark ends the wait. */
  readonly since: number
}

interface Waiter {
  readonly partitionId: PartitionId
  readonly seq: number
  wake(): void
}

/** How often to poll for commits of other processes. */
const pollMs = 500

/** Wakes those who wait for a log: at once after a commit of this process, soon after one of another. */
export function createLogWatch(store: Store): LogWatch {
  const waiters = new Set<Waiter>()
  let timer: NodeJS.Timeout | undefined
  /** In any organisation: a waiter woken needlessly just checks once more. */
  let memberChanges = 0
  /** How far the logs of members had come at the last check. */
  let homes: ReadonlyMap<PartitionId, number> = new Map()

  /** Changes to members and their sessions may end a reader's access to any of their organisation's data. */
  function wake(partitionId: PartitionId): void {
    if (isHome(partitionId)) memberChanges += 1
    for (const waiter of waiters)
      if (waiter.partitionId === partitionId || homeOf(waiter.partitionId) === partitionId) waiter.wake()
  }
  store.onCommit(({ partitionId }) => wake(partitionId))

  async function look(): Promise<void> {
    const watched = new Set(Array.from(waiters, ({ partitionId }) => partitionId))
    if (watched.size === 0) return
    const homeIds = new Set(Array.from(watched, homeOf))
    // An outage of the database is reported elsewhere; waiters try again.
    const ends = await store.run(lastSeqsOf, [...watched.union(homeIds)]).catch(() => undefined)
    if (!ends) return
    // A log that ends before the reader's position has gone back, which the reader must learn too.
    for (const waiter of waiters)
      if ((ends.get(waiter.partitionId) ?? waiter.seq) !== waiter.seq) waiter.wake()
    const before = homes
    homes = new Map(Array.from(homeIds, (id) => [id, ends.get(id) ?? 0]))
    // A log seen for the first time counts as changed: it may have changed since the credential was checked.
    for (const [id, seq] of homes) if (before.get(id) !== seq) wake(id)
  }

  function plan(): void {
    if (timer || waiters.size === 0) return
    timer = setTimeout(async () => {
      await look()
      timer = undefined
      plan()
    }, pollMs)
    timer.unref()
  }

  return {
    mark: () => memberChanges,
    beyond: (partitionId, seq, { ms, signal, since }) =>
      new Promise((resolve) => {
        const wake = (): void => {
          clearTimeout(limit)
          signal.removeEventListener('abort', wake)
          waiters.delete(waiter)
          resolve()
        }
        const waiter: Waiter = { partitionId, seq, wake }
        const limit = setTimeout(wake, ms)
        signal.addEventListener('abort', wake, { once: true })
        waiters.add(waiter)
        if (signal.aborted || memberChanges !== since) wake()
        plan()
      }),
  }
}
