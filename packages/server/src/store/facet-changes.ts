import type { Kind } from '@svc/model'
import { facetsCounted, isShown, toFacetColumn, valuesOf, whatIsCounted } from './facet-values.ts'
import type { PartitionId } from './partition-id.ts'
import { insertInto, integers, type RowStatement, type RowWrites, texts } from './row-statement.ts'
import type { Row } from './sql.ts'
import type { StoredRecord } from './table.ts'

/** How far the records of a partition have been counted. */
export interface FacetProgress {
  /**
   * False if something was written that was not counted, as by an older version of svc. Then nothing is added to the
   * counts until they are begun anew.
   */
  readonly isKnown: boolean
  /** Kinds that are not counted to their end: records from this id on are; if it is empty, none are. */
  readonly from: ReadonlyMap<string, string>
}

export const progressColumns = 'revision, facets_revision, facets_of, facets_to'

export function progressIn(row: Row): FacetProgress {
  const isKnown =
    Number(row.facets_revision) === Number(row.revision) && String(row.facets_of) === whatIsCounted
  return { isKnown, from: isKnown ? readFrom(String(row.facets_to)) : nothing }
}

const nothing: ReadonlyMap<string, string> = new Map()

/** Nearly always empty. */
const readFrom = (text: string): ReadonlyMap<string, string> =>
  text === '' ? nothing : new Map(Object.entries(JSON.parse(text) as Record<string, string>))

export const writeFrom = (from: ReadonlyMap<string, string>): string =>
  from.size === 0 ? '' : JSON.stringify(Object.fromEntries(from))

/** What the writes of a transaction change in the counts of a partition. */
export interface FacetChanges {
  progress(): FacetProgress
  /** A record was created (no `before`), changed or removed (no `after`). */
  note(kind: Kind, before: StoredRecord | undefined, after: StoredRecord | undefined): void
  /** Records were written in a way that cannot be counted: the kind is counted anew. */
  lose(kind: Kind): void
  hasLost(): boolean
  /** Each counter once; none for what is as it was. */
  toRows(partitionId: PartitionId): readonly RowWrites[]
}

interface Counter {
  readonly kind: string
  readonly field: string
  readonly value: string
  more: number
}

/** Where the number of all records of a kind is. */
export const total = ''

export function noteFacets(start: FacetProgress): FacetChanges {
  const counters = new Map<string, Counter>()
  let progress = start
  let hasLost = false

  const add = (kind: string, field: string, value: string, more: number): void => {
    const key = `${kind} ${field} ${value}`
    let counter = counters.get(key)
    if (!counter) {
      counter = { kind, field, value, more: 0 }
      counters.set(key, counter)
    }
    counter.more += more
  }

  const isCounted = (kind: Kind, id: string): boolean => {
    const from = progress.from.get(kind.name)
    return from === undefined || (from !== '' && id >= from)
  }

  return {
    progress: () => progress,
    hasLost: () => hasLost,

    note(kind, before, after) {
      const facets = facetsCounted(kind)
      if (!facets || !progress.isKnown || !isCounted(kind, String((after ?? before)?.record.id))) return
      const old = before && isShown(kind, before.record) ? before.record : undefined
      const now = after && isShown(kind, after.record) ? after.record : undefined
      if (!old !== !now) add(kind.name, total, '', now ? 1 : -1)
      for (const { name, field } of facets) {
        if (old && now && Object.is(old[field], now[field])) continue
        if (old) for (const value of valuesOf(old[field])) add(kind.name, name, toFacetColumn(value), -1)
        if (now) for (const value of valuesOf(now[field])) add(kind.name, name, toFacetColumn(value), 1)
      }
    },

    lose(kind) {
      if (!facetsCounted(kind) || !progress.isKnown || progress.from.get(kind.name) === '') return
      progress = { ...progress, from: new Map([...progress.from, [kind.name, '']]) }
      hasLost = true
    },

    toRows(partitionId) {
      const changed = [...counters.values()].filter(({ more }) => more !== 0)
      if (changed.length === 0) return []
      const row = ({ kind, field, value }: Counter) => [partitionId, kind, field, value]
      const fewer = changed.filter(({ more }) => more < 0)
      const writes: RowWrites[] = [
        { statement: facetUpsert, rows: changed.map((counter) => [...row(counter), counter.more]) },
      ]
      if (fewer.length > 0) writes.push({ statement: emptyRemoval, rows: fewer.map(row) })
      return writes
    },
  }
}

const key = texts('partition_id', 'kind', 'field', 'value')

const facetUpsert = insertInto(
  'facet_counts',
  [...key, ...integers('count')],
  'on conflict (partition_id, kind, field, value) do update set count = facet_counts.count + excluded.count',
)

/** What no record has any more is not stored either. */
const emptyRemoval: RowStatement = {
  table: 'facet_counts',
  columns: key,
  one: `delete from facet_counts where partition_id = ? and kind = ? and field = ? and value = ? and count = 0`,
  many: (rows) =>
    `delete from facet_counts as there using ${rows} as given (partition_id, kind, field, value)
     where there.partition_id = given.partition_id and there.kind = given.kind and there.field = given.field
       and there.value = given.value and there.count = 0`,
}
