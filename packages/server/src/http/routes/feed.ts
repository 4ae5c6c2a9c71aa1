import { invalid } from '@svc/model'
import { type FeedRequest, readFeed } from '../../services/feed/read-feed.ts'
import type { Answer } from '../answer.ts'
import type { Exchange, Handler } from '../exchange.ts'
import { tagged } from './tagged.ts'

const defaultLimit = 100

export const feedHandlers = {
  listEvents: async (exchange) => {
    const { ctx, query } = exchange
    const request: FeedRequest = {
      scope: query.scope === 'organisation' ? 'organisation' : 'mode',
      kind: query.kind === undefined ? undefined : String(query.kind),
      type: query.type === undefined ? undefined : String(query.type),
      epoch: query.epoch === undefined ? undefined : String(query.epoch),
    }
    const after = query.after === undefined ? undefined : Number(query.after)
    if (exchange.stream) return stream(exchange, { ...request, after })
    const limit = Number(query.limit ?? defaultLimit)
    return tagged(exchange, await readFeed(ctx, request, { after: after ?? 0, limit }))
  },
} satisfies Record<string, Handler>

async function stream(
  { ctx, bearer, query, stream: asked, streams }: Exchange,
  request: FeedRequest & { readonly after: number | undefined },
): Promise<Answer> {
  if (query.limit !== undefined) throw invalid('limit', 'has no meaning for a stream; leave it out')
  // A reader that comes back names the last event it has, whatever address it began with.
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

/** A bare number is from before there were epochs. */
function readLastEventId(
  header: string | undefined,
): (Pick<FeedRequest, 'epoch' | 'isBare'> & { readonly after: number }) | undefined {
  if (header === undefined || header === '') return undefined
  const [, epoch, seq] = /^(?:([0-9a-f]{16})\.)?(\d{1,15})$/.exec(header) ?? []
  if (seq !== undefined) return { after: Number(seq), epoch, isBare: epoch === undefined }
  throw invalid('Last-Event-ID', 'must be the id of an event of this stream: <epoch>.<seq>')
}
