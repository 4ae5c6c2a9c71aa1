import { codeOf, stepAt } from '../services/sign-in/factors/totp.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The bytes of a secret, as an authenticator app reads them. */
export function secretBytes(secret: string): Buffer {
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** What an authenticator app with this secret shows, a few steps of 30 seconds earlier or later if asked. */
export const totpCode = (secret: string, at: Date, off = 0): string =>
  codeOf(secretBytes(secret), stepAt(at) + off)
