import { isDeepStrictEqual } from 'node:util'
import type { Kind } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import { insertInto, integers, removeFrom, texts } from '../row-statement.ts'
import type { Sql, Value } from '../sql.ts'
import type { StoredRecord } from '../table.ts'
import { foundBy, isIndexed } from './tokens.ts'

const columns = [...texts('partition_id', 'record_id'), ...integers('revision')]

/**
 * A write only notes that the index has to look at a record again: computing and sorting in a hundred tokens takes
 * longer than the rest of a write, and far less for many records at once. Searches look at these records themselves.
 */
export const textPending = insertInto(
  'search_pending',
  columns,
  'on conflict (partition_id, record_id) do update set revision = excluded.revision',
)

/** Unless the record has been written again. */
export const textDone = removeFrom('search_pending', columns)

/** Of a record that was removed. */
const noRevision = -1

interface Written {
  readonly partitionId: PartitionId
  readonly id: string
  readonly before: StoredRecord | undefined
  readonly after: StoredRecord | undefined
}

/** What a write leaves to be done; undefined if it changed nothing that is searched. */
export function textPendingFor(
  kind: Kind,
  { partitionId, id, before, after }: Written,
): readonly Value[] | undefined {
  if (!isIndexed(kind)) return undefined
  const isSame = (key: string) => isDeepStrictEqual(before?.record[key], after?.record[key])
  if (before && after && foundBy(kind).every(isSame)) return undefined
  return [partitionId, id, after?.revision ?? noRevision]
}

/** Records that the index may know nothing of, or what they once were. */
export async function idsPending(
  sql: Sql,
  partitionId: PartitionId,
  limit?: number,
): Promise<readonly string[]> {
  const text = 'select record_id from search_pending where partition_id = ?'
  const rows = await (limit === undefined
    ? sql.all(text, [partitionId])
    : sql.all(`${text} limit ?`, [partitionId, limit]))
  return rows.map(({ record_id }) => String(record_id))
}
