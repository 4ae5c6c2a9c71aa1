import type { ImageType } from '@svc/model'

/** What the bytes begin with, whatever they are said to be. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex'))) return 'image/png'
  if (bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex'))) return 'image/jpeg'
  if (/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return 'image/gif'
  if (/^RIFF....WEBP$/s.test(bytes.toString('latin1', 0, 12))) return 'image/webp'
  return undefined
}
