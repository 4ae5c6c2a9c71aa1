import { kinds, shown } from '@svc/model'
import { writeTo } from '../../services/context.ts'
import { readCoverage } from '../../services/oncall/coverage.ts'
import { createFeed, revokeFeed } from '../../services/oncall/feeds.ts'
import { json, noContent } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { writeOnce } from '../idempotency.ts'
import { jsonInTurns } from '../json-in-turns.ts'
import { readIfMatch } from '../tags.ts'
import { narrowed, taggedBytes } from './tagged.ts'

/** Who is on call when. */
export const oncallHandlers = {
  getOnCallCoverage: async (exchange) => {
    const { ctx, query } = exchange
    return taggedBytes(exchange, await jsonInTurns(await readCoverage(ctx, query)))
  },

  listOnCallFeeds: (exchange) => narrowed(exchange, 'feeds', kinds.oncallFeed, []),

  createOnCallFeed: (exchange) =>
    writeOnce(
      exchange,
      kinds.oncallFeed,
      async (change) => {
        const { record, url } = await createFeed(exchange.ctx, change, exchange.body)
        return json(201, { ...shown(kinds.oncallFeed, record), url })
      },
      { holdsSecret: true },
    ),

  deleteOnCallFeed: async ({ ctx, params, ifMatch: header }) => {
    const precondition = { id: params.feedId, ifMatch: readIfMatch(header, ctx.caller, kinds.oncallFeed) }
    await writeTo(ctx, kinds.oncallFeed, (change) => revokeFeed(ctx, change, precondition))
    return noContent
  },
} satisfies Partial<SpecialHandlers>
