/** A body in several pieces, in which one can be replaced without copying the others. */
export interface Pieces {
  readonly parts: readonly Buffer[]
  /** Of all of them, in bytes. */
  readonly length: number
  /** No other has the same, so that what was made from this one is recognised. */
  readonly serial: number
}

export const isPieces = (body: object): body is Pieces => 'parts' in body

/** Joined as bytes: as text, all of them would be in memory a second time. */
export function bytesOf(parts: readonly (string | Buffer)[]): Buffer {
  const bytes = Buffer.allocUnsafeSlow(parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0))
  let end = 0
  for (const part of parts) end += typeof part === 'string' ? bytes.write(part, end) : part.copy(bytes, end)
  return bytes
}
