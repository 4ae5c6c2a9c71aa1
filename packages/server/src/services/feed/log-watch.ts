import { lastSeqsOf } from '../../store/events.ts'
import type { Store } from '../../store/open.ts'

export interface LogWatch {
  /** Resolves when the log may go beyond a number, when the time is over, or when the signal says so. */
  beyond(partitionId: string, seq: number, until: WaitLimit): Promise<void>
}

export interface WaitLimit {
  readonly ms: number
  readonly signal: AbortSignal
}

interface Waiter {
  readonly partitionId: string
  readonly seq: number
  wake(): void
}

/** How often the commits of other processes are looked for. */
const pollMs = 500

/** What happens to members and their sessions may end whoever listens to any of their organisation's data. */
const concerns = (changed: string, watched: string): boolean =>
  changed === watched || (changed.endsWith('.home') && watched.startsWith(changed.slice(0, -'home'.length)))

/** Wakes who waits for a log: at once after a commit of this process, soon after one of another. */
export function createLogWatch(store: Store): LogWatch {
  const waiters = new Set<Waiter>()
  let timer: NodeJS.Timeout | undefined

  store.onCommit(({ partitionId }) => {
    for (const waiter of waiters) if (concerns(partitionId, waiter.partitionId)) waiter.wake()
  })

  async function look(): Promise<void> {
    const ids = [...new Set(Array.from(waiters, ({ partitionId }) => partitionId))]
    // A database that is away is somebody else's to complain about: who waits asks again.
    const ends = await lastSeqsOf(store.engine.reader, ids).catch(() => new Map<string, number>())
    // A log that ends before where it was read to has gone back, which its reader has to be told too.
    for (const waiter of waiters)
      if ((ends.get(waiter.partitionId) ?? waiter.seq) !== waiter.seq) waiter.wake()
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
    beyond: (partitionId, seq, { ms, signal }) =>
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
        if (signal.aborted) wake()
        plan()
      }),
  }
}
