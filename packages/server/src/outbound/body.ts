import { UpstreamError } from './errors.ts'

/**
 * Collects a body up to a limit. Chunks are copied into one growing buffer, because a list of them would let
 * a server that sends a byte at a time use up a hundred times the limit.
 */
export async function readBody(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  let buffer = Buffer.alloc(Math.min(INITIAL_BYTES, maxBytes))
  let size = 0
  for await (const chunk of chunks) {
    const needed = size + chunk.length
    if (needed > maxBytes) throw tooLarge(maxBytes)
    if (needed > buffer.length)
      buffer = grown(buffer, Math.min(maxBytes, Math.max(needed, buffer.length * 2)))
    buffer.set(chunk, size)
    size = needed
  }
  return buffer.subarray(0, size)
}

function tooLarge(maxBytes: number): UpstreamError {
  return new UpstreamError('size', `The answer is larger than the limit of ${maxBytes} bytes.`)
}

function grown(buffer: Buffer, bytes: number): Buffer<ArrayBuffer> {
  const larger = Buffer.alloc(bytes)
  larger.set(buffer)
  return larger
}

const INITIAL_BYTES = 64 * 1024
