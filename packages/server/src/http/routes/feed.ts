import { type AnswerOf, invalid, type SpecialOperations } from '@svc/model'
import { type FeedRequest, readFeed } from '../../services/feed/read-feed.ts'
import type { Answer } from '../answer.ts'
import type { Exchange, SpecialHandlers } from '../exchange.ts'
import { tagged } from './tagged.ts'

const defaultLimit = 100

export const feedHandlers = {
  listEvents: async (exchange) => {
    const { ctx, query } = exchange
    const request: FeedRequest = {
      scope: query.scope ?? 'mode',
      kind: query.kind,
      type: query.type,
      epoch: query.epoch,
    }
    const { after, limit = defaultLimit } = query
    if (exchange.stream) return stream(exchange, { ...request, after })
    const page = await readFeed(ctx, request, { after: after ?? 0, limit })
    // The states in an event are records, or what is left of deleted ones.
    return tagged(exchange, page as AnswerOf<SpecialOperations['listEvents']>)
  },
} satisfies Partial<SpecialHandlers>

async function stream(
  { ctx, bearer, query, stream: asked, streams }: Exchange,
  request: FeedRequest & { readonly after: number | undefined },
): Promise<Answer<never>> {
  if (query.limit !== undefined) throw invalid('limit', 'does not apply to a stream; leave it out')
  // A reader that reconnects sends the id of its last event, which wins over the address.
  const place = readLastEventId(asked?.lastEventId) ?? request
  return {
    status: 200,
    body: await streams.open(ctx, bearer, { ...request, ...place }),
    isEndless: true,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  }
}

/** A bare number dates from before there were epochs. */
function readLastEventId(
  header: string | undefined,
): (Pick<FeedRequest, 'epoch' | 'isBare'> & { readonly after: number }) | undefined {
  if (header === undefined || header === '') return undefined
  const [, epoch, seq] = /^(?:([0-9a-f]{16})\.)?(\d{1,15})$/.exec(header) ?? []
  if (seq !== undefined) return { after: Number(seq), epoch, isBare: epoch === undefined }
  throw invalid('Last-Event-ID', 'must be the id of an event of this stream: <epoch>.<seq>')
}
