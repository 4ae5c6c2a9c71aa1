import { CatalogError, type Kind, type ListOf, type RecordIn } from '@svc/model'
import { listRequest } from '../../services/records/lists.ts'
import type { Condition } from '../../store/records.ts'
import { type Answer, notModified } from '../answer.ts'
import { basisOf } from '../basis.ts'
import type { Exchange } from '../exchange.ts'
import { contentTag, isCurrent, isMatched, personalTag } from '../tags.ts'
import { listAnswer, type ListBody, listBody, reserveForList } from './list-body.ts'

/** An answer that no revision covers is tagged by its bytes. */
export function tagged<V>(exchange: Exchange, value: V): Answer<V> {
  // Converted to bytes right away: a graph is a megabyte, which would otherwise be encoded once for its tag and once to be sent.
  return taggedBytes(exchange, Buffer.from(JSON.stringify(value)))
}

export function taggedBytes<V>({ ctx, epoch, ifNoneMatch }: Exchange, body: Buffer): Answer<V> {
  const etag = contentTag({ epoch, caller: ctx.caller }, body)
  return isCurrent(ifNoneMatch, etag) ? notModified(etag) : { status: 200, body, etag }
}

/** The tag that a value has when it is read, for what no revision covers. */
export const etagOf = ({ ctx, epoch }: Exchange, value: unknown): string =>
  contentTag({ epoch, caller: ctx.caller }, JSON.stringify(value))

/** Refuses to change what is no longer as the caller has read it, for what no revision covers. */
export function checkMatches(exchange: Exchange, value: unknown): void {
  const { ifMatch } = exchange
  if (ifMatch === undefined || isMatched(ifMatch, etagOf(exchange, value))) return
  throw new CatalogError('precondition_failed', 'If-Match does not match the current ETag. Read it again.')
}

/** A kind's list under a key, restricted beyond what its filters say. */
export async function narrowed<Key extends string, K extends Kind>(
  exchange: Exchange,
  key: Key,
  kind: K,
  fixed: readonly Condition[],
): Promise<Answer<ListOf<Key, RecordIn<K>>>> {
  const { epoch, state } = await basisOf(exchange.ctx, kind)
  const request = listRequest(exchange.ctx, kind, exchange.query, fixed)
  await reserveForList(exchange, request)
  return listTagged(exchange, `${epoch}.${state}`, await listBody(exchange, key, request))
}

/** An answer that is sent as it is read cannot be tagged by its bytes. */
export function listTagged<V>(
  { ctx, epoch, ifNoneMatch }: Exchange,
  state: string,
  made: ListBody,
): Answer<V> {
  const reader = { epoch, caller: ctx.caller }
  const etag = made.body instanceof Buffer ? contentTag(reader, made.body) : personalTag(reader, state)
  return isCurrent(ifNoneMatch, etag) ? notModified(etag) : listAnswer(made, etag)
}
