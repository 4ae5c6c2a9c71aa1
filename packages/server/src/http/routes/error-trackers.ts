import { kinds } from '@svc/model'
import type { Fields } from '../../services/records/behaviour.ts'
import { removeFrom, writeTo } from '../../services/context.ts'
import {
  configureErrorTracker,
  findErrorTracker,
  removeErrorTracker,
} from '../../services/error-trackers/configuration.ts'
import { refreshErrorTracker } from '../../services/error-trackers/refresh.ts'
import { loggingRefusals } from '../../services/vault/permission.ts'
import { noContent } from '../answer.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { askOnce } from '../idempotency.ts'
import { readIfMatch } from '../tags.ts'
import { readAnswer, recordAnswer } from './kind-routes.ts'
import { narrowed } from './tagged.ts'

/** One for each project, addressed by the project's id. */
export const errorTrackerHandlers = {
  listErrorTrackers: (exchange) => narrowed(exchange, 'errorTrackers', kinds.errorTracker, []),

  getErrorTracker: async (exchange) => {
    const stored = await findErrorTracker(exchange.ctx, exchange.params.appId)
    return readAnswer(exchange, kinds.errorTracker, stored)
  },

  configureErrorTracker: async (exchange) => {
    const { ctx, params, body } = exchange
    const ifMatch = readIfMatch(exchange.ifMatch, ctx.caller, kinds.errorTracker)
    const request = { appId: params.appId, input: body as Fields, ifMatch }
    const stored = await loggingRefusals(ctx, () =>
      writeTo(ctx, kinds.errorTracker, (change) => configureErrorTracker(ctx, change, request)),
    )
    return recordAnswer(exchange, kinds.errorTracker, stored, 200)
  },

  deleteErrorTracker: async ({ ctx, params, ifMatch: header }) => {
    const ifMatch = readIfMatch(header, ctx.caller, kinds.errorTracker)
    const request = { appId: params.appId, ifMatch }
    await removeFrom(ctx, kinds.errorTracker, (change) => removeErrorTracker(ctx, change, request))
    return noContent
  },

  refreshErrorTracker: (exchange) =>
    askOnce(exchange, kinds.errorTracker, async () => {
      const { ctx, services, params } = exchange
      const stored = await refreshErrorTracker(ctx, services.errorTrackers, params.appId)
      return recordAnswer(exchange, kinds.errorTracker, stored, 200)
    }),
} satisfies Partial<SpecialHandlers>
