import { CatalogError } from '@svc/model'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** What an export is not, by its first bytes, and what to do about it. */
const others: readonly (readonly [start: readonly number[], advice: string])[] = [
  [[0x50, 0x41, 0x52, 0x31], 'This is a Parquet file: have the export delivered as CSV.'],
  [[0x50, 0x4b, 0x03, 0x04], 'This is a ZIP archive: unpack it, and import the CSV files in it.'],
  [[0x28, 0xb5, 0x2f, 0xfd], 'This is compressed with Zstandard: unpack it, or compress it with gzip.'],
  [[0xff, 0xfe], 'This is UTF-16: save it as UTF-8.'],
  [[0xfe, 0xff], 'This is UTF-16: save it as UTF-8.'],
]
const gzip: readonly number[] = [0x1f, 0x8b]

/** A file as text, decompressed if its first bytes say that it is compressed; no more than so many bytes of it. */
export async function* unpacked(
  file: AsyncIterable<Uint8Array>,
  maxBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of plain(file)) {
    size += piece.byteLength
    if (size > maxBytes)
      throw new CatalogError(
        'payload_too_large',
        `Unpacked, the file is larger than ${maxBytes / 1024 ** 3} GiB. Import it in parts, or with "svc import costs".`,
      )
    yield piece
  }
}

async function* plain(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const pieces = file[Symbol.asyncIterator]()
  const first = await pieces.next()
  if (first.done) return
  const all = startingWith(first.value, pieces)
  const advice = others.find(([start]) => beginsWith(first.value, start))?.[1]
  if (advice !== undefined) throw new CatalogError('invalid_request', advice)
  if (!beginsWith(first.value, gzip)) {
    yield* all
    return
  }
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  const packed = Readable.from(all)
  packed.on('error', (error) => gunzip.destroy(error))
  try {
    yield* packed.pipe(gunzip)
  } catch (error) {
    if (packed.errored) throw error
    throw new CatalogError(
      'invalid_request',
      'The file cannot be decompressed completely: it is truncated or damaged.',
      { cause: error },
    )
  } finally {
    packed.destroy()
  }
}

const beginsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

async function* startingWith(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  for (;;) {
    const { done, value } = await rest.next()
    if (done) return
    yield value
  }
}
