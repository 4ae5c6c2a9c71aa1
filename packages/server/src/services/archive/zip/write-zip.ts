import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { centralDirectory, type Entry, localHeader, sizesAfter } from './records.ts'

export interface FileToZip {
  readonly name: string
  readonly chunks: AsyncIterable<Buffer>
}

/** Lines of JSON become about a tenth with it; more effort would hardly make them smaller. */
const level = 4

/**
 * A zip file of files whose sizes are known only when they have been read: each is compressed as it comes, and its
 * sizes follow it. Nothing is read before what came before it was taken.
 */
export async function* zipOf(files: AsyncIterable<FileToZip>, at: Date): AsyncGenerator<Buffer> {
  const entries: Entry[] = []
  let offset = 0
  for await (const { name, chunks } of files) {
    const start = offset
    const head = localHeader(name, at)
    yield head
    offset += head.length
    let [crc, size, compressed] = [0, 0, 0]
    const counted = async function* (): AsyncGenerator<Buffer> {
      for await (const chunk of chunks) {
        crc = crc32(chunk, crc)
        size += chunk.length
        yield chunk
      }
    }
    const deflated = pipeline(
      Readable.from(counted(), { highWaterMark: 1 }),
      createDeflateRaw({ level }),
      () => {},
    )
    for await (const piece of deflated as AsyncIterable<Buffer>) {
      yield piece
      compressed += piece.length
    }
    const entry = { name, at, crc, size, compressed, offset: start }
    const tail = sizesAfter(entry)
    yield tail
    offset += compressed + tail.length
    entries.push(entry)
  }
  yield centralDirectory(entries, offset)
}
