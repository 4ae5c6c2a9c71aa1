import { kinds, type ListOf, type LoggedEvent, maxPage } from '@svc/model'
import type { Event } from '../../store/event.ts'
import { partitionOf } from '../../services/context.ts'
import {
  activityOf,
  allEvents,
  auditedPartitions,
  auditFilter,
  eventPage,
  logEnds,
} from '../../services/records/history.ts'
import { pageBytes } from '../../services/records/lists.ts'
import { findRecord } from '../../services/records/records.ts'
import type { EventFilter } from '../../store/events.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { type Answer, json, notModified } from '../answer.ts'
import type { Exchange, SpecialHandlers } from '../exchange.ts'
import { isCurrent, personalTag } from '../tags.ts'
import { gather, listAnswer, piecesOf } from './list-body.ts'

export const historyHandlers = {
  listIssueActivity: async (exchange) => {
    const { ctx, params } = exchange
    const { issueId } = params
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
} satisfies Partial<SpecialHandlers>

/** A part of the log, tagged by where the log ends. */
async function history<Key extends string>(
  { ctx, epoch, query, ifNoneMatch, memory, response }: Exchange,
  key: Key,
  { partitions, filter }: { readonly partitions: readonly PartitionId[]; readonly filter: EventFilter },
): Promise<Answer<ListOf<Key, LoggedEvent>>> {
  const etag = personalTag({ epoch, caller: ctx.caller }, await logEnds(ctx, partitions))
  const cursor = query.cursor === undefined ? undefined : String(query.cursor)
  if (typeof query.limit === 'number' || cursor !== undefined) {
    const limit = typeof query.limit === 'number' ? query.limit : maxPage
    await memory.reserve(ctx.caller, response, pageBytes)
    const { events, nextCursor } = await eventPage(ctx, partitions, { filter, limit, cursor })
    return isCurrent(ifNoneMatch, etag)
      ? notModified(etag)
      : json(200, page(key, events, nextCursor), { etag })
  }
  if (isCurrent(ifNoneMatch, etag)) return notModified(etag)
  await memory.admitUnlimited(ctx.caller, response)
  return listAnswer(await gather(piecesOf(key, jsonEvents(allEvents(ctx, partitions, filter)))), etag)
}

/** The compiler does not follow a computed name. */
const page = <Key extends string>(key: Key, events: readonly Event[], nextCursor: string | null) =>
  ({ [key]: events, nextCursor }) as ListOf<Key, LoggedEvent>

async function* jsonEvents(chunks: AsyncIterable<readonly Event[]>): AsyncGenerator<readonly string[]> {
  for await (const events of chunks) yield events.map((event) => JSON.stringify(event))
}
