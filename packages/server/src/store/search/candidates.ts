import type { Kind } from '@svc/model'
import { kindOfId } from '../kind-of-id.ts'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'
import { fold } from '../table.ts'
import { indexedIn } from './backlog.ts'
import { gramsWanted } from './grams.ts'
import { idsPending } from './pending-texts.ts'
import { kindScopeOf } from './tokens.ts'
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
export const candidatesFor = async (
  sql: Sql,
  partitionId: PartitionId,
  kind: Kind,
  texts: readonly string[],
): Promise<readonly string[] | undefined> =>
  (await candidatesOfEach(sql, partitionId, { kinds: [kind], texts, most: maxCandidates })).get(kind)

/** The same for several kinds, without those of which more than `most` records can contain the texts. */
export async function candidatesOfEach(
  sql: Sql,
  partitionId: PartitionId,
  {
    kinds,
    texts,
    most,
  }: { readonly kinds: readonly Kind[]; readonly texts: readonly string[]; readonly most: number },
): Promise<ReadonlyMap<Kind, readonly string[]>> {
  const asked = kinds.map((kind) =>
    texts.flatMap((text) => gramsWanted(fold(text).toWellFormed(), kindScopeOf(partitionId, kind)) ?? []),
  )
  const isAsked = asked.some((wanted) => wanted.length > 0)
  if (!isAsked || (await indexedIn(sql, partitionId)) === 'some') return new Map()
  // Before the index is asked: what is indexed meanwhile is found twice rather than not at all.
  const pending = await idsPending(sql, partitionId, most + 1)
  if (pending.length > most) return new Map()
  const found = await idsWithEach(sql, partitionId, asked, most + 1)
  const candidates = new Map<Kind, readonly string[]>()
  kinds.forEach((kind, at) => {
    const ids = found[at] ?? []
    const own = pending.filter((id) => kindOfId(id) === kind)
    if (ids.length <= most) candidates.set(kind, [...new Set([...own, ...ids])])
  })
  return candidates
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

/** Several questions, each up to the limit. */
export async function idsWithEach(
  sql: Sql,
  partitionId: PartitionId,
  asked: readonly Wanted[],
  limit: number,
): Promise<readonly (readonly string[])[]> {
  const { findEach, params } = sql.dialect.texts
  if (findEach === undefined || asked.length <= 1)
    return Promise.all(asked.map((wanted) => idsWith(sql, partitionId, wanted, limit)))
  const all = asked.flatMap((wanted) => [...params(partitionId, wanted), limit])
  const rows = await sql.all(findEach(asked.length), all)
  const found = asked.map((): string[] => [])
  for (const { place, record_id } of rows) found[Number(place)]?.push(String(record_id))
  return found
}
