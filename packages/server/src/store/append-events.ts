import type { Event } from './event.ts'
import { keepTexts, packState } from './event-texts.ts'
import { insertRows } from './insert-rows.ts'
import type { PartitionId } from './partition-id.ts'
import type { Sql, Value } from './sql.ts'
import { textBytes } from './table.ts'

type NewEvent = Omit<Event, 'id'>

const insertEvent = `insert into events
  (partition_id, seq, at, type, actor_type, actor_id, actor_name, subject_kind, subject_id, state_before, state_after, parts, bytes)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

/** The bytes of a stored event as SQL: its states, plus an estimate for the rest. */
const eventHead = 256
export const eventSize = `${eventHead} + coalesce(octet_length(state_before), 0) + coalesce(octet_length(state_after), 0)
  + coalesce(octet_length(parts), 0)`

/** Writes events to a partition's log, numbered from `seq` on, and returns how many bytes the log has grown by. */
export async function appendEvents(
  sql: Sql,
  partitionId: PartitionId,
  seq: number,
  events: readonly NewEvent[],
): Promise<number> {
  const bodies = new Map<string, string>()
  const rows = events.map((event, index) => valuesOf(partitionId, seq + index, event, bodies))
  const kept = bodies.size > 0 ? await keepTexts(sql, partitionId, bodies) : 0
  await insertRows(sql, insertEvent, rows)
  return rows.reduce((sum, row) => sum + eventHead + textBytes(row.slice(statesFrom)), kept)
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
