import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: Buffer
  /** Permissions as chmod takes them. */
  readonly mode: number
}

/** The earliest time that a zip can represent, so that equal contents make equal archives. */
const firstOfJanuary1980 = 0x0021
const midnight = 0

const zipVersion = 20
const madeOnUnix = 3 << 8
const regularFile = 0o100000
const namesAreUtf8 = 0x0800
const deflated = 8

interface PackedEntry extends ZipEntry {
  readonly packed: Buffer
  /** The fields common to the local header and the central directory. */
  readonly facts: Buffer
}

/** A zip archive with executable permissions. */
export async function zip(entries: readonly ZipEntry[]): Promise<Buffer> {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const packed = await pack(entry)
    const file = Buffer.concat([fileHeader(packed), packed.packed])
    directory.push(directoryHeader(packed, offset))
    files.push(file)
    offset = offset + file.length
  }
  const index = Buffer.concat(directory)
  return Buffer.concat([...files, index, endOfDirectory(entries.length, index.length, offset)])
}

async function pack(entry: ZipEntry): Promise<PackedEntry> {
  const packed = await promisify(deflateRaw)(entry.content)
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(zipVersion, 0)
  facts.writeUInt16LE(namesAreUtf8, 2)
  facts.writeUInt16LE(deflated, 4)
  facts.writeUInt16LE(midnight, 6)
  facts.writeUInt16LE(firstOfJanuary1980, 8)
  facts.writeUInt32LE(crc32(entry.content), 10)
  facts.writeUInt32LE(packed.length, 14)
  facts.writeUInt32LE(entry.content.length, 18)
  facts.writeUInt16LE(Buffer.byteLength(entry.name), 22)
  return { ...entry, packed, facts }
}

function fileHeader({ name, facts }: PackedEntry): Buffer {
  return Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name)])
}

function directoryHeader({ name, mode, facts }: PackedEntry, offset: number): Buffer {
  const madeBy = Buffer.alloc(2)
  madeBy.writeUInt16LE(madeOnUnix | zipVersion)
  const place = Buffer.alloc(14)
  place.writeUInt32LE(((regularFile | mode) << 16) >>> 0, 6)
  place.writeUInt32LE(offset, 10)
  return Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, facts, place, Buffer.from(name)])
}

function endOfDirectory(count: number, length: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
