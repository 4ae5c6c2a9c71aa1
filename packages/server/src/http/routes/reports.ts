import { type Kind, kinds } from '@svc/model'
import { readCosts } from '../../services/costs/read-costs.ts'
import { listProjectCosts } from '../../services/costs/list-project-costs.ts'
import { latestDrift } from '../../services/drift/latest.ts'
import { listRequest, readPage } from '../../services/lists.ts'
import { refreshBinding } from '../../services/oncall/refresh.ts'
import { findRecord } from '../../services/records.ts'
import type { Condition } from '../../store/records.ts'
import type { Exchange, Handler } from '../exchange.ts'
import { askOnce } from '../idempotency.ts'
import { recordAnswer } from './kind-routes.ts'
import { narrowed, tagged } from './tagged.ts'

/** What is worked out when it is asked for. */
export const reportHandlers = {
  getApiSpec: async (exchange) =>
    tagged(exchange, await exchange.fetchSpec(exchange.ctx, exchange.params.apiId ?? '')),

  listSloSnapshots: async (exchange) => {
    const sloId = exchange.params.sloId ?? ''
    await findRecord(exchange.ctx, kinds.slo, sloId)
    const { records, nextCursor } = await readNewest(exchange, kinds.sloSnapshot, [
      { field: 'sloId', is: sloId },
    ])
    return tagged(exchange, { snapshots: records.toReversed(), nextCursor })
  },

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

async function readNewest(exchange: Exchange, kind: Kind, fixed: readonly Condition[]) {
  const request = listRequest(exchange.ctx, kind, exchange.query, fixed)
  return readPage(exchange.ctx, { ...request, limit: request.limit ?? 500 })
}
