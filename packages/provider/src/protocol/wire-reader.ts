/** Reads the parts of a protocol buffer one after the other. */
export class WireReader {
  at = 0
  readonly #bytes: Buffer

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get length(): number {
    return this.#bytes.length
  }

  /** A tag or a length; more than 49 bits are never right there. */
  varint(): number {
    let value = 0
    let scale = 1
    for (let count = 0; count < 7; count++) {
      const byte = this.#byte()
      value += (byte & 0x7f) * scale
      if (byte < 0x80) return value
      scale *= 128
    }
    throw new Error('A number in the message is too long.')
  }

  int64(): number {
    let value = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte()
      if (shift === 0n && byte < 0x80) return byte
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return safe(BigInt.asIntN(64, value))
    }
    throw new Error('A number in the message is too long.')
  }

  bytes(): Uint8Array {
    const end = this.end()
    const part = this.#bytes.subarray(this.at, end)
    this.at = end
    return part
  }

  text(): string {
    const end = this.end()
    const text = this.#bytes.toString('utf8', this.at, end)
    this.at = end
    return text
  }

  /** The end of the length-delimited part that begins here. */
  end(): number {
    const length = this.varint()
    return this.#upTo(this.at + length)
  }

  skip(wire: number): void {
    if (wire === 0) this.#skipVarint()
    else if (wire === 1) this.at = this.#upTo(this.at + 8)
    else if (wire === 2) this.at = this.end()
    else if (wire === 5) this.at = this.#upTo(this.at + 4)
    else throw new Error(`The message has a field of wire type ${wire}, which proto3 does not know.`)
  }

  #skipVarint(): void {
    while (this.#byte() >= 0x80);
  }

  #byte(): number {
    const byte = this.#bytes[this.at++]
    if (byte === undefined) throw truncated()
    return byte
  }

  #upTo(end: number): number {
    if (end > this.#bytes.length) throw truncated()
    return end
  }
}

const truncated = (): Error => new Error('The message ends too early.')

function safe(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new Error(`${value} in the message is out of range.`)
  return number
}
