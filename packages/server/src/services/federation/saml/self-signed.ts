import { type KeyObject, randomBytes, sign } from 'node:crypto'

/**
 * A certificate that wraps a key in the form in which metadata carries keys. It vouches for nothing: providers know the
 * key because an admin gave it to them. Node reads certificates and writes none; this is all of X.509 that is needed.
 */
export function selfSigned(
  { publicKey, privateKey }: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  { name, from, until }: { readonly name: string; readonly from: Date; readonly until: Date },
): Buffer {
  const algorithm = sequence(objectId([1, 2, 840, 113549, 1, 1, 11]), element(0x05))
  const subject = sequence(element(0x31, sequence(objectId([2, 5, 4, 3]), element(0x0c, Buffer.from(name)))))
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const content = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, serial),
    algorithm,
    subject,
    sequence(time(from), time(until)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = sign('sha256', content, privateKey)
  return sequence(content, algorithm, element(0x03, Buffer.from([0]), signature))
}

/** One element of DER: its tag, its length, its content. */
function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts)

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes = Buffer.from(
    length.toString(16).padStart(length < 0x100 ? 2 : length < 0x10000 ? 4 : 6, '0'),
    'hex',
  )
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

function objectId([first = 0, second = 0, ...rest]: readonly number[]): Buffer {
  const bytes = [first * 40 + second, ...rest.flatMap(base128)]
  return element(0x06, Buffer.from(bytes))
}

function base128(value: number): readonly number[] {
  const digits = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}

/** Up to 2049, certificates have two digits for the year. */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`
  return at.getUTCFullYear() < 2050
    ? element(0x17, Buffer.from(digits.slice(2)))
    : element(0x18, Buffer.from(digits))
}
