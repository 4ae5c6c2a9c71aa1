import { type Kind, titleFieldsOf } from '@svc/model'
import type { PartitionId } from '../partition-id.ts'
import { searchTextOf } from '../table.ts'
import { gramsOf, joinsOf, separatorToken } from './grams.ts'
import { remembered } from './remembered.ts'
import { piecesOf, runsOf, separatorsOf } from './runs.ts'
import { wordsOfRun } from './words.ts'

type Fields = Readonly<Record<string, unknown>>

/** A document has more than anyone looks for. */
const maxWords = 2_000
const maxRead = 64 * 1024

/** Whether records of a kind can be looked for at all. */
export const isIndexed = (kind: Kind): boolean => kind.search !== undefined || kind.alsoFoundBy !== undefined

/** The fields whose words find a record. */
export const foundBy = ({ search = [], alsoFoundBy = [] }: Kind): readonly string[] => [
  ...search,
  ...alsoFoundBy,
]

/**
 * What the text index has of a record, separated by spaces: what its searched text contains, its words, and once more
 * those of its title, which are looked for first. Each token begins with where it belongs, so that one partition's
 * records are no work for a search in another.
 */
export function tokensOf(partitionId: PartitionId, kind: Kind, record: Fields): string {
  const scope = kindScopeOf(partitionId, kind)
  let tokens = ''
  if (kind.search) {
    const searched = searchTextOf(kind, record).toWellFormed()
    const pieces = piecesOf(searched)
    for (const run of new Set(pieces.filter((_, at) => at % 2 === 0))) tokens += gramTokens(run, scope)
    tokens += joinsOf(pieces, scope)
    for (const one of separatorsOf(searched)) tokens += ` ${separatorToken(one, scope)}`
  }
  for (const run of runsIn(record, titleFieldsOf(kind))) tokens += wordTokens(run, scope)
  const everywhere = wordScopeOf(partitionId)
  tokens += ` ${kindToken(everywhere, kind)}`
  for (const run of runsIn(record, foundBy(kind))) tokens += wordTokens(run, everywhere)
  return tokens.slice(1)
}

/** Records share most of their words. */
const gramTokens = remembered(gramsOf)
const wordTokens = remembered((run, scope) =>
  wordsOfRun(run)
    .map((word) => ` ${wordToken(scope, word)}`)
    .join(''),
)

export const wordsOf = (kind: Kind, record: Fields): ReadonlySet<string> =>
  new Set([...runsIn(record, foundBy(kind))].flatMap(wordsOfRun))

/** The runs of a record that its words are made of. */
export function runsIn(record: Fields, keys: readonly string[]): ReadonlySet<string> {
  const runs = new Set<string>()
  for (const key of keys)
    for (const text of textsOf(record[key]))
      for (const run of runsOf(text.slice(0, maxRead).toWellFormed())) if (runs.size < maxWords) runs.add(run)
  return runs
}

const textsOf = (value: unknown): readonly string[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)]

/** All records of a kind: for words that many records of other kinds have. */
export const kindToken = (scope: string, { name }: Kind): string => `${scope}==${name.replaceAll('_', '')}`

export const wordToken = (scope: string, word: string): string => `${scope}=${word}`

const scopes = new Map<string, string>()
const scopeLength = 4
const maxScopes = 10_000

/** Texts and the words of titles are looked for in the records of one kind, other words in those of all. */
export const kindScopeOf = (partitionId: PartitionId, { name }: Kind): string =>
  scopeOf(`${partitionId} ${name}`)
export const wordScopeOf = (partitionId: PartitionId): string => scopeOf(partitionId)

/** A hash: two partitions that share one only have more to sort out, since the rows name their partition. */
function scopeOf(subject: string): string {
  let scope = scopes.get(subject)
  if (scope === undefined) {
    let hash = 0x811c9dc5
    for (let at = 0; at < subject.length; at += 1)
      hash = Math.imul(hash ^ subject.charCodeAt(at), 0x01000193) >>> 0
    scope = (hash % 36 ** scopeLength).toString(36).padStart(scopeLength, '0')
    if (scopes.size >= maxScopes) scopes.clear()
    scopes.set(subject, scope)
  }
  return scope
}
