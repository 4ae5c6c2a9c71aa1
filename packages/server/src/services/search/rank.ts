import { plain } from '../../store/search/plain.ts'
import { runsOf } from '../../store/search/runs.ts'
import { type Word, wordsIn, wordsOfRun } from '../../store/search/words.ts'

/** What somebody looks for. */
export interface Sought {
  /** As it was typed, without spaces around it. */
  readonly text: string
  readonly plain: string
  readonly words: readonly Word[]
  /** Whether it has characters that are in no word, which are then meant. */
  readonly hasSymbols: boolean
  /** Whether it is a number with its sign, as issues have them: whoever types that does not mean a name. */
  readonly isNumber: boolean
}

export function soughtIn(q: string): Sought {
  const text = q.trim().toWellFormed()
  const words = wordsIn(text)
  // A number of an issue is often written with its sign, which it does not have.
  const hasSymbols = words.length === 0 || /[^\s\-_/.:]/u.test(text.replace(/^#/, '').replace(runs, ''))
  return { text, plain: plain(text), words, hasSymbols, isNumber: /^#\d+$/.test(text) }
}

const runs = /[\p{L}\p{N}\p{M}\p{S}]+/gu

/** A title taken apart. */
export interface Title {
  readonly plain: string
  readonly words: readonly string[]
}

export const titleIn = (name: string): Title => ({
  plain: plain(name),
  words: runsOf(name).flatMap(wordsOfRun),
})

/** Whether a title has all words as they are, not only their beginnings. */
export const hasWords = (title: Title, { words }: Sought): boolean =>
  words.length > 0 && words.every(({ text }) => title.words.includes(text))

/** How well a title fits, the best first; what else of the record has been found comes last. */
export function rankOf({ plain: name, words: own }: Title, { plain: sought, words }: Sought): number {
  if (name === sought) return 0
  if (name.startsWith(sought)) return 1
  if (words.length > 0 && words.every(({ text }) => own.some((word) => word.startsWith(text)))) return 2
  if (name.includes(sought)) return 3
  return words.length > 0 && words.every(({ text }) => name.includes(text)) ? 4 : 5
}

/** Of a name that has all words as they are, and begins with the text or not. */
export const [beginningOfName, wordsInName] = [0.8, 1.2]

/** The same for a record that has all words as they are, wherever: as a number or a tag, for instance. */
export function wholeRankOf(title: Title, sought: Sought): number {
  const rank = rankOf(title, sought)
  if (rank === 0) return 0
  const isInName = hasWords(title, sought)
  if (sought.isNumber) return isInName ? 0.6 : 0.4
  // Names that begin with the text stay before those that merely have the words.
  return isInName ? (rank === 1 ? beginningOfName : wordsInName) : Math.min(rank, 2.5)
}
