import { Readable } from 'node:stream'
import { type Kind, listKeyOf } from '@svc/model'
import type { Fields } from '../../services/behaviour.ts'
import { type ListRequest, readAll, readPage } from '../../services/lists.ts'
import type { Answer } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { jsonOf } from '../json-of.ts'

/** A list longer than this is sent as it is read and not kept. */
const maxKept = 4 * 1024 * 1024

export interface ListBody {
  readonly body: Buffer | Readable
  readonly isWhole: boolean
}

/** A page where a limit is known, else the whole list. */
export async function listBody(
  { ctx }: Exchange,
  kind: Kind,
  request: ListRequest,
  key = listKeyOf(kind),
): Promise<ListBody> {
  const { limit } = request
  if (limit !== undefined) {
    const { records, nextCursor } = await readPage(ctx, { ...request, limit })
    const items = records.map((record) => jsonOf(kind, record)).join(',')
    return {
      body: Buffer.from(`{"${key}":[${items}],"nextCursor":${JSON.stringify(nextCursor)}}`),
      isWhole: true,
    }
  }
  return gather(piecesOf(key, jsonChunks(kind, readAll(ctx, request))))
}

/** A short list whole, so that it can be kept and tagged; a long one as a stream that begins with what was read. */
export async function gather(pieces: AsyncGenerator<Buffer>): Promise<ListBody> {
  const start: Buffer[] = []
  let size = 0
  for (;;) {
    const { value, done } = await pieces.next()
    if (done) return { body: Buffer.concat(start), isWhole: true }
    start.push(value)
    size += value.byteLength
    if (size > maxKept)
      return { body: Readable.from(resumed(start, pieces), { objectMode: false }), isWhole: false }
  }
}

export const listAnswer = ({ body }: ListBody, etag: string): Answer => ({ status: 200, body, etag })

/** The envelope around items that come in chunks. */
export async function* piecesOf(
  key: string,
  chunks: AsyncIterable<readonly string[]>,
): AsyncGenerator<Buffer> {
  let separator = `{"${key}":[`
  for await (const items of chunks) {
    if (items.length === 0) continue
    yield Buffer.from(separator + items.join(','))
    separator = ','
  }
  yield Buffer.from(separator === ',' ? ']}' : `${separator}]}`)
}

async function* jsonChunks(
  kind: Kind,
  chunks: AsyncIterable<readonly Fields[]>,
): AsyncGenerator<readonly string[]> {
  for await (const records of chunks) yield records.map((record) => jsonOf(kind, record))
}

async function* resumed(start: readonly Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield* start
  yield* rest
}
