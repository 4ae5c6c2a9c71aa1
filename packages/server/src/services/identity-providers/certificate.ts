import { type KeyObject, X509Certificate } from 'node:crypto'
import { ConfigurationError } from '../expected-errors.ts'
import type { SamlSettings } from './complete.ts'
import { isStrong } from './key-set.ts'

const dayMs = 86_400_000
/** Enough time to replace a certificate without haste. */
const warningDays = 30

/** PEM, or bare Base64, which is how metadata and many consoles show it. */
export function certificateIn(text: string): X509Certificate {
  const isPem = text.includes('-----BEGIN')
  const bare = text.replace(/\s+/g, '')
  if (!isPem && !/^[A-Za-z0-9+/]+={0,2}$/.test(bare))
    throw new ConfigurationError('signingCert must be a certificate as PEM or Base64.')
  try {
    return new X509Certificate(isPem ? text.trim() : Buffer.from(bare, 'base64'))
  } catch {
    throw new ConfigurationError('signingCert is not a valid certificate.')
  }
}

/** Those that can be read: one that cannot be read does not take the others with it. If none can, that is refused. */
export function certificatesIn(texts: readonly string[]): readonly X509Certificate[] {
  const found = texts.map((text) => {
    try {
      return certificateIn(text)
    } catch (error) {
      return error
    }
  })
  const readable = found.filter((one) => one instanceof X509Certificate)
  if (readable.length === 0 && found.length > 0) throw found[0]
  return readable
}

/** The keys that signatures are checked with. They count whatever their certificates say about dates. */
export function signingKeysOf({ signingCerts }: SamlSettings): readonly KeyObject[] {
  if (signingCerts.length === 0) throw new ConfigurationError('signingCert is not set.')
  const keys = certificatesIn(signingCerts)
    .map(({ publicKey }) => publicKey)
    .filter(isStrong)
  if (keys.length === 0) throw new ConfigurationError(tooWeak)
  return keys
}

export const tooWeak = 'The key of the certificate is too weak: use RSA with at least 2,048 bits, or P-256.'

/** What admins should know about the certificates; null if nothing. */
export function warningOf({ signingCerts }: Pick<SamlSettings, 'signingCerts'>, now: Date): string | null {
  const ends = signingCerts.map(endOf).filter((end) => end !== undefined)
  const first = ends.toSorted((a, b) => a.getTime() - b.getTime())[0]
  if (!first || first.getTime() - now.getTime() > warningDays * dayMs) return null
  const which = ends.length === 1 ? 'The certificate of the provider' : 'A certificate of the provider'
  return first < now
    ? `${which} expired on ${dayOf(first)}. Its key still counts.`
    : `${which} expires on ${dayOf(first)}.`
}

function endOf(text: string): Date | undefined {
  try {
    return certificateIn(text).validToDate
  } catch {
    return undefined
  }
}

/** Until when it is valid, with a warning if that is soon. */
export function termOf({ validToDate }: X509Certificate, now: Date): string {
  const days = Math.floor((validToDate.getTime() - now.getTime()) / dayMs)
  if (days > warningDays) return dayOf(validToDate)
  return `${dayOf(validToDate)}, which is soon (${days === 1 ? '1 day' : `${days} days`})`
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
