import type { Change } from '../../store/change.ts'
import { type EventHead, headsAfter } from '../../store/events.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { followerSeq, moveFollower, partitionsBehind } from '../../store/queries/progress.ts'

/** Work triggered by the log. Its position in the log moves in the same transaction as its writes. */
export interface Follower {
  readonly name: string
  /** Handles the events in order; returns how many, if it stops before the end. */
  handle(change: Change, events: readonly EventHead[]): Promise<number | undefined>
  /** Continues unfinished work by one piece each; true while there is more. */
  resume?(store: Store, now: () => Date): Promise<boolean>
}

export interface Pass {
  readonly handled: number
  /** How far each log with new events has been followed. */
  readonly places: ReadonlyMap<string, number>
  /** Whether unfinished work is left that no event announces. */
  readonly isGoingOn: boolean
  /** Whether there was more than one pass can handle. */
  readonly hasMore: boolean
}

const batch = 200

export const system = { type: 'system', id: null, name: 'svc' } as const

/**
 * One batch for each partition that is behind, so that none waits for a busy or failing one; any number of processes
 * may do so at once.
 */
export async function followOnce(store: Store, follower: Follower, now: () => Date): Promise<Pass> {
  const places = new Map<string, number>()
  const failures: unknown[] = []
  let handled = 0
  let hasMore = false
  for (const { partitionId } of await store.run(partitionsBehind, follower.name)) {
    try {
      const { count, seq, isWhole } = await step(store, follower, { partitionId, now })
      places.set(partitionId, seq)
      handled += count
      hasMore ||= !isWhole
    } catch (error) {
      failures.push(error)
    }
  }
  const isGoingOn = (await follower.resume?.(store, now)) ?? false
  if (failures.length > 0) throw failures[0]
  return { handled, places, isGoingOn, hasMore: hasMore || isGoingOn }
}

/** Brings a follower up to the current end of every log; what is written meanwhile is left for next time. */
export async function catchUp(store: Store, follower: Follower, now: () => Date): Promise<number> {
  const behind = await store.run(partitionsBehind, follower.name)
  let handled = 0
  let isBehind: boolean
  do {
    const pass = await followOnce(store, follower, now)
    handled += pass.handled
    isBehind = behind.some(({ partitionId, end }) => (pass.places.get(partitionId) ?? end) < end)
    isBehind ||= pass.isGoingOn
  } while (isBehind)
  return handled
}

function step(
  store: Store,
  follower: Follower,
  { partitionId, now }: { partitionId: PartitionId; now: () => Date },
): Promise<{ readonly count: number; readonly seq: number; readonly isWhole: boolean }> {
  return store.write({ partitionId, actor: system, now }, async (change) => {
    const seq = await change.run(followerSeq, partitionId, follower.name)
    const events = await change.run(headsAfter, partitionId, seq, batch)
    if (events.length === 0) return { count: 0, seq, isWhole: true }
    const count = (await follower.handle(change, events)) ?? events.length
    const place = events[count - 1]?.seq ?? seq
    await change.run(moveFollower, partitionId, follower.name, place)
    return { count, seq: place, isWhole: count === events.length && count < batch }
  })
}
