import { kinds } from '@svc/model'
import { groupCosts } from '../../services/costs/group-costs.ts'
import { readCosts } from '../../services/costs/read-costs.ts'
import { listProjectCosts } from '../../services/costs/list-project-costs.ts'
import { latestDrift } from '../../services/drift/latest.ts'
import type { Fields } from '../../services/records/behaviour.ts'
import { pageOfRunbooks, runbooksFor } from '../../services/issues/runbooks.ts'
import { listRequest } from '../../services/records/lists.ts'
import { refreshBinding } from '../../services/oncall/refresh.ts'
import { findRecord } from '../../services/records/records.ts'
import { explainSlo } from '../../services/slo/explain.ts'
import { basisOf } from '../basis.ts'
import type { SpecialHandlers } from '../exchange.ts'
import { askOnce } from '../idempotency.ts'
import { jsonOf } from '../json-of.ts'
import { recordAnswer } from './kind-routes.ts'
import { gather, jsonChunks, pageBody, pageOf, piecesOf, reserveForList } from './list-body.ts'
import { listTagged, narrowed, tagged, taggedBytes } from './tagged.ts'

const snapshotsShown = 500

/** What is computed on request. */
export const reportHandlers = {
  listSloSnapshots: async (exchange) => {
    const sloId = exchange.params.sloId
    await findRecord(exchange.ctx, kinds.slo, sloId)
    const request = listRequest(exchange.ctx, kinds.sloSnapshot, exchange.query, [
      { field: 'sloId', is: sloId },
    ])
    const page = { ...request, limit: request.limit ?? snapshotsShown }
    await reserveForList(exchange, page)
    const { items, nextCursor } = await pageOf(exchange.ctx, page)
    return taggedBytes(exchange, pageBody('snapshots', items.toReversed(), nextCursor))
  },

  explainSlo: async (exchange) => tagged(exchange, await explainSlo(exchange.ctx, exchange.params.sloId)),

  listIssueRunbooks: async (exchange) => {
    const { ctx, params, query } = exchange
    const { epoch, state } = await basisOf(ctx, kinds.runbook)
    const issue = await findRecord(ctx, kinds.issue, params.issueId)
    const { limit, cursor } = query
    await reserveForList(exchange, { kind: kinds.runbook, limit })
    if (limit === undefined) {
      const chunks = jsonChunks(kinds.runbook, runbooksFor(ctx, issue, cursor))
      return listTagged(
        exchange,
        `${epoch}.${state}.${issue.revision}`,
        await gather(piecesOf('runbooks', chunks)),
      )
    }
    const write = (record: Fields) => jsonOf(kinds.runbook, record)
    const { items, nextCursor } = await pageOfRunbooks(ctx, issue, { limit, cursor }, write)
    return taggedBytes(exchange, pageBody('runbooks', items, nextCursor))
  },

  refreshOnCallBinding: (exchange) =>
    askOnce(exchange, kinds.oncallBinding, async () => {
      const { ctx, services, params } = exchange
      const stored = await refreshBinding(ctx, services.onCall, params.bindingId)
      return recordAnswer(exchange, kinds.oncallBinding, stored, 200)
    }),

  getDrift: async (exchange) =>
    tagged(exchange, { drift: await latestDrift(exchange.ctx, exchange.query.appId) }),

  getCosts: async (exchange) => tagged(exchange, await readCosts(exchange.ctx, exchange.query.appId)),

  getCostGroups: async (exchange) => tagged(exchange, await groupCosts(exchange.ctx, exchange.query)),

  listProjectCosts: async (exchange) =>
    tagged(exchange, await listProjectCosts(exchange.ctx, exchange.query)),

  listScorecardScores: async (exchange) => {
    const scorecardId = exchange.params.scorecardId
    await findRecord(exchange.ctx, kinds.scorecard, scorecardId)
    return narrowed(exchange, 'scores', kinds.score, [{ field: 'scorecardId', is: scorecardId }])
  },

  listScores: (exchange) => narrowed(exchange, 'scores', kinds.score, []),
} satisfies Partial<SpecialHandlers>
