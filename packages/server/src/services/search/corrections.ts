import type { Kind } from '@svc/model'
import type { AskedWord } from '../../store/search/find-words.ts'
import { foundBy, wordsOf } from '../../store/search/tokens.ts'
import type { Fields } from '../records/behaviour.ts'

/** What a record is corrected by: not by documents, which are too large to be read for this. */
export const fieldsToCorrect = (kind: Kind): readonly string[] =>
  foundBy(kind).filter((key) => kind.fields[key]?.traits.reads !== 'markdown')

/** The query with the words that the record has; undefined if it has them all as they were typed, or lacks one. */
export function correctionsIn(kind: Kind, record: Fields, words: readonly AskedWord[]): string | undefined {
  const own = [...wordsOf(kind, record)]
  const meant = words.map(({ text, or = [] }) => {
    if (own.some((word) => word.startsWith(text))) return text
    const others = new Set(or)
    return own.find((word) => others.has(word))
  })
  if (meant.includes(undefined) || meant.every((word, at) => word === words[at]?.text)) return undefined
  return meant.join(' ')
}
