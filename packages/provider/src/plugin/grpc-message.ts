const PREFIX_BYTES = 5

/** Go providers accept messages of up to 256 MiB. */
export const MAX_FRAME_BYTES = PREFIX_BYTES + 256 * 1024 * 1024

/** A message with its prefix on the wire: a byte for "not compressed", and its length. */
export function frame(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(PREFIX_BYTES + message.length)
  framed[0] = 0
  framed.writeUInt32BE(message.length, 1)
  framed.set(message, PREFIX_BYTES)
  return framed
}

/** The one message of a call, or what is wrong with it. */
export function unframe(chunks: readonly Buffer[]): Uint8Array | FrameFault {
  const [first] = chunks
  const body = first && chunks.length === 1 ? first : Buffer.concat(chunks)
  if (body.length < PREFIX_BYTES) return 'cut short'
  if (body[0] !== 0) return 'compressed'
  const expected = body.readUInt32BE(1)
  const actual = body.length - PREFIX_BYTES
  if (actual < expected) return 'cut short'
  return actual > expected ? 'several' : body.subarray(PREFIX_BYTES)
}

export type FrameFault = 'cut short' | 'compressed' | 'several'
