import type { Kind } from '@svc/model'
import { kindOfId } from '../kind-of-id.ts'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'
import { idsWith } from './candidates.ts'
import { kindToken, wordScopeOf, wordToken } from './tokens.ts'
import type { WordsPending } from './words-pending.ts'
import type { Word } from './words.ts'

export interface AskedWord extends Word {
  /** Other spellings, any of which will do. */
  readonly or?: readonly string[]
}

export interface WordsQuery {
  readonly words: readonly AskedWord[]
  /** Of all kinds if absent. */
  readonly kind?: Kind | undefined
  readonly limit: number
  /** Read before the index is asked, which may know what these records once were. */
  readonly pending: WordsPending
}

/** Records that have all of these words, in any order, up to a limit. */
export async function idsWithWords(
  sql: Sql,
  partitionId: PartitionId,
  { words, kind, limit, pending }: WordsQuery,
): Promise<readonly string[]> {
  if (words.length === 0) return []
  const scope = wordScopeOf(partitionId)
  const wanted = words.map(({ text, isPrefix, or = [] }) => [
    { token: wordToken(scope, text), isPrefix },
    ...or.map((other) => ({ token: wordToken(scope, other), isPrefix: false })),
  ])
  const ofKind = kind ? [[{ token: kindToken(scope, kind), isPrefix: false }]] : []
  const found = await idsWith(sql, partitionId, [...wanted, ...ofKind], limit)
  const others = [...pending].filter(
    ([id, own]) => (!kind || kindOfId(id) === kind) && words.every((word) => isAmong(own, word)),
  )
  return [...others.map(([id]) => id), ...found.filter((id) => !pending.has(id))].slice(0, limit)
}

const isAmong = (own: ReadonlySet<string>, { text, isPrefix, or = [] }: AskedWord): boolean =>
  own.has(text) ||
  or.some((other) => own.has(other)) ||
  (isPrefix && own.values().some((word) => word.startsWith(text)))

/** Those of these words that a record has, whoever may see it. */
export async function knownWords(
  sql: Sql,
  partitionId: PartitionId,
  words: readonly string[],
  pending: WordsPending,
): Promise<readonly string[]> {
  if (words.length === 0) return []
  const { known, params } = sql.dialect.texts
  const scope = wordScopeOf(partitionId)
  const queries = words.map((word) => {
    const [query] = params(partitionId, [[{ token: wordToken(scope, word), isPrefix: false }]])
    return query
  })
  const rows = await sql.all(known, [JSON.stringify(queries), partitionId])
  const found = new Set(rows.map(({ place }) => String(words[Number(place)])))
  return words.filter((word) => found.has(word) || pending.values().some((own) => own.has(word)))
}
