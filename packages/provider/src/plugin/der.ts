/** The pieces of DER that a certificate is made of. */

export const sequence = (...parts: readonly Uint8Array[]): Buffer => tagged(0x30, ...parts)
export const set = (...parts: readonly Uint8Array[]): Buffer => tagged(0x31, ...parts)
export const integer = (bytes: Uint8Array): Buffer => tagged(0x02, bytes)
export const boolean = (value: boolean): Buffer => tagged(0x01, Uint8Array.of(value ? 0xff : 0))
export const octets = (bytes: Uint8Array): Buffer => tagged(0x04, bytes)
export const utf8 = (text: string): Buffer => tagged(0x0c, Buffer.from(text))

/** The first byte of a bit string is the number of unused bits in its last byte. */
export const bits = (bytes: Uint8Array, unused = 0): Buffer => tagged(0x03, Uint8Array.of(unused), bytes)

/** A member with a context-specific tag: `[0]`, `[3]`. */
export const numbered = (number: number, ...parts: readonly Uint8Array[]): Buffer =>
  tagged(0xa0 | number, ...parts)

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)))
}

/** Years from 2050 on need the long form, and earlier ones must use the short one. */
export function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/\.\d+|[-:T]/g, '')
  const [tag, text] = date.getUTCFullYear() < 2050 ? [0x17, digits.slice(2)] : [0x18, digits]
  return tagged(tag, Buffer.from(text))
}

export function tagged(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Uint8Array.of(tag, ...length(content.length)), content])
}

function length(bytes: number): readonly number[] {
  if (bytes < 0x80) return [bytes]
  if (bytes < 0x100) return [0x81, bytes]
  return [0x82, bytes >> 8, bytes & 0xff]
}

/** Seven bits in each byte, the high bit set in all but the last. */
function base128(number: number): readonly number[] {
  const last = number & 0x7f
  return number < 0x80 ? [last] : [...base128(number >> 7).map((byte) => byte | 0x80), last]
}
