import type { Event } from './event.ts'
import { keepTexts, packState } from './event-texts.ts'
import type { PartitionId } from './partition-id.ts'
import type { PendingWrites } from './pending-writes.ts'
import { insertInto, integers, texts } from './row-statement.ts'
import type { Value } from './sql.ts'
import { textBytes } from './table.ts'

type NewEvent = Omit<Event, 'id'>

export const eventInsert = insertInto('events', [
  ...texts('partition_id'),
  ...integers('seq'),
  ...texts('at', 'type', 'actor_type', 'actor_id', 'actor_name', 'subject_kind', 'subject_id'),
  ...texts('state_before', 'state_after', 'parts'),
  ...integers('bytes'),
])

/** The bytes of a stored event as SQL: its states, plus an estimate for the rest. */
const eventHead = 256
export const eventSize = `${eventHead} + coalesce(octet_length(state_before), 0) + coalesce(octet_length(state_after), 0)
  + coalesce(octet_length(parts), 0)`

/** Adds events to a partition's log, numbered from `seq` on, and returns how many bytes the log grows by. */
export async function appendEvents(
  pending: PendingWrites,
  partitionId: PartitionId,
  seq: number,
  events: readonly NewEvent[],
): Promise<number> {
  const bodies = new Map<string, string>()
  let bytes = 0
  for (const [index, event] of events.entries()) {
    const row = valuesOf(partitionId, seq + index, event, bodies)
    pending.add(eventInsert, row)
    bytes += eventHead + textBytes(row.slice(statesFrom))
  }
  return bodies.size > 0 ? bytes + (await keepTexts(pending.sql, partitionId, bodies)) : bytes
}

/** Where the states begin in a row. */
const statesFrom = 9

const valuesOf = (
  partitionId: PartitionId,
  seq: number,
  { at, type, actor, subject, before, after }: NewEvent,
  bodies: Map<string, string>,
): Value[] => [
  partitionId,
  seq,
  at,
  type,
  actor.type,
  actor.id,
  actor.name,
  subject.kind,
  subject.id,
  ...packedStates(before, after, bodies),
]

/** The columns that hold the states: both states, which parts were left out, and their size including those parts. */
export function packedStates(before: unknown, after: unknown, bodies: Map<string, string>): readonly Value[] {
  const was = before === null ? undefined : packState(before, bodies)
  const is = after === null ? undefined : packState(after, bodies)
  const isPacked = was?.parts !== undefined || is?.parts !== undefined
  return [
    was?.json ?? null,
    is?.json ?? null,
    isPacked ? JSON.stringify({ before: was?.parts, after: is?.parts }) : null,
    isPacked ? (was?.bytes ?? 0) + (is?.bytes ?? 0) : null,
  ]
}
