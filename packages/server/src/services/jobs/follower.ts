import type { Change } from '../../store/change.ts'
import { eventsAfter, type LoggedEvent } from '../../store/events.ts'
import type { Store } from '../../store/open.ts'
import { followerSeq, moveFollower, partitionsBehind } from '../../store/progress.ts'

/** Work that follows from the log. Its place in the log moves in the same transaction as what it does. */
export interface Follower {
  readonly name: string
  handle(change: Change, events: readonly LoggedEvent[]): Promise<void>
  /** Work left over from what was handled; true while there is more. */
  goOn?(store: Store, now: () => Date): Promise<boolean>
}

const batch = 200

export const system = { type: 'system', id: null, name: 'svc' } as const

/** Brings a follower up to the end of every log; any number of processes may do so at once. */
export async function catchUp(store: Store, follower: Follower, now: () => Date): Promise<number> {
  let handled = 0
  for (const partitionId of await partitionsBehind(store.engine.reader, follower.name)) {
    let count: number
    do {
      count = await step(store, follower, { partitionId, now })
      handled += count
    } while (count > 0)
  }
  while (await follower.goOn?.(store, now)) handled += 1
  return handled
}

function step(
  store: Store,
  follower: Follower,
  { partitionId, now }: { partitionId: string; now: () => Date },
): Promise<number> {
  return store.write({ partitionId, actor: system, now }, async (change) => {
    const seq = await followerSeq(change.sql, partitionId, follower.name)
    const events = await eventsAfter(change.sql, partitionId, seq, batch)
    const last = events.at(-1)
    if (!last) return 0
    await follower.handle(change, events)
    await moveFollower(change.sql, partitionId, follower.name, last.seq)
    return events.length
  })
}
