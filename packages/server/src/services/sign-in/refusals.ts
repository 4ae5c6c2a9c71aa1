import { kinds } from '@svc/model'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import {
  forgetRefusals,
  readRefusals,
  setRefusals,
  unloggedRefusals,
} from '../../store/queries/sign-in-refusals.ts'
import { system } from '../jobs/follower.ts'

interface Member {
  readonly homeId: PartitionId
  readonly userId: string
}

export interface Refusals {
  /** Not awaited: how long an answer takes must not depend on who is a member. */
  note(members: readonly Member[]): void
  /** Writes what is still pending. */
  close(): Promise<void>
}

/** A member's refused sign-ins are one log entry a minute, with their number, however many there are. */
const minuteMs = 60_000
/** Faster attempts are counted in memory, so that a flood of attempts does not become a flood of writes. */
const gatherMs = 2_000

export function createRefusals(store: Store, now: () => Date): Refusals {
  const gathered = new Map<string, { member: Member; count: number; timer: NodeJS.Timeout }>()
  const writing = new Set<Promise<void>>()

  const write = (member: Member, count: number): void => {
    const done = logRefusals(store, now, member, count)
      // The attempt was already answered; a failure to log it must not end the process.
      .catch(() => {})
      .finally(() => writing.delete(done))
    writing.add(done)
  }

  const flush = (key: string): void => {
    const found = gathered.get(key)
    if (!found) return
    clearTimeout(found.timer)
    if (found.count === 0) {
      gathered.delete(key)
      return
    }
    write(found.member, found.count)
    found.count = 0
    found.timer = setTimeout(flush, gatherMs, key).unref()
  }

  return {
    note(members) {
      for (const member of members) {
        const key = `${member.homeId} ${member.userId}`
        const found = gathered.get(key)
        if (found) found.count += 1
        else {
          write(member, 1)
          gathered.set(key, { member, count: 0, timer: setTimeout(flush, gatherMs, key).unref() })
        }
      }
    },
    async close() {
      for (const key of gathered.keys()) flush(key)
      for (const { timer } of gathered.values()) clearTimeout(timer)
      await Promise.all(writing)
    },
  }
}

async function logRefusals(store: Store, now: () => Date, member: Member, count: number): Promise<void> {
  await store.write({ partitionId: member.homeId, actor: system, now }, async (change) => {
    const before = await change.run(readRefusals, member)
    const unlogged = (before?.unlogged ?? 0) + count
    const sinceMs = before ? Date.parse(change.at) - Date.parse(before.loggedAt) : minuteMs
    // A time written by a clock that was ahead must not keep the log silent until then.
    const isDue = sinceMs >= minuteMs || sinceMs < 0
    if (isDue && unlogged > 0) {
      const subject = { kind: kinds.user.name, id: member.userId }
      await change.log('sign_in.refused', subject, null, { count: unlogged })
      await change.run(setRefusals, member, { loggedAt: change.at, unlogged: 0 })
    } else if (before && count > 0) {
      await change.run(setRefusals, member, { loggedAt: before.loggedAt, unlogged })
    }
  })
}

/** Logs counts that no later attempt has caused to be logged. */
export async function logLeftRefusals(store: Store, now: () => Date): Promise<number> {
  const before = new Date(now().getTime() - minuteMs).toISOString()
  const members = await store.run(unloggedRefusals, before)
  for (const member of members) await logRefusals(store, now, member, 0)
  await store.transaction((tx) => tx.run(forgetRefusals, before))
  return members.length
}
