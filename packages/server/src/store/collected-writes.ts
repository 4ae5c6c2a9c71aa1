import type { Kind } from '@svc/model'
import { elementInsert, elementRemoval, elementsBetween } from './elements.ts'
import type { PartitionId } from './partition-id.ts'
import type { RowStatement, RowWrites } from './row-statement.ts'
import { textPending, textPendingFor } from './search/pending-texts.ts'
import type { Value } from './sql.ts'
import { type StoredRecord, type Table, tableOf } from './table.ts'

/** What a transaction does to a record: creates it (no `before`), changes it, or removes it (no `after`). */
export interface RecordWrite {
  readonly before: StoredRecord | undefined
  readonly after: StoredRecord | undefined
}

/** The same from the first write of the transaction to the last. */
interface Net extends RecordWrite {
  readonly partitionId: PartitionId
  readonly id: string
}

/** Writes that were collected, to be written together: a few statements, however many records they change. */
export interface CollectedWrites {
  count(): number
  /** The record as it will be, undefined if it will be removed, `notPending` if nothing is collected about it. */
  find(kind: Kind, partitionId: PartitionId, id: string): StoredRecord | undefined | typeof notPending
  put(kind: Kind, partitionId: PartitionId, write: RecordWrite): void
  add(statement: RowStatement, row: readonly Value[]): void
  /** Whether a statement names a table that something is collected for. */
  concern(text: string): boolean
  /** In the order in which they must be written. */
  toRows(isManyAtOnce: boolean): readonly RowWrites[]
}

export const notPending = Symbol('not pending')

/** The tables whose rows are removed with those of another. */
export const cascades: Readonly<Record<string, readonly string[]>> = {
  secrets: ['secret_values', 'secret_uses'],
}

export function collectWrites(): CollectedWrites {
  const records = new Map<Kind, Map<string, Net>>()
  const rows = new Map<RowStatement, (readonly Value[])[]>()
  const tables = new Set<string>()
  let count = 0

  return {
    count: () => count,

    find(kind, partitionId, id) {
      const net = records.get(kind)?.get(`${partitionId} ${id}`)
      return net ? net.after : notPending
    },

    put(kind, partitionId, { before, after }) {
      let nets = records.get(kind)
      if (!nets) {
        nets = new Map()
        records.set(kind, nets)
        tables.add(kind.table).add(elementInsert.table).add(textPending.table)
        for (const table of cascades[kind.table] ?? []) tables.add(table)
      }
      const id = String((after ?? before)?.record.id)
      const key = `${partitionId} ${id}`
      const earlier = nets.get(key)
      const original = earlier ? earlier.before : before
      if (original || after) nets.set(key, { partitionId, id, before: original, after })
      else nets.delete(key)
      count += 1
    },

    add(statement, row) {
      let own = rows.get(statement)
      if (!own) {
        own = []
        rows.set(statement, own)
      }
      own.push(row)
      tables.add(statement.table)
      count += 1
    },

    concern: (text) => count > 0 && !tables.isDisjointFrom(wordsIn(text)),

    toRows: (isManyAtOnce) => [
      ...recordWrites(records, isManyAtOnce),
      ...Array.from(rows, ([statement, own]) => ({ statement, rows: own })).filter(
        (one) => one.rows.length > 0,
      ),
    ],
  }
}

function recordWrites(
  records: ReadonlyMap<Kind, ReadonlyMap<string, Net>>,
  isManyAtOnce: boolean,
): RowWrites[] {
  const writes: RowWrites[] = []
  const elements = { gone: [] as string[][], come: [] as string[][] }
  const searched: (readonly Value[])[] = []
  for (const [kind, nets] of records) {
    const table = tableOf(kind)
    const [removed, inserted, updated]: [Value[][], Value[][], Net[]] = [[], [], []]
    for (const net of nets.values()) {
      const { partitionId, id, before, after } = net
      if (!after) removed.push([partitionId, id])
      else if (before) updated.push(net)
      else inserted.push([partitionId, ...table.values(after)])
      elementsBetween(kind, net, elements)
      const toIndex = textPendingFor(kind, net)
      if (toIndex) searched.push(toIndex)
    }
    // Removed first: what is created may take a unique value that they had.
    if (removed.length > 0) writes.push({ statement: table.remove, rows: removed })
    if (updated.length > 0) writes.push(...updates(table, updated, isManyAtOnce))
    if (inserted.length > 0) writes.push({ statement: table.insert, rows: inserted })
  }
  if (elements.gone.length > 0) writes.push({ statement: elementRemoval, rows: elements.gone })
  if (elements.come.length > 0) writes.push({ statement: elementInsert, rows: elements.come })
  if (searched.length > 0) writes.push({ statement: textPending, rows: searched })
  return writes
}

/**
 * Only what differs is set, since an index costs nothing if its column stays the same. Where one statement writes
 * all rows, it sets what differs in any of them.
 */
function updates(table: Table, nets: readonly Net[], isManyAtOnce: boolean): RowWrites[] {
  const groups = new Map<string, { readonly changed: readonly number[]; readonly rows: Value[][] }>()
  const differing = nets.map(({ before, after }) => {
    const now = table.values(after as StoredRecord)
    return { now, changed: table.changed(table.values(before as StoredRecord), now) }
  })
  const union = isManyAtOnce
    ? [...new Set(differing.flatMap(({ changed }) => changed))].sort((a, b) => a - b)
    : undefined
  for (const [index, net] of nets.entries()) {
    const { now, changed: own } = differing[index] as (typeof differing)[number]
    const changed = union ?? own
    const key = changed.join()
    let group = groups.get(key)
    if (!group) {
      group = { changed, rows: [] }
      groups.set(key, group)
    }
    group.rows.push([...changed.map((at) => now[at] ?? null), net.partitionId, net.id])
  }
  return Array.from(groups.values(), ({ changed, rows }) => ({ statement: table.update(changed), rows }))
}

/** Some statements that return rows write them too. */
export const isWriting = (text: string): boolean => /^\s*(?:insert|update|delete)\b/i.test(text)

const words = new Map<string, ReadonlySet<string>>()

/** Names more than the tables, which costs a needless flush at worst. */
function wordsIn(text: string): ReadonlySet<string> {
  let found = words.get(text)
  if (!found) {
    if (words.size >= 2_000) words.clear()
    found = new Set(text.match(/[a-z_]+/g))
    words.set(text, found)
  }
  return found
}
