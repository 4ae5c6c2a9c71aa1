import { isDeepStrictEqual } from 'node:util'
import { allKinds, counted, type Kind, logged } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { type DueRecord, dueRecords } from '../../store/queries/due-records.ts'
import type { StoredRecord } from '../../store/table.ts'
import { behaviourOf } from '../records/behaviours.ts'
import { system } from './follower.ts'

/** Also the batch size of writes. */
const readAtOnce = 200

interface ClockTools {
  readonly store: Store
  readonly now: () => Date
}

/**
 * Writes what time alone has changed: values computed on read could not have an ETag or an event. Any number of
 * processes may do so at once; the second finds nothing left to do.
 */
export async function applyDueChanges(tools: ClockTools): Promise<number> {
  let applied = 0
  const failures: unknown[] = []
  // A failure in one organisation must not affect the next.
  for (const kind of allKinds.filter((one) => behaviourOf(one).elapse))
    for await (const [partitionId, ids] of due(tools, kind))
      try {
        applied += await applyDue(tools, kind, { partitionId, ids })
      } catch (error) {
        failures.push(error)
      }
  if (failures.length > 0) throw new AggregateError(failures, `${counted(failures.length, 'write')} failed.`)
  return applied
}

async function* due({ store, now }: ClockTools, kind: Kind) {
  const until = now().toISOString()
  let after: DueRecord | undefined
  do {
    const found = await store.run(dueRecords, kind, { until, after, limit: readAtOnce })
    for (const [partitionId, own] of Map.groupBy(found, (one) => one.partitionId))
      yield [partitionId, own.map(({ id }) => id)] as const
    after = found.length < readAtOnce ? undefined : found.at(-1)
  } while (after)
}

function applyDue(
  { store, now }: ClockTools,
  kind: Kind,
  { partitionId, ids }: { readonly partitionId: PartitionId; readonly ids: readonly string[] },
): Promise<number> {
  return store.write({ partitionId, actor: system, now }, async (change) => {
    const stored = await change.list(kind, { where: [{ field: 'id', in: ids }] })
    const isDue = (time: unknown): boolean => typeof time === 'string' && time <= change.at
    const left = stored.filter(({ record }) => isDue(record.changesAt))
    for (const before of left) {
      const after = await behaviourOf(kind).elapse?.(change, before)
      if (after) await noteChange(change, kind, before, after)
    }
    return left.length
  })
}

/** Followers of the log see it like any other change, though nobody made it. */
async function noteChange(
  change: Change,
  kind: Kind,
  { record }: StoredRecord,
  after: StoredRecord,
): Promise<void> {
  const [was, is] = [logged(kind, record), logged(kind, after.record)]
  if (isDeepStrictEqual(was, is)) return
  await change.log(`${kind.name}.updated`, { kind: kind.name, id: String(record.id) }, was, is)
}
