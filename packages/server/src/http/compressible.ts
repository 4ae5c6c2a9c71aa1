import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** What browsers have understood for long; these files are compressed once, as well as possible. */
export const fileEncodings = ['br', 'gzip'] as const

type Encoding = (typeof fileEncodings)[number]

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
