import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  zstdCompress,
} from 'node:zlib'
import { isPieces, type Pieces } from './pieces.ts'
import type { Encoding } from './encoding.ts'

/** Shorter bodies fit into one packet anyway. */
export const compressedFrom = 1024

/** Quick ones: most answers are made for one request. A small window, since each stream has its own. */
const options = {
  zstd: { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: 18 } },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 18 } },
  gzip: { level: 3 },
} as const

const atOnce = {
  zstd: promisify(zstdCompress),
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
} as const

const asStream = { zstd: createZstdCompress, br: createBrotliCompress, gzip: createGzip } as const

export const isWorthIt = (body: Buffer | string | Pieces | Readable): boolean =>
  body instanceof Readable || body.length >= compressedFrom

/** Not on the main thread, which has other requests to answer. */
export function compress(body: Buffer | string | Pieces, encoding: Encoding): Promise<Buffer> {
  const whole = typeof body !== 'string' && isPieces(body) ? Buffer.concat(body.parts) : body
  return atOnce[encoding](whole, options[encoding] as never)
}

/** As fast as it is read: a slow client holds back what it is made from. */
export function compressStream(body: Readable, encoding: Encoding): Transform {
  const compressed = asStream[encoding](options[encoding] as never)
  // Each ends with the other; whoever reads the compressed one learns of an error.
  pipeline(body, compressed, () => {})
  return compressed
}
