import { randomBytes } from 'node:crypto'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeLength = 10
const countLength = 3
const randomLength = 14

let lastMs = 0
let count = 0

/**
 * `api_01jcq…`: the kind, then time, then a count within the millisecond, then 70 random bits. Ids sort by creation,
 * even within a process's millisecond, and none can be guessed from another.
 */
export function newId(prefix: string, at: Date = new Date()): string {
  const ms = at.getTime()
  // Ids for an earlier time may be created in between; they must not reset the count of this millisecond.
  count = ms > lastMs ? 0 : (count + 1) % 32 ** countLength
  lastMs = Math.max(ms, lastMs)
  return `${prefix}_${digits(ms, timeLength)}${digits(count, countLength)}${random()}`
}

/** A prefix that every id of that time or later sorts after. */
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

/**
 * Drawn in advance, each byte used once: requesting a few at a time takes longer than everything else about an id.
 */
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
