/** Writes the parts of a protocol buffer into a growing buffer. */
export class WireWriter {
  #buffer = Buffer.allocUnsafe(1024)
  #at = 0

  finish(): Uint8Array {
    return this.#buffer.subarray(0, this.#at)
  }

  tag(field: number, wire: 0 | 2): void {
    this.varint(field * 8 + wire)
  }

  varint(value: number): void {
    this.#ensureCapacity(10)
    let rest = value
    while (rest >= 0x80) {
      this.#buffer[this.#at++] = (rest % 0x80) | 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#buffer[this.#at++] = rest
  }

  int64(value: number): void {
    if (value >= 0) this.varint(value)
    else this.#negative(value)
  }

  #negative(value: number): void {
    this.#ensureCapacity(10)
    let rest = BigInt.asUintN(64, BigInt(value))
    while (rest >= 0x80n) {
      this.#buffer[this.#at++] = Number(rest & 0x7fn) | 0x80
      rest >>= 7n
    }
    this.#buffer[this.#at++] = Number(rest)
  }

  bytes(value: Uint8Array): void {
    this.varint(value.length)
    this.#ensureCapacity(value.length)
    this.#buffer.set(value, this.#at)
    this.#at += value.length
  }

  text(value: string): void {
    const length = Buffer.byteLength(value)
    this.varint(length)
    this.#ensureCapacity(length)
    this.#at += this.#buffer.write(value, this.#at)
  }

  /** Whatever `write` writes, with its length before it. */
  delimited(write: () => void): void {
    // Most parts are short: one byte is reserved for the length, and the part is moved if it needs more.
    this.#ensureCapacity(1)
    const start = ++this.#at
    write()
    const end = this.#at
    const length = end - start
    const extra = lengthOfVarint(length) - 1
    if (extra > 0) {
      this.#ensureCapacity(extra)
      this.#buffer.copyWithin(start + extra, start, end)
    }
    this.#at = start - 1
    this.varint(length)
    this.#at = end + extra
  }

  #ensureCapacity(bytes: number): void {
    const needed = this.#at + bytes
    if (needed <= this.#buffer.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2))
    larger.set(this.#buffer.subarray(0, this.#at))
    this.#buffer = larger
  }
}

const lengthOfVarint = (value: number): number =>
  value < 0x80 ? 1 : 1 + lengthOfVarint(Math.floor(value / 0x80))
