import type { Kind } from '@svc/model'
import type { PartitionId } from './partition-id.ts'
import { insertInto, removeFrom, texts } from './row-statement.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Arrays of references, what a value mentions, and arrays that a list can be filtered by are looked up from the other
 * side (who has this tag, who names this member), so each of their values has its own row beside the record.
 */
export const isIndexedArray = (kind: Kind, key: string): boolean => {
  const field = kind.fields[key]
  return (
    field !== undefined &&
    field.traits.derivedFrom === undefined &&
    (field.type === 'refs' || field.traits.filterAs !== undefined || field.mentions !== undefined)
  )
}

/** For bulk loads: the columns, and the rows of one record without the partition. */
export const elementColumns = ['partition_id', 'kind', 'field', 'record_id', 'value'] as const

export function elementsOf(kind: Kind, record: Fields): readonly (readonly string[])[] {
  return indexesOf(kind).flatMap((key) =>
    Array.from(valuesOf(kind, key, record), (value) => [kind.name, key, String(record.id), value]),
  )
}

const indexes = new WeakMap<Kind, readonly string[]>()

function indexesOf(kind: Kind): readonly string[] {
  let keys = indexes.get(kind)
  if (!keys) {
    const arrays = Object.keys(kind.fields).filter((key) => isIndexedArray(kind, key))
    keys = [...arrays, ...Object.keys(kind.lookups ?? {})]
    indexes.set(kind, keys)
  }
  return keys
}

function valuesOf(kind: Kind, key: string, record: Fields | undefined): ReadonlySet<string> {
  if (!record) return new Set()
  const lookup = kind.lookups?.[key]
  if (lookup) return new Set(lookup(record as never))
  const value = record[key]
  if (value === undefined || value === null) return new Set()
  const mentions = kind.fields[key]?.mentions
  return new Set(mentions ? mentions.idsIn(value as never).map(({ id }) => id) : (value as readonly string[]))
}

const columns = texts(...elementColumns)
export const elementInsert = insertInto('elements', columns)
export const elementRemoval = removeFrom('elements', columns)

/** The rows that have to go and to come, so that they match what a record's arrays and lookups hold now. */
export function elementsBetween(
  kind: Kind,
  { partitionId, id, before, after }: Changed,
  { gone, come }: { readonly gone: string[][]; readonly come: string[][] },
): void {
  for (const key of indexesOf(kind)) {
    const old = valuesOf(kind, key, before?.record)
    const now = valuesOf(kind, key, after?.record)
    for (const value of old) if (!now.has(value)) gone.push([partitionId, kind.name, key, id, value])
    for (const value of now) if (!old.has(value)) come.push([partitionId, kind.name, key, id, value])
  }
}

interface Changed {
  readonly partitionId: PartitionId
  readonly id: string
  readonly before: { readonly record: Fields } | undefined
  readonly after: { readonly record: Fields } | undefined
}
