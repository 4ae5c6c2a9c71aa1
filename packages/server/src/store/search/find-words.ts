import type { Kind } from '@svc/model'
import { kindOfId } from '../kind-of-id.ts'
import type { PartitionId } from '../partition-id.ts'
import type { Sql } from '../sql.ts'
import { idsWith, idsWithEach } from './candidates.ts'
import { kindScopeOf, kindToken, wordScopeOf, wordToken } from './tokens.ts'
import { inVocabulary } from './vocabulary.ts'
import type { Wanted } from './wanted.ts'
import type { WordsPending } from './words-pending.ts'
import type { Word } from './words.ts'

export interface AskedWord extends Word {
  /** Other spellings, any of which will do. */
  readonly or?: readonly string[]
}

export interface WordsQuery {
  readonly words: readonly AskedWord[]
  readonly limit: number
  /** Read before the index is asked, which may know what these records once were. */
  readonly pending: WordsPending
}

/** Records of any kind that have all of these words, in any order, up to a limit, the newest first. */
export async function idsWithWords(
  sql: Sql,
  partitionId: PartitionId,
  query: WordsQuery,
): Promise<readonly string[]> {
  if (query.words.length === 0) return []
  const wanted = wantedFor(query.words, wordScopeOf(partitionId))
  return withPending(await idsWith(sql, partitionId, wanted, query.limit), query)
}

export interface WordsOfKindsQuery extends WordsQuery {
  readonly kinds: readonly Kind[]
  /** Whether they have to be in the title. Of what the index has not looked at yet, they may be anywhere. */
  readonly inTitle: boolean
}

/** The same for each of some kinds, each up to the limit. */
export async function idsOfKindsWithWords(
  sql: Sql,
  partitionId: PartitionId,
  { kinds, inTitle, ...query }: WordsOfKindsQuery,
): Promise<readonly string[]> {
  if (query.words.length === 0) return []
  const scope = wordScopeOf(partitionId)
  const asked = kinds.map((kind) =>
    inTitle
      ? wantedFor(query.words, kindScopeOf(partitionId, kind))
      : [...wantedFor(query.words, scope), [{ token: kindToken(scope, kind), isPrefix: false }]],
  )
  const found = await idsWithEach(sql, partitionId, asked, query.limit)
  return kinds.flatMap((kind, at) => withPending(found[at] ?? [], query, kind))
}

const wantedFor = (words: readonly AskedWord[], scope: string): Wanted =>
  words.map(({ text, isPrefix, or = [] }) => [
    { token: wordToken(scope, text), isPrefix },
    ...or.map((other) => ({ token: wordToken(scope, other), isPrefix: false })),
  ])

function withPending(
  found: readonly string[],
  { words, pending, limit }: WordsQuery,
  kind?: Kind,
): readonly string[] {
  const others = [...pending].filter(
    ([id, own]) => (!kind || kindOfId(id) === kind) && words.every((word) => isAmong(own, word)),
  )
  // Ids are in the order of time.
  return [...others.map(([id]) => id), ...found.filter((id) => !pending.has(id))]
    .toSorted((a, b) => (a < b ? 1 : -1))
    .slice(0, limit)
}

const isAmong = (own: ReadonlySet<string>, { text, isPrefix, or = [] }: AskedWord): boolean =>
  own.has(text) ||
  or.some((other) => own.has(other)) ||
  (isPrefix && own.values().some((word) => word.startsWith(text)))

/** For all words of a query together: each is another look-up, and more of them seldom have a meaning. */
const maxLikely = 24

/** Those of these words that a record has, whoever may see it. */
export async function knownWords(
  sql: Sql,
  partitionId: PartitionId,
  words: readonly string[],
  pending: WordsPending,
): Promise<readonly string[]> {
  if (words.length === 0) return []
  const likely = (await inVocabulary(sql, partitionId, words)).slice(0, maxLikely)
  const scope = wordScopeOf(partitionId)
  const asked = likely.map((word) => [[{ token: wordToken(scope, word), isPrefix: false }]])
  const found = await idsWithEach(sql, partitionId, asked, 1)
  const indexed = new Set(likely.filter((_, at) => (found[at] ?? []).length > 0))
  return words.filter((word) => indexed.has(word) || pending.values().some((own) => own.has(word)))
}
