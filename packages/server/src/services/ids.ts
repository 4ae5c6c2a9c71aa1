import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const countLength = 3
const randomLength = 14

let lastMs = 0
let count = 0

/**
 * `api_01jcq…`: the kind, then time, then a count within the millisecond, then 70 random bits. Ids sort by
 * creation, also within a process's millisecond, and none can be guessed from another.
 */
export function newId(prefix: string, at: Date = new Date()): string {
  const ms = at.getTime()
  // Ids of an earlier time may come in between; they must not set the count of this millisecond back.
  count = ms > lastMs ? 0 : (count + 1) % 32 ** countLength
  lastMs = Math.max(ms, lastMs)
  return `${prefix}_${digits(ms, timeLength)}${digits(count, countLength)}${random()}`
}

/** What every id of that time and later ones sort after. */
export const idsFrom = (prefix: string, at: Date): string => `${prefix}_${digits(at.getTime(), timeLength)}`

function digits(value: number, length: number): string {
  let text = ''
  let rest = value
  for (let i = 0; i < length; i += 1) {
    text = alphabet[rest % 32] + text
    rest = Math.floor(rest / 32)
  }
  return text
}

/** Drawn in advance, each byte used once: asking for a few at a time takes longer than all else about an id. */
let pool = Buffer.alloc(0)
let used = 0

function random(): string {
  if (used + randomLength > pool.length) {
    pool = randomBytes(randomLength * 256)
    used = 0
  }
  let text = ''
  for (const end = used + randomLength; used < end; used += 1) text += alphabet[(pool[used] ?? 0) & 31]
  return text
}
