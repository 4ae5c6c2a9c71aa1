import { charactersOf, piecesOf, runsOf, separatorsOf, sliceOf } from './runs.ts'
import type { Term, Wanted } from './wanted.ts'

const length = 3
/** More would hardly leave fewer records to look at. */
const maxWanted = 8
/** Beside what tells more. */
const maxBeside = 3

/**
 * Every three characters that follow each other in a run, and the one or two that end it, each after a space: what a
 * run contains begins with one of them, from a single character on.
 */
export function gramsOf(run: string, scope: string): string {
  const characters = charactersOf(run)
  let grams = ''
  for (let at = 0; at < characters.length; at += 1)
    grams += ` ${scope}${sliceOf(characters, at, at + length)}`
  return grams
}

/** Separators count only on their own. */
export const separatorToken = (one: string, scope: string): string =>
  `${scope}==${one.codePointAt(0)?.toString(36)}`

/** Longer ones are lines, not something that is looked for. */
const maxSeparator = 3
const joined = 2

/**
 * Where one run follows another: the end of the one, what is between them and the beginning of the other. Without it,
 * two common words would be looked up as if they could be anywhere.
 */
export function joinsOf(pieces: readonly string[], scope: string, isPart = false): string {
  let joins = ''
  for (let at = 1; at < pieces.length; at += 2) {
    const [before, between, after] = [pieces[at - 1] ?? '', pieces[at] ?? '', pieces[at + 1] ?? '']
    if (before === '' || after === '' || between.length > maxSeparator || between.includes('\uffff')) continue
    const [one, other] = [charactersOf(before), charactersOf(after)]
    // A text that is looked for may begin or end within a run.
    const isCutBefore = isPart && at === 1 && one.length < joined
    const isCutAfter = isPart && at === pieces.length - 2 && other.length < joined
    if (isCutBefore || isCutAfter) continue
    const end = sliceOf(one, Math.max(0, one.length - joined), one.length)
    joins += ` ${scope}===${end}=${codesOf(between)}=${sliceOf(other, 0, joined)}`
  }
  return joins
}

const codesOf = (separators: string): string =>
  separators === ' ' ? 'w' : Array.from(separators, (one) => one.codePointAt(0)?.toString(36)).join('=')

/** What every text that contains this one has; undefined if that is nothing in particular. */
export function gramsWanted(text: string, scope: string): Wanted | undefined {
  const pieces = piecesOf(text)
  const runs = runsOf(text).map(charactersOf)
  const whole = new Set<string>()
  for (const run of runs)
    for (let at = 0; at + length <= run.length; at += 1) whole.add(scope + sliceOf(run, at, at + length))
  const joins = new Set(joinsOf(pieces, scope, true).split(' ').slice(1))
  if (whole.size + joins.size > 0)
    return [...spread([...joins]), ...spread([...whole], joins.size > 0 ? maxBeside : maxWanted)].map(
      (token) => [{ token, isPrefix: false }],
    )
  const [longest] = runs.toSorted((a, b) => b.length - a.length)
  if (longest) return [[{ token: scope + sliceOf(longest, 0, length), isPrefix: true }]]
  const separators = [...separatorsOf(text)].map((one): readonly Term[] => [
    { token: separatorToken(one, scope), isPrefix: false },
  ])
  return separators.length > 0 ? separators.slice(0, maxWanted) : undefined
}

/** A few from all over. */
const spread = (tokens: readonly string[], most = maxWanted): readonly string[] =>
  tokens.length <= most
    ? tokens
    : Array.from({ length: most }, (_, n) =>
        String(tokens[Math.floor((n * (tokens.length - 1)) / (most - 1))]),
      )
