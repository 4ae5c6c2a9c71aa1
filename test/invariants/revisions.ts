import type { State } from './state.ts'

/** ETags depend on these numbers: a kind's is at least that of its records, the partition's is the highest. */
export function revisionsCover({ partitions, revisions, records }: State): readonly string[] {
  const found: string[] = []
  const byKind = new Map(revisions.map((row) => [`${row.partition_id} ${row.kind}`, Number(row.revision)]))
  for (const { id, revision } of partitions) {
    const highest = revisions
      .filter(({ partition_id }) => partition_id === id)
      .reduce((max, row) => Math.max(max, Number(row.revision)), 0)
    if (highest !== revision) found.push(`${id} is at ${revision}, its kinds at ${highest}`)
  }
  for (const [kind, kept] of records) {
    for (const { partitionId, id, revision, edited } of kept) {
      const known = byKind.get(`${partitionId} ${kind.name}`) ?? 0
      if (revision > known) found.push(`${kind.name} ${id} is at ${revision}, its kind at ${known}`)
      if (edited > revision) found.push(`${kind.name} ${id} was edited at ${edited}, after ${revision}`)
    }
  }
  return found
}
