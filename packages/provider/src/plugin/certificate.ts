import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { bits, boolean, integer, numbered, octets, oid, sequence, set, tagged, time, utf8 } from './der.ts'

export interface Certificate {
  readonly der: Buffer
  readonly pem: string
  readonly keyPem: string
}

const signatures = {
  'P-256': { hash: 'sha256', oid: '1.2.840.10045.4.3.2' },
  'P-521': { hash: 'sha512', oid: '1.2.840.10045.4.3.4' },
} as const

/** A self-signed certificate for `localhost`; its key exists only in this process. */
export function createCertificate(curve: keyof typeof signatures = 'P-256', now = new Date()): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve })
  const algorithm = sequence(oid(signatures[curve].oid))
  const body = sequence(
    numbered(0, integer(Uint8Array.of(2))), // version 3
    integer(serialNumber()),
    algorithm,
    localhost,
    validity(now),
    localhost,
    publicKey.export({ type: 'spki', format: 'der' }),
    numbered(3, extensions),
  )
  const der = sequence(body, algorithm, bits(sign(signatures[curve].hash, body, privateKey)))
  return { der, pem: pemOf(der), keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
}

export function pemOf(der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

/** Positive and without leading zeros, whatever the other bytes are. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  bytes[0] = 0x40 | (bytes.readUInt8() >> 2)
  return bytes
}

/** Valid from a little earlier, in case the clock is adjusted. */
function validity(now: Date): Buffer {
  return sequence(time(new Date(now.getTime() - MINUTE_MS)), time(new Date(now.getTime() + 365 * DAY_MS)))
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const localhost = sequence(set(sequence(oid('2.5.4.3'), utf8('localhost'))))

/** It is its own authority, which must be stated for OpenSSL to accept it as a trust anchor. */
const extensions = sequence(
  extension('2.5.29.19', sequence(boolean(true)), boolean(true)), // basic constraints: an authority
  extension('2.5.29.15', bits(Uint8Array.of(0b1000_0100), 2), boolean(true)), // signs data and certificates
  extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'), oid('1.3.6.1.5.5.7.3.2'))), // server and client
  extension('2.5.29.17', sequence(tagged(0x82, Buffer.from('localhost')))), // DNS name
)

function extension(id: string, value: Buffer, ...critical: readonly Buffer[]): Buffer {
  return sequence(oid(id), ...critical, octets(value))
}
