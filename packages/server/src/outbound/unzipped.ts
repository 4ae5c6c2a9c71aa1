import { pipeline, Readable } from 'node:stream'
import { createGunzip, gunzip } from 'node:zlib'
import { promisify } from 'node:util'
import { UpstreamError } from './errors.ts'

/** Unfolded piece by piece, so that whoever reads can stop: a few kilobytes can become gigabytes. */
export async function* unzipped(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const source = Readable.from(chunks, { objectMode: false })
  const unfolded = createGunzip()
  let failure: unknown
  pipeline(source, unfolded, (error) => {
    failure = error
  })
  try {
    for await (const chunk of unfolded) yield chunk as Uint8Array
  } catch (error) {
    throw isDamage(error) ? damaged(error) : (failure ?? error)
  } finally {
    source.destroy()
    unfolded.destroy()
  }
}

const inflate = promisify(gunzip)

/** A file that is itself compressed, whatever its server says of it; others stay as they are. */
export async function unpacked(file: Buffer, maxBytes: number): Promise<Buffer> {
  if (file[0] !== 0x1f || file[1] !== 0x8b) return file
  try {
    return await inflate(file, { maxOutputLength: maxBytes })
  } catch (error) {
    if (isDamage(error)) throw damaged(error)
    throw new UpstreamError('size', `The file is larger than ${maxBytes} bytes, the limit.`)
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const isDamage = (error: unknown): boolean => codeOf(error).startsWith('Z_')

const damaged = (cause: unknown): UpstreamError =>
  new UpstreamError('encoding', 'The answer says it is gzip, and cannot be unpacked.', { cause })
