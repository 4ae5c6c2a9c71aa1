import { Readable } from 'node:stream'
import type { IncomingHttpHeaders } from 'node:http'
import type { MaybePromise } from '../store/maybe-promise.ts'
import type { Answer } from './answer.ts'
import type { Cached } from './byte-cache.ts'
import { compress, compressStream, isWorthIt } from './compression.ts'
import { type Encoding, encodingFor } from './encoding.ts'
import type { Surroundings } from './exchange.ts'
import { encodedTag, heldTag } from './tags.ts'

interface Asking {
  readonly method: string
  readonly headers: IncomingHttpHeaders
}

interface CachedEncoded extends Cached {
  readonly body: Buffer
  /** Of what it was made from. */
  readonly version: string
}

/**
 * An answer as its client wants it. Only what is read is compressed: answers to writes may carry a secret that is
 * shown once, beside what a caller has sent, and from the length of both together it could be guessed.
 */
export function encoded(
  surroundings: Pick<Surroundings, 'cache' | 'share'>,
  { method, headers }: Asking,
  answer: Answer,
): MaybePromise<Answer> {
  const { status, body, etag } = answer
  if (status === 304 && etag !== undefined)
    return { ...answer, etag: heldTag(headers['if-none-match'], etag) ?? etag }
  const accepted = headers['accept-encoding']
  if (accepted === undefined || status !== 200 || body === undefined || !isWorthIt(body)) return answer
  if ((method !== 'GET' && method !== 'HEAD') || answer.isEndless || answer.headers?.['content-type'])
    return answer
  const encoding = encodingFor(accepted)
  if (!encoding) return answer
  if (body instanceof Readable) return withBody(answer, encoding, compressStream(body, encoding))
  return compressed(surroundings, answer, body, encoding).then((bytes) => withBody(answer, encoding, bytes))
}

const withBody = (answer: Answer, encoding: Encoding, body: Buffer | Readable): Answer => ({
  ...answer,
  body,
  ...(answer.etag !== undefined && { etag: encodedTag(answer.etag, encoding) }),
  headers: { ...answer.headers, 'content-encoding': encoding },
})

/** What comes from the cache is compressed once, and kept beside it. */
async function compressed(
  { cache, share }: Pick<Surroundings, 'cache' | 'share'>,
  { kept }: Answer,
  body: Exclude<Answer['body'], Readable | undefined>,
  encoding: Encoding,
): Promise<Buffer> {
  if (!kept) return compress(body, encoding)
  const key = `${kept.key} ${encoding}`
  const known = cache.get(key) as CachedEncoded | undefined
  if (known?.version === kept.version) return known.body
  return share(`${key} ${kept.version}`, async () => {
    const bytes = await compress(body, encoding)
    const entry: CachedEncoded = { body: bytes, version: kept.version }
    cache.put(key, entry)
    return bytes
  })
}
