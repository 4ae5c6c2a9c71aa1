import { errorText } from './error-text.ts'

export type Fields = Readonly<Record<string, unknown>>

export interface Entry {
  readonly level: string
  readonly message: string
  readonly fields: Fields
}

/** A host splits lines of 64 KiB and loses their level, so texts are cut until the line is shorter. */
export function logLine(entry: Entry): string {
  const whole = render(entry, Number.POSITIVE_INFINITY)
  if (fits(whole)) return whole
  const shorter = render(entry, MAX_TEXT_CHARACTERS)
  return fits(shorter) ? shorter : render(without(entry, 'too long'), MAX_TEXT_CHARACTERS)
}

const MAX_LINE_BYTES = 64 * 1024
const MAX_TEXT_CHARACTERS = 1000

const fits = (line: string): boolean => Buffer.byteLength(line) < MAX_LINE_BYTES

const without = (entry: Entry, why: string): Entry => ({ ...entry, fields: { fields: `left out: ${why}` } })

function render(entry: Entry, maxCharacters: number): string {
  const { level, message, fields } = entry
  // The host crashes if one of its own keys is not a string, so no field may override them.
  const own = Object.entries(fields).filter(([key]) => !key.startsWith('@'))
  const line = {
    '@level': level,
    '@message': message,
    '@module': 'provider',
    '@timestamp': new Date().toISOString().replace('Z', '000Z'), // with six digits, as the host parses it
    ...Object.fromEntries(own),
  }
  try {
    return `${JSON.stringify(line, replacer(maxCharacters))}\n`
  } catch {
    return render(without(entry, 'not JSON'), maxCharacters)
  }
}

function replacer(maxCharacters: number) {
  return function (this: Fields, key: string, value: unknown): unknown {
    if (LOOKS_SECRET.test(key)) return '(hidden)'
    const original = this[key] // a Buffer has become a list of numbers by now
    if (original instanceof Uint8Array) return `(${original.length} bytes)`
    if (value instanceof Error) return cut(errorText(value), maxCharacters)
    if (typeof value === 'bigint') return String(value)
    return typeof value === 'string' ? cut(value, maxCharacters) : value
  }
}

const LOOKS_SECRET = /token|authorization|secret|password/i

function cut(text: string, maxCharacters: number): string {
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}
