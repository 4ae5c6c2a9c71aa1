import { facetKinds } from '@svc/model'
import { progressIn } from '../../packages/server/src/store/facet-changes.ts'
import {
  facetsCounted,
  isShown,
  toFacetColumn,
  valuesOf,
} from '../../packages/server/src/store/facet-values.ts'
import type { State } from './state.ts'

/** Where the values of records are counted, the counts are those of the records. */
export function facetsMatchRecords({ partitions, records, facetCounts }: State): readonly string[] {
  const counted = new Map(
    partitions.map((row) => [String(row.id), progressIn(row)] as const).filter(([, { isKnown }]) => isKnown),
  )
  const counts = new Map<string, number>()
  const add = (key: readonly string[], more: number): void => {
    const name = JSON.stringify(key)
    counts.set(name, (counts.get(name) ?? 0) + more)
  }
  for (const kind of facetKinds) {
    for (const { partitionId, id, record } of records.get(kind) ?? []) {
      const progress = counted.get(partitionId)
      const from = progress?.from.get(kind.name)
      if (!progress || from === '' || (from !== undefined && id < from) || !isShown(kind, record)) continue
      add([partitionId, kind.name, '', ''], 1)
      for (const { name, field } of facetsCounted(kind) ?? [])
        for (const value of valuesOf(record[field]))
          add([partitionId, kind.name, name, toFacetColumn(value)], 1)
    }
  }
  for (const row of facetCounts) {
    const [partitionId, kind] = [String(row.partition_id), String(row.kind)]
    const progress = counted.get(partitionId)
    // What is left of earlier counts is forgotten before the kind is counted anew.
    if (!progress || progress.from.get(kind) === '') continue
    add([partitionId, kind, String(row.field), String(row.value)], -Number(row.count))
  }
  return Array.from(counts)
    .filter(([, more]) => more !== 0)
    .map(([key, more]) => `${key} is ${more > 0 ? `${more} too low` : `${-more} too high`}`)
}
