import { hash } from 'node:crypto'
import type { PartitionId } from './partition-id.ts'
import { insertInto, texts } from './row-statement.ts'
import type { Sql } from './sql.ts'

/** By field name: the digest of its value, where that is stored separately. */
export type Parts = Readonly<Record<string, string>>

export interface PackedState {
  readonly json: string
  readonly parts: Parts | undefined
  /** The size of the complete state, as JSON. */
  readonly bytes: number
}

/** Smaller values are stored with each event: looking them up would cost more than it saves. */
const minSeparateBytes = 4_096

/**
 * A state without its large values, which are put into `bodies` by their digests. Which ones were left out is stored
 * beside the state, not in it, so nothing that a caller sends can pass for one of them.
 */
export function packState(state: unknown, bodies: Map<string, string>): PackedState {
  const whole = JSON.stringify(state)
  if (whole.length < minSeparateBytes || typeof state !== 'object' || state === null)
    return { json: whole, parts: undefined, bytes: whole.length }
  const parts: Record<string, string> = {}
  const rest: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(state)) {
    const body = mayBeLarge(value) ? JSON.stringify(value) : ''
    rest[key] = body.length < minSeparateBytes ? value : null
    if (body.length < minSeparateBytes) continue
    const digest = hash('sha256', body)
    bodies.set(digest, body)
    parts[key] = digest
  }
  if (Object.keys(parts).length === 0) return { json: whole, parts: undefined, bytes: whole.length }
  return { json: JSON.stringify(rest), parts, bytes: Buffer.byteLength(whole) }
}

const mayBeLarge = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.length * 6 >= minSeparateBytes
    : typeof value === 'object' && value !== null

/**
 * Stores the texts that the partition's log does not have yet, and returns how many bytes that was. Writers of a
 * partition take turns, so no other can store the same text meanwhile.
 */
export async function keepTexts(
  tx: Sql,
  partitionId: PartitionId,
  bodies: ReadonlyMap<string, string>,
): Promise<number> {
  const known = await tx.all(
    `select digest from event_texts where partition_id = ? and ${tx.dialect.oneOf('digest')}`,
    [partitionId, JSON.stringify([...bodies.keys()])],
  )
  const stored = new Set(known.map(({ digest }) => digest))
  const missing = [...bodies].filter(([digest]) => !stored.has(digest))
  const rows = missing.map(([digest, body]) => [partitionId, digest, body])
  if (rows.length > 0) await tx.write([{ statement: textInsert, rows }])
  return missing.reduce((sum, [, body]) => sum + Buffer.byteLength(body), 0)
}

const textInsert = insertInto('event_texts', texts('partition_id', 'digest', 'body'))

/** The complete states of one event, with these parts put back. */
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
  if (!row)
    throw new Error(`The log of ${partitionId} lacks a text that one of its events refers to (${digest}).`)
  return String(row.body)
}
