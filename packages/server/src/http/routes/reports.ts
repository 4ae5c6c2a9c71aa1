import { kinds } from '@svc/model'
import { readCosts } from '../../services/costs/read-costs.ts'
import { listProjectCosts } from '../../services/costs/list-project-costs.ts'
import { latestDrift } from '../../services/drift/latest.ts'
import { listRequest } from '../../services/lists.ts'
import { refreshBinding } from '../../services/oncall/refresh.ts'
import { findRecord } from '../../services/records.ts'
import { explainSlo } from '../../services/slo/explain.ts'
import type { Handler } from '../exchange.ts'
import { askOnce } from '../idempotency.ts'
import { recordAnswer } from './kind-routes.ts'
import { pageBody, pageOf, roomForList } from './list-body.ts'
import { narrowed, tagged, taggedBytes } from './tagged.ts'

const snapshotsShown = 500

/** What is worked out when it is asked for. */
export const reportHandlers = {
  getApiSpec: async (exchange) =>
    tagged(exchange, await exchange.fetchSpec(exchange.ctx, exchange.params.apiId ?? '')),

  listSloSnapshots: async (exchange) => {
    const sloId = exchange.params.sloId ?? ''
    await findRecord(exchange.ctx, kinds.slo, sloId)
    const request = listRequest(exchange.ctx, kinds.sloSnapshot, exchange.query, [
      { field: 'sloId', is: sloId },
    ])
    const page = { ...request, limit: request.limit ?? snapshotsShown }
    await roomForList(exchange, page)
    const { items, nextCursor } = await pageOf(exchange.ctx, page)
    return taggedBytes(exchange, pageBody('snapshots', items.toReversed(), nextCursor))
  },

  explainSlo: async (exchange) =>
    tagged(exchange, await explainSlo(exchange.ctx, exchange.params.sloId ?? '')),

  refreshOnCallBinding: (exchange) =>
    askOnce(exchange, kinds.oncallBinding, async () => {
      const { ctx, onCall, params } = exchange
      const held = await refreshBinding(ctx, onCall, params.bindingId ?? '')
      return recordAnswer(exchange, kinds.oncallBinding, held, 200)
    }),

  getDrift: async (exchange) =>
    tagged(exchange, { drift: await latestDrift(exchange.ctx, String(exchange.query.appId)) }),

  getCosts: async (exchange) => tagged(exchange, await readCosts(exchange.ctx, String(exchange.query.appId))),

  listProjectCosts: async (exchange) =>
    tagged(exchange, await listProjectCosts(exchange.ctx, exchange.query)),

  listScorecardScores: async (exchange) => {
    const scorecardId = exchange.params.scorecardId ?? ''
    await findRecord(exchange.ctx, kinds.scorecard, scorecardId)
    return narrowed(exchange, kinds.score, [{ field: 'scorecardId', is: scorecardId }])
  },

  listScores: (exchange) => narrowed(exchange, kinds.score, []),
} satisfies Record<string, Handler>
