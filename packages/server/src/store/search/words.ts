import { plain } from './plain.ts'
import { runsOf } from './runs.ts'

/** Written without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu
const hump = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u
const mayHaveHump = /.\p{Lu}/u
const mayBeUnspaced = /[\u2e80-\u{3ffff}]/u
const maxWord = 64

export interface Word {
  readonly text: string
  /** Whether what begins with it is meant too. */
  readonly isPrefix: boolean
}

/** The words of a run: CamelCase also has its parts, and a text without spaces has its pairs of characters. */
export function wordsOfRun(run: string): readonly string[] {
  const words = splitRun(plain(run), false).map(({ text }) => text)
  const parts = mayHaveHump.test(run) ? run.split(hump) : []
  return parts.length > 1 ? [...words, ...parts.map((part) => cut(plain(part)))] : words
}

/** The words that a query asks for. */
export const wordsIn = (query: string): readonly Word[] => {
  const found = runsOf(query).flatMap((run) => splitRun(plain(run), true))
  return [...new Map(found.map((word) => [word.text, word])).values()]
}

function splitRun(run: string, isAsked: boolean): readonly Word[] {
  // What is likened to ASCII may have become several runs.
  if (!mayBeUnspaced.test(run)) return runsOf(run).map(wordOf)
  const words: Word[] = []
  let end = 0
  for (const match of run.matchAll(unspaced)) {
    words.push(...runsOf(run.slice(end, match.index)).map(wordOf), ...pairsOf([...match[0]], isAsked))
    end = match.index + match[0].length
  }
  return [...words, ...runsOf(run.slice(end)).map(wordOf)]
}

/** Too much begins with one or two letters. */
const minPrefix = 3

const wordOf = (text: string): Word => ({ text: cut(text), isPrefix: text.length >= minPrefix })

const cut = (word: string): string => (word.length <= maxWord ? word : word.slice(0, maxWord).toWellFormed())

/** A stored text also has its last character, so that each can be found on its own, as the beginning of a pair. */
function pairsOf(characters: readonly string[], isAsked: boolean): readonly Word[] {
  const isAlone = characters.length === 1
  const pairs = characters
    .map((one, at) => one + (characters[at + 1] ?? ''))
    .slice(0, isAsked && !isAlone ? -1 : undefined)
  return pairs.map((text) => ({ text, isPrefix: isAlone }))
}
