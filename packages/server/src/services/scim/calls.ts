import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { keepScimCalls, lastScimCalls, type ScimCall } from '../../store/queries/scim-calls.ts'
import { newId } from '../ids.ts'

/** So many are kept for each organisation. */
const kept = 50
const flushMs = 1_000

/** The last calls of directories, for admins. */
export interface ScimCalls {
  note(homeId: PartitionId, call: Omit<ScimCall, 'id'>): void
  last(homeId: PartitionId): Promise<readonly ScimCall[]>
  close(): Promise<void>
}

/** Written together, a second later, and never more than are kept: a directory makes thousands of calls at a time. */
export function createScimCalls(store: Store): ScimCalls {
  let pending = new Map<PartitionId, ScimCall[]>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const batch = pending
    pending = new Map()
    if (batch.size === 0) return writing
    writing = writing
      .then(() =>
        store.transaction(async (tx) => {
          for (const [homeId, calls] of batch) await tx.run(keepScimCalls, homeId, { calls, kept })
        }),
      )
      // What was called is of no use to a database that is away.
      .catch(() => {})
    return writing
  }

  return {
    note(homeId, call) {
      const calls = pending.get(homeId) ?? []
      calls.push({ ...call, id: newId('scc', new Date(call.at)) })
      if (calls.length > kept) calls.shift()
      pending.set(homeId, calls)
      timer ??= setTimeout(() => void flush(), flushMs).unref()
    },
    async last(homeId) {
      await flush()
      return store.run(lastScimCalls, homeId, kept)
    },
    close: flush,
  }
}
