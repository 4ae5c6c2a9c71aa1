import { hash } from 'node:crypto'
import type { PartitionId } from './partition-id.ts'
import type { Sql } from './sql.ts'

/** By the name of a field: the digest of its value, where that is kept apart. */
export type Parts = Readonly<Record<string, string>>

export interface PackedState {
  readonly json: string
  readonly parts: Parts | undefined
  /** How large the whole state is, as JSON. */
  readonly bytes: number
}

/** Smaller values are stored with each event: looking them up would cost more than it saves. */
const smallestApart = 4_096

/**
 * A state without its large values, which are put into `bodies` by their digests. Which ones are left out stands
 * beside the state, not in it, so nothing that a caller sends can look like one of them.
 */
export function packState(state: unknown, bodies: Map<string, string>): PackedState {
  const whole = JSON.stringify(state)
  if (whole.length < smallestApart || typeof state !== 'object' || state === null)
    return { json: whole, parts: undefined, bytes: whole.length }
  const parts: Record<string, string> = {}
  const rest: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(state)) {
    const body = mayBeLarge(value) ? JSON.stringify(value) : ''
    rest[key] = body.length < smallestApart ? value : null
    if (body.length < smallestApart) continue
    const digest = hash('sha256', body)
    bodies.set(digest, body)
    parts[key] = digest
  }
  if (Object.keys(parts).length === 0) return { json: whole, parts: undefined, bytes: whole.length }
  return { json: JSON.stringify(rest), parts, bytes: Buffer.byteLength(whole) }
}

const mayBeLarge = (value: unknown): boolean =>
  typeof value === 'string' ? value.length * 6 >= smallestApart : typeof value === 'object' && value !== null

/** Stores what the log of the partition does not have yet, and says how many bytes that was. Writers of a partition are ordered, so that stays true. */
export async function keepTexts(
  tx: Sql,
  partitionId: PartitionId,
  bodies: ReadonlyMap<string, string>,
): Promise<number> {
  let bytes = 0
  for (const [digest, body] of bodies) {
    const known = await tx.all('select 1 as known from event_texts where partition_id = ? and digest = ?', [
      partitionId,
      digest,
    ])
    if (known.length > 0) continue
    await tx.run('insert into event_texts (partition_id, digest, body) values (?, ?, ?)', [
      partitionId,
      digest,
      body,
    ])
    bytes += Buffer.byteLength(body)
  }
  return bytes
}

/** The states of one event as they were, of which these parts were left out. */
export async function unpackStates<S extends Readonly<Record<string, unknown>>>(
  sql: Sql,
  partitionId: PartitionId,
  states: S,
  parts: Readonly<Record<string, Parts>>,
): Promise<S> {
  const values = new Map<string, unknown>()
  const whole: Record<string, unknown> = { ...states }
  for (const [name, missing] of Object.entries(parts)) {
    const state = states[name]
    if (typeof state !== 'object' || state === null) continue
    const filled: Record<string, unknown> = { ...state }
    for (const [key, digest] of Object.entries(missing)) {
      if (!values.has(digest)) values.set(digest, JSON.parse(await bodyOf(sql, partitionId, digest)))
      filled[key] = values.get(digest)
    }
    whole[name] = filled
  }
  return whole as S
}

async function bodyOf(sql: Sql, partitionId: PartitionId, digest: string): Promise<string> {
  const text = 'select body from event_texts where partition_id = ? and digest = ?'
  const [row] = await sql.all(text, [partitionId, digest])
  if (!row) throw new Error(`The log of ${partitionId} lacks a text that one of its events has (${digest}).`)
  return String(row.body)
}
