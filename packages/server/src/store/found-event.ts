import { hash } from 'node:crypto'
import type { Actor, Event, EventPlace, LoggedEvent } from './event.ts'
import type { Access } from './access.ts'
import { type Parts, unpackStates } from './event-texts.ts'
import { readPartitionId } from './partition-id.ts'
import { first, type Row, type Sql } from './sql.ts'

/** An event returned by a query; large states are read only when needed. */
export interface FoundEvent extends EventPlace {
  readonly type: string
  /** The size of its states. */
  readonly bytes: number
  readonly row: Row
}

/** States up to this size come with the query; even the largest page of them is only a few megabytes. */
const inlineBytes = 8_192

const storedBytes = 'coalesce(octet_length(state_before), 0) + coalesce(octet_length(state_after), 0)'

export const foundColumns = `partition_id, seq, at, type, actor_type, actor_id, actor_name, subject_kind, subject_id,
  parts, coalesce(bytes, ${storedBytes}) as bytes, ${storedBytes} as stored_bytes,
  case when ${storedBytes} <= ${inlineBytes} then state_before end as state_before,
  case when ${storedBytes} <= ${inlineBytes} then state_after end as state_after`

export const toFound = (row: Row): FoundEvent => ({
  at: String(row.at),
  seq: Number(row.seq),
  type: String(row.type),
  bytes: Number(row.bytes),
  row,
})

/** As many of the first events as fit into `maxBytes`, but at least one. */
export function firstBytes<E extends { readonly bytes: number }>(
  found: readonly E[],
  maxBytes: number,
): readonly E[] {
  let bytes = 0
  const end = found.findIndex((one) => {
    bytes += one.bytes
    return bytes > maxBytes
  })
  return end === -1 ? found : found.slice(0, Math.max(1, end))
}

/**
 * The event as it was written. `isWanted` sees it before its large parts are read; if it returns false, the result is
 * undefined.
 */
export async function loadEvent(
  access: Access,
  found: FoundEvent,
  isWanted: (event: Event) => boolean = () => true,
): Promise<LoggedEvent | undefined> {
  const { row, at, seq } = found
  const stored = Number(row.stored_bytes) > inlineBytes ? await access.run(storedStates, row) : row
  const states = { before: parsed(stored.state_before), after: parsed(stored.state_after) }
  const event: Event = {
    id: eventId(row),
    type: found.type,
    at,
    actor: {
      type: row.actor_type as Actor['type'],
      id: row.actor_id as string | null,
      name: row.actor_name as string | null,
    },
    subject: { kind: String(row.subject_kind), id: String(row.subject_id) },
    ...states,
  }
  if (!isWanted(event)) return undefined
  if (row.parts === null) return { at, seq, event }
  const parts = JSON.parse(String(row.parts)) as Readonly<Record<string, Parts>>
  return {
    at,
    seq,
    event: {
      ...event,
      ...(await access.run(unpackStates, readPartitionId(row.partition_id), states, parts)),
    },
  }
}

async function storedStates(sql: Sql, { partition_id, seq }: Row): Promise<Row> {
  const text = 'select state_before, state_after from events where partition_id = ? and seq = ?'
  return (await first(sql, text, [readPartitionId(partition_id), Number(seq)])) ?? {}
}

/** By time, then by number in its log; the end distinguishes logs that are read as one. */
function eventId({ partition_id, seq, at }: Row): string {
  const digits = (value: number, length: number): string => value.toString(32).padStart(length, '0')
  const end = hash('sha256', `${partition_id}/${seq}`).slice(0, 10)
  return `evt_${digits(Date.parse(String(at)), 10)}${digits(Number(seq), 7)}${end}`
}

/** The number that the id of an event has in its log; undefined if it is no such id. */
export const seqInEventId = (id: string): number | undefined =>
  /^evt_[0-9a-v]{10}[0-9a-v]{7}[0-9a-f]{10}$/.test(id) ? Number.parseInt(id.slice(14, 21), 32) : undefined

const parsed = (text: unknown): unknown => (typeof text === 'string' ? JSON.parse(text) : null)
