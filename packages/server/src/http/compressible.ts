import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

type Encoding = 'br' | 'gzip'

/** Bytes that are the same for everybody, plain and compressed. */
export interface Compressible {
  readonly plain: Buffer
  compressed(encoding: Encoding): Promise<Buffer>
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const
const options = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }, gzip: { level: 9 } } as const

export function compressible(plain: Buffer): Compressible {
  const results = new Map<Encoding, Promise<Buffer>>()
  return {
    plain,
    // Once per encoding, at the first request: what nobody asks for costs nothing.
    compressed(encoding) {
      const known = results.get(encoding)
      if (known) return known
      const compressing = compress[encoding](plain, options[encoding] as never)
      results.set(encoding, compressing)
      return compressing
    },
  }
}

/** The best encoding that a client accepts; undefined if it accepts none. */
export function encodingFor(accepted: string | string[] | undefined): Encoding | undefined {
  const acceptedNames = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .filter((word) => !/;\s*q=0(\.0*)?\s*$/.test(word))
    .map((word) => word.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => acceptedNames.includes(encoding))
}
