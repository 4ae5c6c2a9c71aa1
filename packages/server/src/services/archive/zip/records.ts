/** A file in a zip file. */
export interface Entry {
  readonly name: string
  readonly at: Date
  readonly crc: number
  readonly size: number
  readonly compressed: number
  /** Where its header begins. */
  readonly offset: number
}

export const signatures = {
  local: 0x04034b50,
  sizes: 0x08074b50,
  central: 0x02014b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
  end: 0x06054b50,
} as const

/** In place of a number that needs 64 bits. */
export const max32 = 0xffffffff
export const max16 = 0xffff
/** The extra field with the numbers that need 64 bits. */
export const zip64 = 1
export const deflated = 8

const version = 20
const version64 = 45
/** The sizes follow the contents, and names are in UTF-8. */
const flags = 0x0808
/** Made on Unix, and readable only by whoever unpacks it. */
const madeBy = 3 << 8
const mode = 0o100600 << 16

export const localHeader = (name: string, at: Date): Buffer =>
  Buffer.concat([
    fields([signatures.local, 4], [version, 2], [flags, 2], [deflated, 2], [dosTime(at), 4]),
    fields([0, 4], [0, 4], [0, 4], [Buffer.byteLength(name), 2], [0, 2]),
    Buffer.from(name),
  ])

/** What follows the contents of a file. Readers go by the central directory, so it is long only where it must be. */
export function sizesAfter({ crc, size, compressed }: Entry): Buffer {
  const bytes = size >= max32 || compressed >= max32 ? 8 : 4
  return fields([signatures.sizes, 4], [crc, 4], [compressed, bytes], [size, bytes])
}

export function centralDirectory(entries: readonly Entry[], offset: number): Buffer {
  const directory = Buffer.concat(entries.map(centralEntry))
  const count = entries.length
  const isLong = offset >= max32 || directory.length >= max32 || count >= max16
  const end64 = [
    fields([signatures.end64, 4], [44, 8], [madeBy | version64, 2], [version64, 2], [0, 4], [0, 4]),
    fields([count, 8], [count, 8], [directory.length, 8], [offset, 8]),
    fields([signatures.locator64, 4], [0, 4], [offset + directory.length, 8], [1, 4]),
  ]
  return Buffer.concat([
    directory,
    ...(isLong ? end64 : []),
    fields([signatures.end, 4], [0, 2], [0, 2], [short(count), 2], [short(count), 2]),
    fields([least(directory.length), 4], [least(offset), 4], [0, 2]),
  ])
}

function centralEntry({ name, at, crc, size, compressed, offset }: Entry): Buffer {
  const long = [size, compressed, offset].filter((number) => number >= max32)
  const extra =
    long.length === 0
      ? Buffer.alloc(0)
      : fields([zip64, 2], [8 * long.length, 2], ...long.map((number) => [number, 8] as const))
  const needed = long.length === 0 ? version : version64
  return Buffer.concat([
    fields([signatures.central, 4], [madeBy | needed, 2], [needed, 2], [flags, 2], [deflated, 2]),
    fields([dosTime(at), 4], [crc, 4], [least(compressed), 4], [least(size), 4]),
    fields([Buffer.byteLength(name), 2], [extra.length, 2], [0, 2], [0, 2], [0, 2], [mode, 4]),
    fields([least(offset), 4]),
    Buffer.from(name),
    extra,
  ])
}

const least = (number: number): number => Math.min(number, max32)
const short = (number: number): number => Math.min(number, max16)

/** Two seconds are as exact as it gets; the year begins at 1980. */
function dosTime(at: Date): number {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}

/** Numbers, each with how many bytes it takes, the lowest first. */
function fields(...numbers: readonly (readonly [number, 2 | 4 | 8])[]): Buffer {
  const bytes = Buffer.alloc(numbers.reduce((sum, [, size]) => sum + size, 0))
  let at = 0
  for (const [number, size] of numbers) {
    if (size === 8) bytes.writeBigUInt64LE(BigInt(number), at)
    else bytes.writeUIntLE(size === 4 ? number >>> 0 : number, at, size)
    at += size
  }
  return bytes
}
