import type { Change } from '../../store/change.ts'
import { type EventHead, headsAfter } from '../../store/events.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { followerSeq, moveFollower, partitionsBehind } from '../../store/queries/progress.ts'

/** Work that follows from the log. Its place in the log moves in the same transaction as what it does. */
export interface Follower {
  readonly name: string
  /** Handles the events in their order; where it stops before the end, it says after how many. */
  handle(change: Change, events: readonly EventHead[]): Promise<number | undefined>
  /** Does a piece of each work left over from what was handled; true while there is more. */
  goOn?(store: Store, now: () => Date): Promise<boolean>
}

export interface Pass {
  readonly handled: number
  /** How far each log that was behind has been followed. */
  readonly places: ReadonlyMap<string, number>
  /** Whether work is left over that no event announces. */
  readonly isGoingOn: boolean
  /** Whether there was more than fits into one pass. */
  readonly hasMore: boolean
}

const batch = 200

export const system = { type: 'system', id: null, name: 'svc' } as const

/**
 * One piece of work for each partition that is behind, so that none waits for another to come to rest, nor
 * for one whose work fails; any number of processes may do so at once.
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
  const isGoingOn = (await follower.goOn?.(store, now)) ?? false
  if (failures.length > 0) throw failures[0]
  return { handled, places, isGoingOn, hasMore: hasMore || isGoingOn }
}

/** Brings a follower up to where every log ends now; what is written meanwhile is left to the next time. */
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
