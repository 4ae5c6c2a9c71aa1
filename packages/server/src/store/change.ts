import { type Kind, logged } from '@svc/model'
import type { Actor } from './event.ts'
import { type Access, accessTo } from './access.ts'
import { appendEvents } from './append-events.ts'
import type { PartitionId } from './partition-id.ts'
import { notPending, type RecordWrite } from './collected-writes.ts'
import type { FacetChanges } from './facet-changes.ts'
import type { PendingWrites } from './pending-writes.ts'
import { type Records, recordsIn } from './records.ts'
import { textPending, textPendingFor } from './search/pending-texts.ts'
import { first } from './sql.ts'
import { type StoredRecord, quoted, tableOf } from './table.ts'
import { type Touch, type Touched, withTouch } from './touched.ts'
import { checkBytes, checkRecords, isCounted, type Quota, type Usage } from './usage.ts'

/** The counters of a partition while a transaction has it locked. */
export interface PartitionCounters extends Usage {
  /** The history that these numbers belong to. */
  readonly epoch: string
  revision: number
  seq: number
  readonly facets: FacetChanges
  /** Kinds whose records have changed, and which; their lists get a new revision. */
  readonly touched: Map<string, Touched>
}

export interface ChangeOptions {
  readonly pending: PendingWrites
  readonly partitionId: PartitionId
  readonly counters: PartitionCounters
  readonly actor: Actor
  readonly at: string
  /** Begins a change to another partition in the same transaction. */
  beginIn(partitionId: PartitionId, actor: Actor): Promise<Change>
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
  /**
   * Whether anything has been written yet. No getter, here and in whatever else each write creates: an object with one
   * gets hidden classes of its own from V8, which stay until a full garbage collection.
   */
  isDirty(): boolean
  /**
   * Changes another partition of the organisation too, or this one on somebody else's behalf, in the same transaction.
   * Its writers wait until that ends, so begin it only to write; and from a home to a mode, which is the order in which
   * everything locks them.
   */
  within<T>(
    place: { readonly partitionId: PartitionId; readonly actor: Actor },
    run: (change: Change) => Promise<T>,
  ): Promise<T>
  insert(kind: Kind, record: Fields): Promise<StoredRecord>
  /** Puts back what was deleted: removed, or, if it is given as it is stored, only marked. */
  restore(kind: Kind, record: Fields, marked?: StoredRecord): Promise<StoredRecord>
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
  const { pending, partitionId, counters, actor, at, beginIn, quota, obeysQuota } = options
  const { sql } = pending
  const others: Change[] = []
  let isDirty = false
  let revision = 0

  const touch = (kind: Kind, what: Touch): number => {
    isDirty = true
    if (revision === 0) revision = ++counters.revision
    counters.touched.set(kind.name, withTouch(counters.touched.get(kind.name), what))
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
    counters.bytes += await appendEvents(pending, partitionId, ++counters.seq, events)
    await pending.flushIfMany()
  }

  const logRecord = async (
    verb: string,
    kind: Kind,
    before: Fields | null,
    after: Fields | null,
  ): Promise<void> => {
    if (kind.unlogged) return pending.flushIfMany()
    const id = String((after ?? before)?.id)
    await log(
      `${kind.name}.${verb}`,
      { kind: kind.name, id },
      before && logged(kind, before),
      after && logged(kind, after),
    )
  }

  const put = (kind: Kind, { before, after }: RecordWrite): void => {
    pending.put(kind, partitionId, { before, after })
    counters.facets.note(kind, before, after)
  }

  const write = (kind: Kind, before: StoredRecord, record: Fields, edited: number): StoredRecord => {
    const after = { record, revision, edited }
    put(kind, { before, after })
    grow(kind, 0, tableOf(kind).sizeOf(after) - tableOf(kind).sizeOf(before))
    return after
  }

  const add = async (verb: string, kind: Kind, record: Fields): Promise<StoredRecord> => {
    checkQuota(kind, 1)
    const now = touch(kind, { cameOrWent: [String(record.id)] })
    const after = { record, revision: now, edited: now }
    put(kind, { before: undefined, after })
    grow(kind, 1, tableOf(kind).sizeOf(after))
    await logRecord(verb, kind, null, record)
    return after
  }

  return {
    ...accessTo(sql),
    ...recordsWith(pending, partitionId),
    recordsIn: (id) => recordsWith(pending, id),
    at,
    actor,
    epoch: counters.epoch,
    isDirty: () => isDirty || others.some((one) => one.isDirty()),
    within: async (place, run) => {
      const other = await beginIn(place.partitionId, place.actor)
      others.push(other)
      return run(other)
    },

    insert: (kind, record) => add('created', kind, record),

    async restore(kind, record, marked) {
      if (!marked) return add('restored', kind, record)
      if (bounds && obeysQuota) checkBytes(counters, bounds)
      const stored = write(kind, marked, record, touch(kind, difference(marked.record, record)))
      await logRecord('restored', kind, null, record)
      return stored
    },

    async insertAll(kind, records) {
      if (records.length === 0) return
      checkQuota(kind, records.length)
      const now = touch(kind, { cameOrWent: records.map(({ id }) => String(id)) })
      for (const record of records) {
        const after = { record, revision: now, edited: now }
        put(kind, { before: undefined, after })
        grow(kind, 1, tableOf(kind).sizeOf(after))
        await logRecord('created', kind, null, record)
      }
    },

    async update(kind, before, record) {
      if (bounds && obeysQuota) checkBytes(counters, bounds)
      const stored = write(kind, before, record, touch(kind, difference(before.record, record)))
      await logRecord('updated', kind, before.record, record)
      return stored
    },

    async derive(kind, before, record) {
      touch(kind, difference(before.record, record))
      const stored = write(kind, before, record, before.edited)
      await pending.flushIfMany()
      return stored
    },

    async remove(kind, before) {
      touch(kind, { cameOrWent: [String(before.record.id)] })
      put(kind, { before, after: undefined })
      grow(kind, -1, -tableOf(kind).sizeOf(before))
      await logRecord('deleted', kind, before.record, null)
    },

    async removeAll(kind, before) {
      if (before.length === 0) return
      const table = tableOf(kind)
      const ids = before.map(({ record }) => String(record.id))
      touch(kind, { cameOrWent: ids })
      await sql.run(`delete from ${kind.table} where partition_id = ? and ${sql.dialect.oneOf('id')}`, [
        partitionId,
        JSON.stringify(ids),
      ])
      for (const stored of before) {
        const place = { partitionId, id: String(stored.record.id) }
        const row = textPendingFor(kind, { ...place, before: stored, after: undefined })
        if (row) pending.add(textPending, row)
      }
      for (const stored of before) counters.facets.note(kind, stored, undefined)
      grow(kind, -ids.length, -before.reduce((sum, stored) => sum + table.sizeOf(stored), 0))
    },

    async retire(kind, before, record) {
      write(kind, before, record, touch(kind, difference(before.record, record)))
      await logRecord('deleted', kind, before.record, null)
    },

    async removeWhere(kind, field, value) {
      touch(kind, 'anything')
      counters.facets.lose(kind)
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
    touch: (kind) => {
      touch(kind, 'anything')
      counters.facets.lose(kind)
    },
  }
}

/** Compared as they are stored: a list that was made anew with the same values in it counts as changed, which is safe. */
function difference(before: Fields, after: Fields): Touch {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return {
    id: String(after.id),
    changed: new Set([...names].filter((name) => !Object.is(before[name], after[name]))),
  }
}

/** The records of a partition as the transaction sees them, including what it has not written yet. */
function recordsWith(pending: PendingWrites, partitionId: PartitionId): Records {
  const stored = recordsIn(partitionId, pending.written)
  return {
    ...recordsIn(partitionId, pending.sql),
    async find(kind, id) {
      const found = pending.find(kind, partitionId, id)
      return found === notPending ? stored.find(kind, id) : found
    },
    async existing(kind, ids) {
      const known = new Map(ids.map((id) => [id, pending.find(kind, partitionId, id)]))
      const asked = ids.filter((id) => known.get(id) === notPending)
      const found = await stored.existing(kind, asked)
      return new Set(ids.filter((id) => found.has(id) || (known.get(id) !== notPending && known.get(id))))
    },
  }
}
