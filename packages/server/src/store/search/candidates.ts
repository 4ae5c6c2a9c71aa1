import type { Kind } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'
import { fold } from '../table.ts'
import { isIndexComplete } from './backlog.ts'
import { gramsWanted } from './grams.ts'
import { idsPending } from './pending-texts.ts'
import { gramScopeOf } from './tokens.ts'
import type { Wanted } from './wanted.ts'

/**
 * Up to here, looking at each is quicker than walking a list in its order until enough are found, and beyond it the
 * reverse: the more records contain a text, the sooner a walk meets them.
 */
const maxCandidates = 2_000

/**
 * The only records of a kind that can contain some texts, found through the index; undefined if they are many, or if
 * it cannot tell.
 */
export async function candidatesFor(
  sql: Sql,
  partitionId: PartitionId,
  kind: Kind,
  texts: readonly string[],
): Promise<readonly string[] | undefined> {
  const scope = gramScopeOf(partitionId, kind)
  const wanted = texts.flatMap((text) => gramsWanted(fold(text).toWellFormed(), scope) ?? [])
  if (wanted.length === 0 || !(await isIndexComplete(sql, partitionId))) return undefined
  // Before the index is asked: what is indexed meanwhile is found twice rather than not at all.
  const pending = await idsPending(sql, partitionId, maxCandidates + 1)
  if (pending.length > maxCandidates) return undefined
  const ids = await idsWith(sql, partitionId, wanted, maxCandidates + 1)
  return ids.length > maxCandidates ? undefined : [...new Set([...pending, ...ids])]
}

export async function idsWith(
  sql: Sql,
  partitionId: PartitionId,
  wanted: Wanted,
  limit: number,
): Promise<readonly string[]> {
  const { find, params } = sql.dialect.texts
  const rows = await sql.all(find, [...params(partitionId, wanted), limit])
  return rows.map(({ record_id }) => String(record_id))
}
