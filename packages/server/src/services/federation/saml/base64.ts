import { Unreadable } from './unreadable.ts'

/** Strictly: what one decoder skips, another may read. Lines may be broken. */
export function decodeBase64(text: string): Buffer {
  const bare = text.replaceAll(/[\r\n\t ]+/g, '')
  const bytes = Buffer.from(bare, 'base64')
  if (bare === '' || bytes.toString('base64') !== bare) throw new Unreadable('The message is not Base64.')
  return bytes
}

export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new Unreadable('The message is not UTF-8.', { cause })
  }
}
