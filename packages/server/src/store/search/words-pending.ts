import { kindOfId } from '../kind-of-id.ts'
import type { PartitionId } from '../partition-id.ts'
import { recordsIn } from '../records.ts'
import type { Sql } from '../sql.ts'
import { idsPending } from './pending-texts.ts'
import { foundBy, wordsOf } from './tokens.ts'

/** What is read at once. */
const slice = { limit: 500, bytes: 1024 * 1024 }

/** By the ids of the records. */
export type WordsPending = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The words of the records that the index has not looked at since they were written, seldom more than a few hundred.
 * One that is gone has none.
 */
export async function wordsPending(sql: Sql, partitionId: PartitionId): Promise<WordsPending> {
  const ids = await idsPending(sql, partitionId)
  const words = new Map<string, ReadonlySet<string>>(ids.map((id) => [id, new Set()]))
  const records = recordsIn(partitionId, sql)
  for (const [kind, own] of Map.groupBy(ids, kindOfId)) {
    for (let left = own; kind && left.length > 0; ) {
      const asked = left.slice(0, slice.limit)
      const where = [{ field: 'id', oneOf: asked }]
      const { stored, isCut } = await records.slice(kind, { where, fields: foundBy(kind), ...slice })
      const read = new Set(stored.map(({ record }) => String(record.id)))
      for (const { record } of stored) words.set(String(record.id), wordsOf(kind, record))
      left = left.slice(asked.length).concat(isCut ? asked.filter((id) => !read.has(id)) : [])
    }
  }
  return words
}
