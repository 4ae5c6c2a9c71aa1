import { limits } from '../kind/field.ts'

/** The longest query: with everything else it fits into the head of a request. */
export const maxQuery = limits.query

/** A value of a term, or a word, with its place in the text. */
export interface QueryPart {
  readonly text: string
  readonly start: number
  readonly end: number
  /** A quote that nothing closes: somebody is still typing. */
  readonly isOpen: boolean
}

/** What stands between spaces: `key:value`, `-key:value`, or a word to look for. */
export interface QueryPiece {
  readonly start: number
  readonly end: number
  readonly isNot: boolean
  /** As it was typed; absent for a word. */
  readonly key?: string
  /** At least one; a word has exactly one. */
  readonly values: readonly [QueryPart, ...QueryPart[]]
}

const beginning = /(-?)([a-zA-Z][\w-]*):/y

/** The pieces of a query. Every text has some meaning here, so that a text which is still being typed has one too. */
export function piecesOfQuery(text: string): readonly QueryPiece[] {
  const pieces: QueryPiece[] = []
  let at = 0
  for (;;) {
    at = spacesAfter(text, at)
    if (at >= text.length) return pieces
    const piece = pieceAt(text, at)
    pieces.push(piece)
    at = piece.end
  }
}

function pieceAt(text: string, start: number): QueryPiece {
  beginning.lastIndex = start
  const [whole, minus, key] = beginning.exec(text) ?? []
  if (whole === undefined || key === undefined) return wordAt(text, start)
  let last = partAt(text, start + whole.length, /[\s,]/)
  const values: [QueryPart, ...QueryPart[]] = [last]
  while (text[last.end] === ',') {
    last = partAt(text, last.end + 1, /[\s,]/)
    values.push(last)
  }
  return { start, end: last.end, isNot: minus === '-', key, values }
}

function wordAt(text: string, start: number): QueryPiece {
  const isNot = text[start] === '-' && start + 1 < text.length && !/\s/.test(text[start + 1] ?? '')
  const word = partAt(text, isNot ? start + 1 : start, /\s/)
  return { start, end: word.end, isNot, values: [word] }
}

function partAt(text: string, start: number, until: RegExp): QueryPart {
  if (text[start] === '"') return quotedAt(text, start)
  let end = start
  while (end < text.length && !until.test(text[end] ?? '')) end += 1
  return { text: text.slice(start, end), start, end, isOpen: false }
}

function quotedAt(text: string, start: number): QueryPart {
  let value = ''
  let at = start + 1
  for (; at < text.length && text[at] !== '"'; at += 1) {
    if (text[at] === '\\' && at + 1 < text.length) at += 1
    value += text[at]
  }
  return { text: value, start, end: Math.min(at + 1, text.length), isOpen: at >= text.length }
}

function spacesAfter(text: string, at: number): number {
  let next = at
  while (next < text.length && /\s/.test(text[next] ?? '')) next += 1
  return next
}

/** A value as it has to be written in a query. */
export const asQueryValue = (value: string): string =>
  value === '' || /[\s,"\\]/.test(value) ? `"${value.replace(/["\\]/g, '\\$&')}"` : value

/** A text to look for as it has to be written in a query, so that it is not taken for anything else. */
export const asQueryWord = (word: string): string =>
  word === '' || /^-|[\s:"\\]/.test(word) ? `"${word.replace(/["\\]/g, '\\$&')}"` : word
