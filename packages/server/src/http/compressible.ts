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
/** At the best setting a file of this size takes seconds, and whoever asks first waits for it; at this one a tenth. */
const large = { bytes: 500_000, quality: 5 } as const
const optionsFor = ({ length }: Buffer) => ({
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: length > large.bytes ? large.quality : 10 } },
  gzip: { level: 9 },
})

export function compressible(plain: Buffer): Compressible {
  const results = new Map<Encoding, Promise<Buffer>>()
  return {
    plain,
    // Once per encoding, at the first request: what nobody asks for costs nothing.
    compressed(encoding) {
      const known = results.get(encoding)
      if (known) return known
      const compressing = compress[encoding](plain, optionsFor(plain)[encoding] as never)
      results.set(encoding, compressing)
      return compressing
    },
  }
}
