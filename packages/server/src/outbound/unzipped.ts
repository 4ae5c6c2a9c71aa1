import { pipeline, Readable } from 'node:stream'
import { createGunzip, gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { UpstreamError } from './errors.ts'

/** Decompressed piece by piece, so that the reader can stop: a few kilobytes can become gigabytes. */
export async function* unzipped(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false })
  const decompressed = createGunzip()
  let failure: unknown
  pipeline(source, decompressed, (error) => {
    failure = error
  })
  try {
    for await (const chunk of decompressed) yield chunk as Uint8Array
  } catch (error) {
    throw isDamage(error) ? damaged(error) : (failure ?? error)
  } finally {
    source.destroy()
    decompressed.destroy()
  }
}

const inflate = promisify(gunzip)

/** A file that is itself compressed, whatever its server says about it; others are left as they are. */
export async function unpacked(file: Buffer, maxBytes: number): Promise<Buffer> {
  if (file[0] !== 0x1f || file[1] !== 0x8b) return file
  try {
    return await inflate(file, { maxOutputLength: maxBytes })
  } catch (error) {
    if (isDamage(error)) throw damaged(error)
    throw new UpstreamError('size', `The file is larger than the limit of ${maxBytes} bytes.`)
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isDamage = (error: unknown): boolean => codeOf(error).startsWith('Z_')

const damaged = (cause: unknown): UpstreamError =>
  new UpstreamError('encoding', 'The answer claims to be gzip but cannot be decompressed.', { cause })
