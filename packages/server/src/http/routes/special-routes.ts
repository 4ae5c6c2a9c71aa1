import {
  type CreateInput,
  type Kind,
  type Kinds,
  kinds,
  listKeyOf,
  maxPage,
  shown,
  type SpecialOperationId,
} from '@svc/model'
import { type Context, partitionOf, recordsOf, writeTo } from '../../services/context.ts'
import { readCosts } from '../../services/costs/read-costs.ts'
import { latestDrift } from '../../services/drift/latest.ts'
import {
  activityOf,
  allEvents,
  auditedPartitions,
  auditFilter,
  eventPage,
  logEnds,
} from '../../services/history.ts'
import {
  createApiKey,
  createToken,
  ofMode,
  ownTokens,
  revokeApiKey,
  revokeToken,
} from '../../services/identity/credentials.ts'
import { listRequest, readPage } from '../../services/lists.ts'
import { refreshBinding } from '../../services/oncall/refresh.ts'
import { findRecord, updateRecord } from '../../services/records.ts'
import { fetchSpec } from '../../services/specs/fetch.ts'
import type { Event, EventFilter } from '../../store/events.ts'
import type { Condition } from '../../store/records.ts'
import type { Held } from '../../store/table.ts'
import { type Answer, json, noContent, notModified } from '../answer.ts'
import { contentTag, isCurrent, readIfMatch } from '../conditional.ts'
import type { Exchange, Handler } from '../exchange.ts'
import { askOnce, writeOnce } from '../idempotency.ts'
import { recordAnswer } from './kind-routes.ts'
import { gather, listAnswer, listBody, piecesOf } from './list-body.ts'
import { describeCaller } from './me.ts'

/** Endpoints that are not one of a kind's five, each by the id of its operation. */
export const specialHandlers = {
  getMe: async (exchange) => tagged(exchange, await describeCaller(exchange.ctx)),

  listTokens: (exchange) => narrowed(exchange, kinds.token, ownTokens(exchange.ctx.caller)),

  createToken: (exchange) =>
    writeOnce(
      exchange,
      kinds.token,
      async (change) => {
        const { record, secret } = await createToken(
          exchange.ctx,
          change,
          exchange.body as CreateInput<Kinds['token']>,
        )
        return json(201, { ...shown(kinds.token, record), token: secret })
      },
      { holdsSecret: true },
    ),

  deleteToken: async ({ ctx, params, ifMatch: header }) => {
    const precondition = { id: params.tokenId ?? '', ifMatch: readIfMatch(header) }
    await writeTo(ctx, kinds.token, (change) => revokeToken(ctx, change, precondition))
    return noContent
  },

  listApiKeys: (exchange) => narrowed(exchange, kinds.apiKey, ofMode(exchange.ctx.caller)),

  createApiKey: (exchange) =>
    writeOnce(
      exchange,
      kinds.apiKey,
      async (change) => {
        const { record, secret } = await createApiKey(
          exchange.ctx,
          change,
          exchange.body as CreateInput<Kinds['apiKey']>,
        )
        return json(201, { ...shown(kinds.apiKey, record), key: secret })
      },
      { holdsSecret: true },
    ),

  deleteApiKey: async ({ ctx, params, ifMatch: header }) => {
    const precondition = { id: params.keyId ?? '', ifMatch: readIfMatch(header) }
    await writeTo(ctx, kinds.apiKey, (change) => revokeApiKey(ctx, change, precondition))
    return noContent
  },

  getApiSpec: async (exchange) =>
    tagged(exchange, await fetchSpec(exchange.ctx, exchange.fetch, exchange.params.apiId ?? '')),

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
      return recordAnswer(ctx, kinds.oncallBinding, held, 200)
    }),

  getDrift: async (exchange) =>
    tagged(exchange, { drift: await latestDrift(exchange.ctx, String(exchange.query.appId)) }),

  getCosts: async (exchange) => tagged(exchange, await readCosts(exchange.ctx, String(exchange.query.appId))),

  listScorecardScores: async (exchange) => {
    const scorecardId = exchange.params.scorecardId ?? ''
    await findRecord(exchange.ctx, kinds.scorecard, scorecardId)
    return narrowed(exchange, kinds.score, [{ field: 'scorecardId', is: scorecardId }])
  },

  listScores: (exchange) => narrowed(exchange, kinds.score, []),

  getSsoSettings: async (exchange) => {
    const { ctx, ifNoneMatch } = exchange
    const answer = await recordAnswer(ctx, kinds.ssoSettings, await ssoSettings(ctx), 200)
    return isCurrent(ifNoneMatch, answer.etag ?? '') ? notModified(answer.etag ?? '') : answer
  },

  updateSsoSettings: async ({ ctx, body, ifMatch: header }) => {
    const ifMatch = readIfMatch(header)
    const id = String((await ssoSettings(ctx)).record.id)
    const held = await writeTo(ctx, kinds.ssoSettings, (change) =>
      updateRecord(ctx, change, kinds.ssoSettings, {
        id,
        input: body as Readonly<Record<string, unknown>>,
        ifMatch,
      }),
    )
    return recordAnswer(ctx, kinds.ssoSettings, held, 200)
  },

  listIssueActivity: async (exchange) => {
    const { ctx, params } = exchange
    const issueId = params.issueId ?? ''
    await findRecord(ctx, kinds.issue, issueId)
    return history(exchange, 'activity', {
      partitions: [partitionOf(ctx.caller, kinds.issue)],
      filter: activityOf(issueId),
    })
  },

  listAuditLog: (exchange) => {
    const { limit: _, cursor: __, ...asked } = exchange.query
    const { caller } = exchange.ctx
    return history(exchange, 'auditLog', {
      partitions: auditedPartitions(caller),
      filter: auditFilter(caller, asked),
    })
  },
} satisfies Record<Exclude<SpecialOperationId, 'getOpenApi'>, Handler>

/** An answer that no revision covers is tagged by its bytes. */
function tagged({ ifNoneMatch }: Exchange, value: unknown): Answer {
  const answer = json(200, value)
  const etag = contentTag(answer.body as string)
  return isCurrent(ifNoneMatch, etag) ? notModified(etag) : { ...answer, etag }
}

/** A kind's list, narrowed beyond what its filters say. */
async function narrowed(exchange: Exchange, kind: Kind, fixed: readonly Condition[]): Promise<Answer> {
  const made = await listBody(
    exchange,
    kind,
    listRequest(exchange.ctx, kind, exchange.query, fixed),
    listKeyOf(kind),
  )
  if (!(made.body instanceof Buffer)) return { status: 200, body: made.body }
  const etag = contentTag(made.body)
  return isCurrent(exchange.ifNoneMatch, etag) ? notModified(etag) : listAnswer(made, etag)
}

async function readNewest(exchange: Exchange, kind: Kind, fixed: readonly Condition[]) {
  const request = listRequest(exchange.ctx, kind, exchange.query, fixed)
  return readPage(exchange.ctx, { ...request, limit: request.limit ?? 500 })
}

async function ssoSettings(ctx: Context): Promise<Held> {
  const [held] = await recordsOf(ctx, kinds.ssoSettings).list(kinds.ssoSettings, { where: [], limit: 1 })
  if (!held) throw new Error('The organisation has no SSO settings.')
  return held
}

/** A part of the log, tagged by where the log ends. */
async function history(
  { ctx, query, ifNoneMatch }: Exchange,
  key: string,
  { partitions, filter }: { readonly partitions: readonly string[]; readonly filter: EventFilter },
): Promise<Answer> {
  const etag = `"${await logEnds(ctx, partitions)}"`
  const cursor = query.cursor === undefined ? undefined : String(query.cursor)
  if (typeof query.limit === 'number' || cursor !== undefined) {
    const limit = typeof query.limit === 'number' ? query.limit : maxPage
    const { events, nextCursor } = await eventPage(ctx, partitions, { filter, limit, cursor })
    return isCurrent(ifNoneMatch, etag)
      ? notModified(etag)
      : json(200, { [key]: events, nextCursor }, { etag })
  }
  if (isCurrent(ifNoneMatch, etag)) return notModified(etag)
  return listAnswer(await gather(piecesOf(key, jsonEvents(allEvents(ctx, partitions, filter)))), etag)
}

async function* jsonEvents(chunks: AsyncIterable<readonly Event[]>): AsyncGenerator<readonly string[]> {
  for await (const events of chunks) yield events.map((event) => JSON.stringify(event))
}
