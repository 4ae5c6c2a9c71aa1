import { Readable } from 'node:stream'
import { setImmediate as others } from 'node:timers/promises'
import { expectedBytes, type Kind } from '@svc/model'
import type { Fields } from '../../services/records/behaviour.ts'
import type { Context } from '../../services/context.ts'
import {
  type ListRequest,
  type Page,
  pageBytes,
  readAll,
  readPage,
  sliceBytes,
} from '../../services/records/lists.ts'
import type { MaybePromise } from '../../store/maybe-promise.ts'
import type { Answer } from '../answer.ts'
import type { Exchange } from '../exchange.ts'
import { jsonOf, jsonWithDeleted } from '../json-of.ts'
import { buildList, type KeptList } from '../kept-list.ts'
import { bytesOf } from '../pieces.ts'

/** A list longer than this is sent as it is read, and not cached. */
export const maxCachedBytes = 2 * 1024 * 1024

export interface ListBody {
  readonly body: Buffer | Readable
  readonly isWhole: boolean
}

/** A page if there is a limit, else the whole list; memory for it must already be reserved. */
export async function listBody({ ctx }: Exchange, key: string, request: ListRequest): Promise<ListBody> {
  const { kind, limit } = request
  if (limit === undefined)
    return gather(piecesOf(key, jsonChunks(kind, readAll(ctx, request), writerOf(request))))
  const { items, nextCursor } = await pageOf(ctx, { ...request, limit })
  return { body: pageBody(key, items, nextCursor), isWhole: true }
}

/** The same, kept in pieces; as a stream if it is too long for that. */
export async function readList(
  { ctx }: Pick<Exchange, 'ctx'>,
  key: string,
  request: ListRequest,
): Promise<{ readonly list: KeptList; readonly hasMore: boolean } | Readable> {
  const { kind, limit } = request
  const write = writerOf(request)
  const built = buildList(`{"${key}":[`)
  if (limit !== undefined) {
    const ids: string[] = []
    const { items, nextCursor } = await readPage(ctx, { ...request, limit }, (record) => {
      ids.push(String(record.id))
      return write(kind, record)
    })
    for (const [index, item] of items.entries()) built.add(ids[index] ?? '', item)
    return { list: built.end(tailOf(nextCursor)), hasMore: nextCursor !== null }
  }
  const chunks = readAll(ctx, request)
  for (;;) {
    const { value: records, done } = await chunks.next()
    if (done) return { list: built.end(']}'), hasMore: false }
    for (const record of records) built.add(String(record.id), write(kind, record))
    if (built.length > maxCachedBytes) {
      const rest = piecesFrom(',', jsonChunks(kind, chunks, write))
      return Readable.from(resumed([...built.taken()], rest), { objectMode: false })
    }
    // Other requests get a turn before more is read.
    await others()
  }
}

/** Waits until a list may be built; nothing of it is read before that. */
export function reserveForList(
  { ctx, memory, response }: Exchange,
  { kind, limit }: Pick<ListRequest, 'kind' | 'limit'>,
): MaybePromise<void> {
  if (limit === undefined) return memory.admitUnlimited(ctx.caller, response)
  return memory.reserve(ctx.caller, response, Math.min(pageBytes, limit * expectedBytes(kind)))
}

/** The records of a page as JSON. */
export const pageOf = (ctx: Context, request: ListRequest & { readonly limit: number }): Promise<Page> =>
  readPage(ctx, request, (record) => writerOf(request)(request.kind, record))

export const writerOf = ({ withDeleted }: ListRequest): typeof jsonOf =>
  withDeleted ? jsonWithDeleted : jsonOf

export const pageBody = (key: string, items: readonly string[], nextCursor: string | null): Buffer =>
  bytesOf([
    `{"${key}":[`,
    ...items.flatMap((item, index) => (index === 0 ? item : [',', item])),
    tailOf(nextCursor),
  ])

const tailOf = (nextCursor: string | null): string => `],"nextCursor":${JSON.stringify(nextCursor)}}`

/**
 * A short list in one piece, so that it can be cached and tagged; a long one as a stream that starts with
 * what was read.
 */
export async function gather(pieces: AsyncGenerator<Buffer>): Promise<ListBody> {
  const start: Buffer[] = []
  let size = 0
  for (;;) {
    const { value, done } = await pieces.next()
    if (done) return { body: Buffer.concat(start), isWhole: true }
    start.push(value)
    size += value.byteLength
    if (size > maxCachedBytes)
      return { body: Readable.from(resumed(start, pieces), { objectMode: false }), isWhole: false }
  }
}

export const listAnswer = <V>({ body }: ListBody, etag: string): Answer<V> => ({
  status: 200,
  body,
  etag,
})

/** The envelope around items that come in chunks, in pieces of a slice and at most one item more. */
export const piecesOf = (key: string, chunks: AsyncIterable<Iterable<string>>): AsyncGenerator<Buffer> =>
  piecesFrom(`{"${key}":[`, chunks)

/** The same from an item on: `first` is what comes before it. */
async function* piecesFrom(first: string, chunks: AsyncIterable<Iterable<string>>): AsyncGenerator<Buffer> {
  let separator = first
  for await (const items of chunks) {
    let parts: string[] = []
    let length = 0
    for (const item of items) {
      parts.push(separator, item)
      length += Buffer.byteLength(item)
      separator = ','
      if (length < sliceBytes) continue
      yield bytesOf(parts)
      parts = []
      length = 0
    }
    if (parts.length > 0) yield bytesOf(parts)
    // Other requests get a turn before more is read.
    await others()
  }
  yield Buffer.from(separator === ',' ? ']}' : `${separator}]}`)
}

export async function* jsonChunks(
  kind: Kind,
  chunks: AsyncIterable<readonly Fields[]>,
  write: typeof jsonOf = jsonOf,
): AsyncGenerator<Iterable<string>> {
  // One at a time, on demand, so that their texts are not all in memory alongside the records.
  for await (const records of chunks) yield records.values().map((record) => write(kind, record))
}

/** Released piece by piece: what was sent does not stay in memory until the rest is sent. */
async function* resumed(start: Buffer[], rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  for (let piece = start.shift(); piece; piece = start.shift()) yield piece
  yield* rest
}
