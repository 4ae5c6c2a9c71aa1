import { isDeepStrictEqual } from 'node:util'
import { allKinds, type Kind, logged } from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Store } from '../../store/open.ts'
import type { Held } from '../../store/table.ts'
import { behaviourOf } from '../behaviours.ts'
import { system } from './follower.ts'

/** Also what is written in one go. */
const readAtOnce = 200

interface ClockTools {
  readonly store: Store
  readonly now: () => Date
}

/** Where the last piece ended. */
interface Place {
  readonly at: string
  readonly partitionId: string
  readonly id: string
}

/**
 * Writes what time alone has changed: what is worked out when it is read could not have an ETag or an event. Any number
 * of processes may do so at once; who comes second finds nothing left to do.
 */
export async function settleByClock(tools: ClockTools): Promise<number> {
  let settled = 0
  const failures: unknown[] = []
  // One organisation's trouble is not the next one's.
  for (const kind of allKinds.filter((one) => behaviourOf(one).elapse))
    for await (const [partitionId, ids] of due(tools, kind))
      try {
        settled += await settle(tools, kind, { partitionId, ids })
      } catch (error) {
        failures.push(error)
      }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} writes failed.`)
  return settled
}

async function* due({ store, now }: ClockTools, kind: Kind) {
  const until = now().toISOString()
  let place: Place = { at: '', partitionId: '', id: '' }
  for (;;) {
    const rows = await store.engine.reader.all(
      `select changes_at, partition_id, id from ${kind.table}
       where changes_at <= ? and (changes_at, partition_id, id) > (?, ?, ?)
       order by changes_at, partition_id, id limit ${readAtOnce}`,
      [until, place.at, place.partitionId, place.id],
    )
    const byPartition = Map.groupBy(rows, ({ partition_id }) => String(partition_id))
    for (const [partitionId, found] of byPartition)
      yield [partitionId, found.map(({ id }) => String(id))] as const
    const last = rows.at(-1)
    if (!last || rows.length < readAtOnce) return
    place = { at: String(last.changes_at), partitionId: String(last.partition_id), id: String(last.id) }
  }
}

function settle(
  { store, now }: ClockTools,
  kind: Kind,
  { partitionId, ids }: { readonly partitionId: string; readonly ids: readonly string[] },
): Promise<number> {
  return store.write({ partitionId, actor: system, now }, async (change) => {
    const held = await change.list(kind, { where: [{ field: 'id', in: ids }] })
    const isDue = (time: unknown): boolean => typeof time === 'string' && time <= change.at
    const left = held.filter(({ record }) => isDue(record.changesAt))
    for (const before of left) {
      const after = await behaviourOf(kind).elapse?.(change, before)
      if (after) await noteChange(change, kind, before, after)
    }
    return left.length
  })
}

/** Those who follow the log hear of it as of any other change, though nobody made it. */
async function noteChange(change: Change, kind: Kind, { record }: Held, after: Held): Promise<void> {
  const [was, is] = [logged(kind, record), logged(kind, after.record)]
  if (isDeepStrictEqual(was, is)) return
  await change.log(`${kind.name}.updated`, { kind: kind.name, id: String(record.id) }, was, is)
}
