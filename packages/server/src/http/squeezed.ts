import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'

/** Bytes that are sent to everybody alike, as they are and squeezed. */
export interface Squeezable {
  readonly plain: Buffer
  squeezed(encoding: Encoding): Promise<Buffer>
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const
const options = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }, gzip: { level: 9 } } as const

export function squeezable(plain: Buffer): Squeezable {
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    plain,
    // Once for each encoding and at the first request: what nobody asks for costs nothing.
    squeezed(encoding) {
      const known = made.get(encoding)
      if (known) return known
      const squeezing = compress[encoding](plain, options[encoding] as never)
      made.set(encoding, squeezing)
      return squeezing
    },
  }
}

/** The best that a client takes; undefined where it takes none. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const taken = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((word) => !/;\s*q=0(\.0*)?\s*$/.test(word))
    .map((word) => word.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => taken.includes(encoding))
}
