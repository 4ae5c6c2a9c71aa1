import { UpstreamError } from './errors.ts'

/** A body parsed as JSON; undefined if it is not JSON. */
export function jsonIn(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

/** The value at a path of somebody else's JSON; undefined if there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    current = (current as Readonly<Record<string, unknown>>)[key]
  }
  return current
}

/** A text that any engine can store: not blank, without NUL, and of limited length. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path)
  if (typeof found !== 'string') return null
  const text = found.replaceAll('\0', '').trim()
  return text === '' ? null : text.slice(0, maxTextLength).toWellFormed()
}

const maxTextLength = 200

/** A count, even if it is sent as text. */
export function countAt(value: unknown, ...path: readonly string[]): number | null {
  const found = at(value, ...path)
  const count = typeof found === 'string' && /^\d{1,15}$/.test(found) ? Number(found) : found
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** A moment in svc's own form, from a text or from seconds since 1970. */
export function timeAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path)
  if (typeof found !== 'string' && typeof found !== 'number') return null
  const moment = new Date(typeof found === 'number' ? found * 1_000 : found)
  const year = moment.getUTCFullYear() // NaN for an invalid date
  return year >= 1 && year <= 9_999 ? moment.toISOString() : null
}

/** A list that must be there: an answer without it is an error, not an empty list. */
export function listAt(who: string, value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = at(value, ...path)
  const what = path.length === 0 ? 'a list' : `the list ${path.join('.')}`
  const wrong = (how: string) =>
    new UpstreamError('content', `${who} does not answer as its API is documented: ${what} ${how}.`)
  if (!Array.isArray(found)) throw wrong('is missing')
  if (found.length > maxListLength) throw wrong(`has ${found.length} entries`)
  return found
}

/** Far more than anybody sends in one page. */
const maxListLength = 10_000

/** A name that some APIs send as text and some as a number. */
export function wordAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path)
  return Number.isSafeInteger(found) ? String(found) : textAt(value, ...path)
}

/** The address of a page that people may be sent to. */
export function urlAt(value: unknown, ...path: readonly string[]): string | null {
  const found = at(value, ...path)
  if (typeof found !== 'string' || found.length > maxUrlLength || !/^https?:\/\/[^\s\0]+$/.test(found))
    return null
  return URL.canParse(found) ? found : null
}

const maxUrlLength = 2_048
