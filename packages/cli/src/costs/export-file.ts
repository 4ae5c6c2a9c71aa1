import { createReadStream } from 'node:fs'
import { access, constants, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Io } from '../command.ts'
import { Failure } from '../failure.ts'
import { fileFailure } from '../file-failure.ts'

export interface ExportFile {
  /** Decompressed. */
  readonly bytes: AsyncIterable<Uint8Array>
  /** Unknown for a pipe. */
  readonly size: number | undefined
  /** How much of it was read so far, before decompression. */
  readBytes(): number
}

/** A file or standard input, decompressed if its first bytes say that it is compressed. */
export async function openExport(file: string, io: Io): Promise<ExportFile> {
  const size = file === '-' ? undefined : await sizeOf(file)
  const source = file === '-' ? io.piped() : createReadStream(file, { highWaterMark: 64 * 1024 })
  if (!source)
    throw new Failure('Nothing is piped in: give a file, or pipe the export into "svc import costs -".')
  let count = 0
  async function* counted(from: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of from) {
      count += piece.byteLength
      yield piece
    }
  }
  return { bytes: unpacked(counted(source)), size, readBytes: () => count }
}

async function sizeOf(file: string): Promise<number | undefined> {
  try {
    await access(file, constants.R_OK)
    const found = await stat(file)
    if (found.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' })
    return found.isFile() ? found.size : undefined
  } catch (error) {
    throw fileFailure(file, error as NodeJS.ErrnoException)
  }
}

async function* unpacked(pieces: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await pieces.next()
  if (first.done) return
  const all = startingWith(first.value, pieces)
  const [a, b] = first.value
  if (a !== 0x1f || b !== 0x8b) {
    yield* all
    return
  }
  const gunzip = createGunzip({ chunkSize: 256 * 1024 })
  const packed = Readable.from(all)
  packed.on('error', (error) => gunzip.destroy(error))
  try {
    yield* packed.pipe(gunzip)
  } catch (error) {
    if (packed.errored) throw error
    throw new Failure('The file cannot be decompressed completely: it is truncated or damaged.', {
      cause: error,
    })
  }
}

async function* startingWith(
  first: Uint8Array,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}
