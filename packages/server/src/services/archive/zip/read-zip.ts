import type { FileHandle } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { deflated, type Entry, max16, max32, signatures, zip64 } from './records.ts'

const endLength = 22
const locatorLength = 20
const end64Length = 56
const centralLength = 46
const localLength = 30
/** Far more than the files of an archive need. */
const maxDirectoryBytes = 4 * 1024 ** 2
const isEncrypted = 1
const stored = 0

interface Found extends Omit<Entry, 'at'> {
  readonly method: number
  readonly flags: number
}

/** Thrown without its name: whoever knows what the file is for says so. */
export class NotAZip extends Error {}

export interface ZipFile {
  readonly names: readonly string[]
  /** The contents of a file, checked against what the directory says; undefined if there is none of that name. */
  read(name: string): AsyncIterable<Buffer> | undefined
}

/** Reads a zip file by the directory at its end, so that nothing of a large one is in memory. */
export async function openZip(handle: FileHandle): Promise<ZipFile> {
  const entries = new Map((await directoryOf(handle)).map((entry) => [entry.name, entry]))
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name)
      return entry && contentsOf(handle, entry)
    },
  }
}

async function* contentsOf(handle: FileHandle, entry: Found): AsyncGenerator<Buffer> {
  const { name, method, flags, size, compressed } = entry
  if (flags & isEncrypted) throw new Error(`${name} is encrypted: unpack it first.`)
  if (method !== deflated && method !== stored)
    throw new Error(`${name} is compressed in a way that this program does not know: unpack it first.`)
  const head = await part(handle, entry.offset, localLength)
  if (head.readUInt32LE(0) !== signatures.local) throw new NotAZip()
  const start = entry.offset + localLength + head.readUInt16LE(26) + head.readUInt16LE(28)
  const raw = piecesOf(handle, start, start + compressed)
  const whole: AsyncIterable<Buffer> =
    method === stored ? raw : pipeline(Readable.from(raw), createInflateRaw(), () => {})
  let [crc, bytes] = [0, 0]
  try {
    for await (const chunk of whole) {
      crc = crc32(chunk, crc)
      bytes += chunk.length
      // Otherwise a small file could unpack for ever.
      if (bytes > size) break
      yield chunk
    }
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw damaged(name)
    throw error
  }
  if (bytes !== size || crc !== entry.crc) throw damaged(name)
}

const pieceBytes = 64 * 1024

async function* piecesOf(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += pieceBytes)
    yield await part(handle, at, Math.min(pieceBytes, end - at))
}

const damaged = (name: string): Error =>
  new Error(`${name} has been altered or damaged: it cannot be unpacked.`)

async function directoryOf(handle: FileHandle): Promise<readonly Found[]> {
  const { count, length, offset } = await endOf(handle)
  if (length > maxDirectoryBytes) throw new NotAZip()
  const directory = await part(handle, offset, length)
  const found: Found[] = []
  for (let at = 0; found.length < count; ) {
    if (at + centralLength > length || directory.readUInt32LE(at) !== signatures.central) throw new NotAZip()
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map((from) =>
      directory.readUInt16LE(at + from),
    )
    const extraAt = at + centralLength + Number(nameLength)
    const next = extraAt + Number(extraLength) + Number(noteLength)
    if (next > length) throw new NotAZip()
    found.push({
      name: directory.toString('utf8', at + centralLength, extraAt),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      ...longNumbers(directory.subarray(extraAt, extraAt + Number(extraLength)), {
        size: directory.readUInt32LE(at + 24),
        compressed: directory.readUInt32LE(at + 20),
        offset: directory.readUInt32LE(at + 42),
      }),
    })
    at = next
  }
  return found
}

type Numbers = Pick<Entry, 'size' | 'compressed' | 'offset'>

/** Those that need 64 bits are in an extra field, in this order, without the others. */
function longNumbers(extra: Buffer, { size, compressed, offset }: Numbers): Numbers {
  let long: Buffer = Buffer.alloc(0)
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === zip64) long = extra.subarray(at + 4, end)
  }
  const take = (number: number): number => {
    if (number !== max32) return number
    if (long.length < 8) throw new NotAZip()
    const value = Number(long.readBigUInt64LE(0))
    long = long.subarray(8)
    return value
  }
  return { size: take(size), compressed: take(compressed), offset: take(offset) }
}

async function endOf(handle: FileHandle) {
  const { size } = await handle.stat()
  // A note of up to 64 KiB may follow it.
  const from = Math.max(0, size - endLength - max16)
  const tail = await part(handle, from, size - from)
  let at = tail.length - endLength
  while (at >= 0 && tail.readUInt32LE(at) !== signatures.end) at -= 1
  if (at < 0) throw new NotAZip()
  const short = {
    count: tail.readUInt16LE(at + 10),
    length: tail.readUInt32LE(at + 12),
    offset: tail.readUInt32LE(at + 16),
  }
  if (short.count !== max16 && short.length !== max32 && short.offset !== max32) return short
  const locator = await part(handle, from + at - locatorLength, locatorLength)
  if (locator.readUInt32LE(0) !== signatures.locator64) throw new NotAZip()
  const end64 = await part(handle, Number(locator.readBigUInt64LE(8)), end64Length)
  if (end64.readUInt32LE(0) !== signatures.end64) throw new NotAZip()
  return {
    count: Number(end64.readBigUInt64LE(32)),
    length: Number(end64.readBigUInt64LE(40)),
    offset: Number(end64.readBigUInt64LE(48)),
  }
}

async function part(handle: FileHandle, start: number, length: number): Promise<Buffer> {
  if (start < 0) throw new NotAZip()
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await handle.read(bytes, 0, length, start)
  if (bytesRead < length) throw new NotAZip()
  return bytes
}
