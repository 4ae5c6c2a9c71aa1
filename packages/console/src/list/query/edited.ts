import { findKey, type Kind, piecesOfQuery, type QueryKey } from '@svc/model'

/** What of a query is being typed: a key or a word, or a value of a key. */
export type Edited = Span &
  (
    | { readonly is: 'key'; readonly isNot: boolean }
    | { readonly is: 'value'; readonly of: QueryKey | 'no' | 'is' }
  )

interface Span {
  /** As far as it has been typed. */
  readonly typed: string
  readonly from: number
  readonly to: number
}

/** What stands at the caret; undefined where nothing can be suggested. */
export function editedAt(kind: Kind, text: string, caret: number): Edited | undefined {
  const piece = piecesOfQuery(text).find(({ start, end }) => start <= caret && caret <= end)
  if (!piece) return { is: 'key', isNot: false, typed: '', from: caret, to: caret }
  const { key, isNot, values } = piece
  if (key === undefined) {
    const [{ start, end }] = values
    const typed = text.slice(start, caret)
    return typed.startsWith('"') ? undefined : { is: 'key', isNot, typed, from: start, to: end }
  }
  const part = values.find(({ start, end }) => start <= caret && caret <= end)
  if (!part) return undefined
  const name = key.toLowerCase()
  const of = name === 'no' || name === 'is' ? name : findKey(kind, key)
  const typed = text.slice(part.start, caret).replace(/^"/, '')
  return of && { is: 'value', of, typed, from: part.start, to: part.end }
}

/** The text with a suggestion in place of what was typed, and where to go on. */
export function withSuggestion(
  text: string,
  { from, to }: Span,
  inserted: string,
): { text: string; caret: number } {
  const rest = text.slice(to)
  // After a key comes its value, after a value something else.
  const end = inserted.endsWith(':') || rest.startsWith(',') ? '' : ' '
  return {
    text: `${text.slice(0, from)}${inserted}${end}${end === ' ' ? rest.trimStart() : rest}`,
    caret: from + inserted.length + end.length,
  }
}

/** Whether it is only a text to look for, as it stands. */
export const isPlainText = (text: string): boolean =>
  piecesOfQuery(text).every(
    ({ key, isNot, start }) => key === undefined && !isNot && text[start] !== '"' && text[start] !== '-',
  )
