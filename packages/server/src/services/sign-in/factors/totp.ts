import { createHmac, timingSafeEqual } from 'node:crypto'

/** Time-based one-time passwords (RFC 6238), as every authenticator app makes them. */

const stepSeconds = 30
const digits = 6
/** Clocks differ, and typing takes time. */
const stepsAround = 1

export const totpSecretBytes = 20

export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1_000 / stepSeconds)

export function codeOf(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step that a code belongs to, if it is one of now. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  const given = Buffer.from(code)
  let found: number | undefined
  for (let step = stepAt(now) - stepsAround; step <= stepAt(now) + stepsAround; step++) {
    const wanted = Buffer.from(codeOf(secret, step))
    if (given.length === wanted.length && timingSafeEqual(given, wanted)) found = step
  }
  return found
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 of RFC 4648, without padding; for lengths that are a multiple of five bytes. */
export function base32(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return text
}

interface Label {
  readonly issuer: string
  readonly account: string
}

/** What a QR code for authenticator apps contains. */
export function totpUri(secret: Uint8Array, { issuer, account }: Label): string {
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer,
    algorithm: 'SHA1',
    digits: String(digits),
    period: String(stepSeconds),
  })
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  // Apps read %20 everywhere, but not all of them a plus sign.
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}
