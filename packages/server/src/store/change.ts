import { type Kind, logged } from '@svc/model'
import type { Actor } from './event.ts'
import { type Access, accessTo } from './access.ts'
import { indexElements } from './elements.ts'
import { appendEvents } from './append-events.ts'
import { insertRows } from './insert-rows.ts'
import type { PartitionId } from './partition-id.ts'
import { type Records, recordsIn } from './records.ts'
import { first, type Sql } from './sql.ts'
import { type StoredRecord, quoted, tableOf, textBytes } from './table.ts'
import { checkBytes, checkRecords, isCounted, type Quota, type Usage } from './usage.ts'

/** The counters of a partition while a transaction has it locked. */
export interface PartitionCounters extends Usage {
  /** The history that these numbers belong to. */
  readonly epoch: string
  revision: number
  seq: number
  /** Kinds whose records have changed; their lists get a new revision. */
  readonly touched: Set<string>
}

export interface ChangeOptions {
  readonly sql: Sql
  readonly partitionId: PartitionId
  readonly counters: PartitionCounters
  readonly actor: Actor
  readonly at: string
  /** Unlimited if absent. */
  readonly quota?: Quota | undefined
  readonly obeysQuota?: boolean | undefined
}

type Fields = Readonly<Record<string, unknown>>

/** One write: records, their events and their revisions, in one transaction. */
export interface Change extends Records, Access {
  readonly at: string
  readonly actor: Actor
  /** As the transaction sees it. */
  readonly epoch: string
  /** The records of another partition, as the transaction sees them. */
  recordsIn(partitionId: PartitionId): Records
  /** Whether anything has been written yet. */
  readonly isDirty: boolean
  insert(kind: Kind, record: Fields): Promise<StoredRecord>
  /** Many at once, in few statements. */
  insertAll(kind: Kind, records: readonly Fields[]): Promise<void>
  /** A caller's change; logged. */
  update(kind: Kind, before: StoredRecord, record: Fields): Promise<StoredRecord>
  /** A change by background work: a new ETag, but callers' preconditions still hold and nothing is logged. */
  derive(kind: Kind, before: StoredRecord, record: Fields): Promise<StoredRecord>
  remove(kind: Kind, before: StoredRecord): Promise<void>
  /** Removes many measurements at once, without an event each. */
  removeAll(kind: Kind, before: readonly StoredRecord[]): Promise<void>
  /** A deletion that leaves the record stored, marked. */
  retire(kind: Kind, before: StoredRecord, record: Fields): Promise<void>
  /** Removes measurements by the value of one field, without an event each. */
  removeWhere(kind: Kind, field: string, value: string): Promise<void>
  log(type: string, subject: { kind: string; id: string }, before: unknown, after: unknown): Promise<void>
  /** The revision of a kind's records; undefined if this transaction has already changed them. */
  revisionOf(kind: Kind): Promise<number | undefined>
  /** Marks rows of a kind as written by the caller's own statement. */
  touch(kind: Kind): void
}

export function beginChange(options: ChangeOptions): Change {
  const { sql, partitionId, counters, actor, at, quota, obeysQuota } = options
  let isDirty = false
  let revision = 0
  const place = { sql, partitionId }

  const touch = (kind: Kind): number => {
    isDirty = true
    if (revision === 0) revision = ++counters.revision
    counters.touched.add(kind.name)
    return revision
  }

  const grow = (kind: Kind, records: number, bytes: number): void => {
    if (!isCounted(kind)) return
    counters.records += records
    counters.bytes += bytes
  }

  /** What svc does on its own is never refused. */
  const bounds = actor.type === 'system' ? undefined : quota

  const checkQuota = (kind: Kind, records: number): void => {
    if (!bounds || !isCounted(kind)) return
    checkRecords(counters, records, bounds)
    checkBytes(counters, bounds)
  }

  const log: Change['log'] = async (type, subject, before, after) => {
    isDirty = true
    const events = [{ type, at, actor, subject, before, after }]
    counters.bytes += await appendEvents(sql, partitionId, ++counters.seq, events)
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
      before && logged(kind, before),
      after && logged(kind, after),
    )
  }

  const write = async (
    kind: Kind,
    before: StoredRecord,
    record: Fields,
    edited: number,
  ): Promise<StoredRecord> => {
    const stored = { record, revision, edited }
    const { text, params, growth } = tableOf(kind).update(partitionId, before, stored)
    await sql.run(text, params)
    grow(kind, 0, growth)
    await indexElements(place, kind, { id: String(record.id), before: before.record, after: record })
    return stored
  }

  return {
    ...accessTo(sql),
    ...recordsIn(partitionId, sql),
    recordsIn: (id) => recordsIn(id, sql),
    at,
    actor,
    epoch: counters.epoch,
    get isDirty() {
      return isDirty
    },

    async insert(kind, record) {
      checkQuota(kind, 1)
      const now = touch(kind)
      const stored = { record, revision: now, edited: now }
      const table = tableOf(kind)
      const row = table.insertValues(partitionId, stored)
      await sql.run(table.insert, row)
      grow(kind, 1, textBytes(row.slice(1)))
      await indexElements(place, kind, { id: String(record.id), before: undefined, after: record })
      await logRecord('created', kind, null, record)
      return stored
    },

    async insertAll(kind, records) {
      if (records.length === 0) return
      checkQuota(kind, records.length)
      const now = touch(kind)
      const table = tableOf(kind)
      const rows = records.map((record) =>
        table.insertValues(partitionId, { record, revision: now, edited: now }),
      )
      await insertRows(sql, table.insert, rows)
      grow(
        kind,
        rows.length,
        rows.reduce((sum, row) => sum + textBytes(row.slice(1)), 0),
      )
      for (const record of records)
        await indexElements(place, kind, { id: String(record.id), before: undefined, after: record })
      if (kind.unlogged) return
      const events = records.map((record) => ({
        type: `${kind.name}.created`,
        at,
        actor,
        subject: { kind: kind.name, id: String(record.id) },
        before: null,
        after: logged(kind, record),
      }))
      counters.bytes += await appendEvents(sql, partitionId, counters.seq + 1, events)
      counters.seq += events.length
    },

    async update(kind, before, record) {
      if (bounds && obeysQuota) checkBytes(counters, bounds)
      const stored = await write(kind, before, record, touch(kind))
      await logRecord('updated', kind, before.record, record)
      return stored
    },

    async derive(kind, before, record) {
      touch(kind)
      return write(kind, before, record, before.edited)
    },

    async remove(kind, before) {
      touch(kind)
      const id = String(before.record.id)
      const table = tableOf(kind)
      await sql.run(table.remove, [partitionId, id])
      grow(kind, -1, -table.sizeOf(before))
      await indexElements(place, kind, { id, before: before.record, after: undefined })
      await logRecord('deleted', kind, before.record, null)
    },

    async removeAll(kind, before) {
      if (before.length === 0) return
      touch(kind)
      const table = tableOf(kind)
      const ids = before.map(({ record }) => record.id)
      await sql.run(`delete from ${kind.table} where partition_id = ? and ${sql.dialect.oneOf('id')}`, [
        partitionId,
        JSON.stringify(ids),
      ])
      grow(kind, -ids.length, -before.reduce((sum, stored) => sum + table.sizeOf(stored), 0))
    },

    async retire(kind, before, record) {
      await write(kind, before, record, touch(kind))
      await logRecord('deleted', kind, before.record, null)
    },

    async removeWhere(kind, field, value) {
      touch(kind)
      const where = `from ${kind.table} where partition_id = ? and ${quoted(field)} = ?`
      const params = [partitionId, value]
      if (isCounted(kind)) {
        const text = `select count(*) as count, coalesce(sum(${tableOf(kind).size}), 0) as bytes ${where}`
        const gone = await first(sql, text, params)
        grow(kind, -Number(gone?.count), -Number(gone?.bytes))
      }
      await sql.run(`delete ${where}`, params)
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
