import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'
import { idsWith } from './candidates.ts'
import { wordsPending } from './words-pending.ts'
import { wordScopeOf, wordToken } from './tokens.ts'
import type { Word } from './words.ts'

export interface AskedWord extends Word {
  /** Other spellings, any of which will do. */
  readonly or?: readonly string[]
}

/** Records of all kinds that have all of these words, in any order, up to a limit. */
export async function idsWithWords(
  sql: Sql,
  partitionId: PartitionId,
  words: readonly AskedWord[],
  limit: number,
): Promise<readonly string[]> {
  if (words.length === 0) return []
  const scope = wordScopeOf(partitionId)
  const wanted = words.map(({ text, isPrefix, or = [] }) => [
    { token: wordToken(scope, text), isPrefix },
    ...or.map((other) => ({ token: wordToken(scope, other), isPrefix: false })),
  ])
  // Before the index is asked, which may know what these records once were.
  const pending = await wordsPending(sql, partitionId)
  const found = await idsWith(sql, partitionId, wanted, limit)
  const others = [...pending].filter(([, own]) => words.every((word) => isAmong(own, word)))
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
): Promise<readonly string[]> {
  if (words.length === 0) return []
  const { known, params } = sql.dialect.texts
  const scope = wordScopeOf(partitionId)
  const queries = words.map((word) => {
    const [query] = params(partitionId, [[{ token: wordToken(scope, word), isPrefix: false }]])
    return query
  })
  const pending = await wordsPending(sql, partitionId)
  const rows = await sql.all(known, [JSON.stringify(queries), partitionId])
  const found = new Set(rows.map(({ place }) => String(words[Number(place)])))
  return words.filter((word) => found.has(word) || pending.values().some((own) => own.has(word)))
}
