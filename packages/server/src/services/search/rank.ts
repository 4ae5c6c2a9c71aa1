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
}

export function soughtIn(q: string): Sought {
  const text = q.trim().toWellFormed()
  const words = wordsIn(text)
  // A number of an issue is often written with its sign, which it does not have.
  const hasSymbols = words.length === 0 || /[^\s\-_/.:]/u.test(text.replace(/^#/, '').replace(runs, ''))
  return { text, plain: plain(text), words, hasSymbols }
}

const runs = /[\p{L}\p{N}\p{M}\p{S}]+/gu

/** How well a title fits, the best first; what else of the record has been found comes last. */
export function rankOf(title: string, { plain: sought, words }: Sought): number {
  const name = plain(title)
  if (name === sought) return 0
  if (name.startsWith(sought)) return 1
  const own = runsOf(title).flatMap(wordsOfRun)
  if (words.length > 0 && words.every(({ text }) => own.some((word) => word.startsWith(text)))) return 2
  if (name.includes(sought)) return 3
  return words.length > 0 && words.every(({ text }) => name.includes(text)) ? 4 : 5
}
