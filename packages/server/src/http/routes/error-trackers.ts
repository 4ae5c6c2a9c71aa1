import { kinds } from '@svc/model'
import type { Fields } from '../../services/behaviour.ts'
import { writeTo } from '../../services/context.ts'
import {
  configureErrorTracker,
  findErrorTracker,
  removeErrorTracker,
} from '../../services/error-trackers/configuration.ts'
import { refreshErrorTracker } from '../../services/error-trackers/refresh.ts'
import { loggingRefusals } from '../../services/vault/permission.ts'
import { noContent, notModified } from '../answer.ts'
import { isCurrent, readIfMatch } from '../conditional.ts'
import type { Handler } from '../exchange.ts'
import { askOnce } from '../idempotency.ts'
import { recordAnswer } from './kind-routes.ts'
import { narrowed } from './tagged.ts'

/** One for each project, which is its address. */
export const errorTrackerHandlers = {
  listErrorTrackers: (exchange) => narrowed(exchange, kinds.errorTracker, []),

  getErrorTracker: async ({ ctx, params, ifNoneMatch }) => {
    const held = await findErrorTracker(ctx, params.appId ?? '')
    const answer = await recordAnswer(ctx, kinds.errorTracker, held, 200)
    return isCurrent(ifNoneMatch, answer.etag ?? '') ? notModified(answer.etag ?? '') : answer
  },

  configureErrorTracker: async ({ ctx, params, body, ifMatch: header }) => {
    const request = { appId: params.appId ?? '', input: body as Fields, ifMatch: readIfMatch(header) }
    const held = await loggingRefusals(ctx, () =>
      writeTo(ctx, kinds.errorTracker, (change) => configureErrorTracker(ctx, change, request)),
    )
    return recordAnswer(ctx, kinds.errorTracker, held, 200)
  },

  deleteErrorTracker: async ({ ctx, params, ifMatch: header }) => {
    const request = { appId: params.appId ?? '', ifMatch: readIfMatch(header) }
    await writeTo(ctx, kinds.errorTracker, (change) => removeErrorTracker(ctx, change, request))
    return noContent
  },

  refreshErrorTracker: (exchange) =>
    askOnce(exchange, kinds.errorTracker, async () => {
      const { ctx, errorTrackers, params } = exchange
      const held = await refreshErrorTracker(ctx, errorTrackers, params.appId ?? '')
      return recordAnswer(ctx, kinds.errorTracker, held, 200)
    }),
} satisfies Record<string, Handler>
