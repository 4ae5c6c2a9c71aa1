import { faultsOf } from '../kind/faults.ts'
import type { Kind } from '../kind/kind.ts'
import { severalOfKind } from '../kind/nouns.ts'
import { closest } from '../words/closest.ts'
import { flagsOf, type QueryKey, queryKeysOf } from './query-keys.ts'
import { maxQuery, piecesOfQuery, type QueryPart, type QueryPiece } from './query-text.ts'

/** How much one query may ask for. */
export const queryLimits = { terms: 20, values: 10 } as const

/** What one term asks of a record: one of these values, none of them, or no value at all. */
export interface QueryTerm {
  readonly key: QueryKey
  readonly way: 'has' | 'not' | 'lacks'
  readonly values: readonly string[]
  /** Where each value stands, from 1 on. */
  readonly positions: readonly number[]
}

export interface QueryFault {
  /** In characters, from 1 on. */
  readonly position: number
  readonly message: string
}

export interface ReadQuery {
  readonly terms: readonly QueryTerm[]
  /** Texts, each of which a record must contain. */
  readonly words: readonly string[]
  readonly faults: readonly QueryFault[]
}

/** What a query asks of records of a kind. */
export function readQueryText(kind: Kind, text: string): ReadQuery {
  const terms: QueryTerm[] = []
  const words: string[] = []
  const faults: QueryFault[] = []
  const place = (index: number): number => [...text.slice(0, index)].length + 1
  const refuse = (index: number, message: string): void => {
    faults.push({ position: place(index), message })
  }
  if ([...text].length > maxQuery) refuse(text.length, `a query has at most ${maxQuery} characters`)
  const pieces = piecesOfQuery(text)
  const tooMany = pieces[queryLimits.terms]
  if (tooMany) refuse(tooMany.start, `a query has at most ${queryLimits.terms} terms`)
  for (const piece of pieces.slice(0, queryLimits.terms)) {
    const wrong = misspelt(piece)
    if (wrong) refuse(...wrong)
    else if (piece.key === undefined) readWord(kind, piece, { words, refuse })
    else {
      const read = termOf(kind, piece, piece.key)
      if ('wrong' in read) refuse(...read.wrong)
      else terms.push({ ...read, positions: piece.values.map(({ start }) => place(start)) })
    }
  }
  return { terms, words, faults }
}

type Wrong = readonly [index: number, message: string]

function misspelt({ key, values }: QueryPiece): Wrong | undefined {
  const open = values.find(({ isOpen }) => isOpen)
  if (open) return [open.start, 'this quote is not closed; write \\" for a quote inside a value']
  const empty = key === undefined ? undefined : values.find(({ text }) => text === '')
  if (empty) return [empty.start, `${key}: needs a value`]
  const [, ...more] = values
  if (more.length >= queryLimits.values)
    return [values[0].start, `${key}: takes at most ${queryLimits.values} values`]
  return undefined
}

function readWord(
  kind: Kind,
  { start, isNot, values: [word] }: QueryPiece,
  { words, refuse }: { readonly words: string[]; readonly refuse: (index: number, message: string) => void },
): void {
  if (isNot)
    refuse(start, `only a key can be excluded, as in -key:value; write "-${word.text}" to look for it`)
  else if (!kind.search)
    refuse(start, `${severalOfKind(kind)} cannot be searched by a word; ${keysSaid(kind)}`)
  else if (word.text !== '') words.push(word.text)
}

type Term = Omit<QueryTerm, 'positions'>

function termOf(kind: Kind, piece: QueryPiece, typed: string): Term | { readonly wrong: Wrong } {
  const { start, isNot, values } = piece
  const name = typed.toLowerCase()
  if (name === 'is') return flagged(kind, piece)
  if (name === 'no') return lacking(kind, piece)
  const key = findKey(kind, typed)
  if (!key) return { wrong: [isNot ? start + 1 : start, unknownKey(kind, typed)] }
  if (isNot && !key.canExclude) return { wrong: [start, `${key.key} cannot be excluded`] }
  const read: string[] = []
  for (const part of values) {
    const value = acceptedValue(key, part)
    if (typeof value !== 'string') return { wrong: [part.start, value.message] }
    read.push(value)
  }
  if (key.filter === kind.hiddenBy && read.length > 1)
    return { wrong: [values[0].start, `${key.key}: takes one value`] }
  return { key, way: isNot ? 'not' : 'has', values: read }
}

function unknownKey(kind: Kind, typed: string): string {
  const near = closest(typed, [...queryKeysOf(kind).flatMap(({ aliases }) => aliases), 'is', 'no'])
  const meant = near === undefined ? 'allowed' : `did you mean ${near}? Allowed`
  return `${typed} is not a key of ${severalOfKind(kind)}; ${meant}: ${allowedKeys(kind) || 'none'}; a text with a colon goes into quotes`
}

/** The keys that a query of a kind may have. */
export const allowedKeys = (kind: Kind): string =>
  [
    ...queryKeysOf(kind).map(({ key }) => key),
    ...(lackable(kind).length > 0 ? ['no'] : []),
    ...(Object.keys(flagsOf(kind)).length > 0 ? ['is'] : []),
  ].join(', ')

const keysSaid = (kind: Kind): string => `allowed: ${allowedKeys(kind)}`

export const findKey = (kind: Kind, typed: string): QueryKey | undefined =>
  queryKeysOf(kind).find(({ aliases }) => aliases.includes(typed)) ??
  queryKeysOf(kind).find(({ aliases }) =>
    aliases.some((alias) => alias.toLowerCase() === typed.toLowerCase()),
  )

const lackable = (kind: Kind): readonly QueryKey[] => queryKeysOf(kind).filter(({ canLack }) => canLack)

function lacking(kind: Kind, { isNot, start, values }: QueryPiece): Term | { readonly wrong: Wrong } {
  const [part, second] = values
  if (second) return { wrong: [second.start, 'no: takes one key; write no: again for another'] }
  const key = findKey(kind, part.text)
  if (!key?.canLack) {
    const can = lackable(kind).map((one) => one.key)
    const near = closest(part.text, can)
    const meant = near === undefined ? '' : `did you mean no:${near}? `
    const allowed = can.length > 0 ? `allowed: ${can.map((one) => `no:${one}`).join(', ')}` : 'nothing can'
    return { wrong: [part.start, `${part.text} cannot be missing; ${meant}${allowed}`] }
  }
  if (isNot) return { wrong: [start, 'no: cannot be excluded'] }
  return { key, way: 'lacks', values: [] }
}

function flagged(kind: Kind, { isNot, start, values }: QueryPiece): Term | { readonly wrong: Wrong } {
  const flags = flagsOf(kind)
  const [part, second] = values
  if (second) return { wrong: [second.start, 'is: takes one value'] }
  const found = Object.hasOwn(flags, part.text.toLowerCase()) ? flags[part.text.toLowerCase()] : undefined
  if (!found) {
    const allowed = Object.keys(flags).map((flag) => `is:${flag}`)
    return {
      wrong: [
        part.start,
        allowed.length > 0
          ? `is: must be one of ${allowed.join(', ')}`
          : `is: is not a key of ${severalOfKind(kind)}; ${keysSaid(kind)}`,
      ],
    }
  }
  const key = findKey(kind, found.filter)
  if (!key) return { wrong: [start, unknownKey(kind, found.filter)] }
  // Hidden records are left out or shown, never excluded by their value.
  if (found.filter === kind.hiddenBy) return { key, way: 'has', values: [String(!isNot)] }
  return { key, way: isNot ? 'not' : 'has', values: found.values }
}

/** A value as the filter takes it. */
function acceptedValue(
  { key, schema }: QueryKey,
  { text }: QueryPart,
): string | { readonly message: string } {
  if (schema.enum) {
    const values = schema.enum.map(String)
    const found = values.find((value) => value.toLowerCase() === text.toLowerCase())
    if (found !== undefined) return found
    const near = closest(text, values)
    const meant = near === undefined ? '' : `; did you mean ${near}?`
    return { message: `${key}: must be one of ${values.join(', ')}, not ${text}${meant}` }
  }
  const [fault] =
    schema.type === 'integer'
      ? faultsOf(schema, /^-?\d{1,15}$/.test(text) ? Number(text) : text)
      : faultsOf({ type: 'string', maxLength: schema.maxLength ?? 200 }, text)
  return fault ? { message: `${key}: ${fault.message}` } : text
}
