import { type Kind, shown } from '@svc/model'
import { indexElements } from './elements.ts'
import { appendEvents } from './append-events.ts'
import type { Actor } from './events.ts'
import { insertRows } from './insert-rows.ts'
import { type Records, recordsIn } from './records.ts'
import { type Dialect, first, type Sql } from './sql.ts'
import { type Held, quoted, tableOf } from './table.ts'

/** The numbers of a partition while a transaction holds it. */
export interface PartitionCounters {
  /** The history that these numbers belong to. */
  readonly epoch: string
  revision: number
  seq: number
  /** Kinds whose records have changed: their lists get a new revision. */
  readonly touched: Set<string>
}

export interface ChangeOptions {
  readonly sql: Sql
  readonly dialect: Dialect
  readonly partitionId: string
  readonly counters: PartitionCounters
  readonly actor: Actor
  readonly at: string
}

type Fields = Readonly<Record<string, unknown>>

/** One write: records, their events and their revisions, in one transaction. */
export interface Change extends Records {
  readonly sql: Sql
  readonly dialect: Dialect
  readonly at: string
  readonly actor: Actor
  /** As the transaction sees it. */
  readonly epoch: string
  /** Whether anything was written yet. */
  readonly isDirty: boolean
  insert(kind: Kind, record: Fields): Promise<Held>
  /** Many at once, in few statements. */
  insertAll(kind: Kind, records: readonly Fields[]): Promise<void>
  /** A caller's change, in the log. */
  update(kind: Kind, before: Held, record: Fields): Promise<Held>
  /** A change by background work: a new ETag, but callers' preconditions still hold and the log stays quiet. */
  derive(kind: Kind, before: Held, record: Fields): Promise<Held>
  remove(kind: Kind, before: Held): Promise<void>
  /** A deletion that leaves the record stored, marked. */
  retire(kind: Kind, before: Held, record: Fields): Promise<void>
  /** Removes measurements by the value of one field, without an event each. */
  removeWhere(kind: Kind, field: string, value: string): Promise<void>
  log(type: string, subject: { kind: string; id: string }, before: unknown, after: unknown): Promise<void>
  /** The revision of a kind's records; undefined where this transaction has changed them already. */
  revisionOf(kind: Kind): Promise<number | undefined>
  /** Marks rows of a kind as written by a statement of the caller's own. */
  touch(kind: Kind): void
}

export function beginChange({ sql, dialect, partitionId, counters, actor, at }: ChangeOptions): Change {
  let isDirty = false
  let revision = 0
  const place = { sql, dialect, partitionId }

  const touch = (kind: Kind): number => {
    isDirty = true
    if (revision === 0) revision = ++counters.revision
    counters.touched.add(kind.name)
    return revision
  }

  const log: Change['log'] = async (type, subject, before, after) => {
    isDirty = true
    await appendEvents(sql, partitionId, ++counters.seq, [{ type, at, actor, subject, before, after }])
  }

  const logRecord = async (
    verb: string,
    kind: Kind,
    before: Fields | null,
    after: Fields | null,
  ): Promise<void> => {
    if (kind.unlogged) return
    const id = String((after ?? before)?.id)
    await log(
      `${kind.name}.${verb}`,
      { kind: kind.name, id },
      before && shown(kind, before),
      after && shown(kind, after),
    )
  }

  const write = async (kind: Kind, before: Held, record: Fields, edited: number): Promise<Held> => {
    const held = { record, revision, edited }
    const { text, params } = tableOf(kind).update(partitionId, before, held)
    await sql.run(text, params)
    await indexElements(place, kind, { id: String(record.id), before: before.record, after: record })
    return held
  }

  return {
    ...recordsIn(partitionId, sql, dialect),
    sql,
    dialect,
    at,
    actor,
    epoch: counters.epoch,
    get isDirty() {
      return isDirty
    },

    async insert(kind, record) {
      const now = touch(kind)
      const held = { record, revision: now, edited: now }
      const table = tableOf(kind)
      await sql.run(table.insert, table.insertValues(partitionId, held))
      await indexElements(place, kind, { id: String(record.id), before: undefined, after: record })
      await logRecord('created', kind, null, record)
      return held
    },

    async insertAll(kind, records) {
      if (records.length === 0) return
      const now = touch(kind)
      const table = tableOf(kind)
      const rows = records.map((record) =>
        table.insertValues(partitionId, { record, revision: now, edited: now }),
      )
      await insertRows(sql, table.insert, rows)
      for (const record of records)
        await indexElements(place, kind, { id: String(record.id), before: undefined, after: record })
      if (kind.unlogged) return
      const events = records.map((record) => ({
        type: `${kind.name}.created`,
        at,
        actor,
        subject: { kind: kind.name, id: String(record.id) },
        before: null,
        after: shown(kind, record),
      }))
      await appendEvents(sql, partitionId, counters.seq + 1, events)
      counters.seq += events.length
    },

    async update(kind, before, record) {
      const held = await write(kind, before, record, touch(kind))
      await logRecord('updated', kind, before.record, record)
      return held
    },

    async derive(kind, before, record) {
      touch(kind)
      return write(kind, before, record, before.edited)
    },

    async remove(kind, before) {
      touch(kind)
      const id = String(before.record.id)
      await sql.run(tableOf(kind).remove, [partitionId, id])
      await indexElements(place, kind, { id, before: before.record, after: undefined })
      await logRecord('deleted', kind, before.record, null)
    },

    async retire(kind, before, record) {
      await write(kind, before, record, touch(kind))
      await logRecord('deleted', kind, before.record, null)
    },

    async removeWhere(kind, field, value) {
      touch(kind)
      await sql.run(`delete from ${kind.table} where partition_id = ? and ${quoted(field)} = ?`, [
        partitionId,
        value,
      ])
    },

    async revisionOf(kind) {
      if (counters.touched.has(kind.name)) return undefined
      const text = 'select revision from revisions where partition_id = ? and kind = ?'
      return Number((await first(sql, text, [partitionId, kind.name]))?.revision ?? 0)
    },

    log,
    touch,
  }
}
