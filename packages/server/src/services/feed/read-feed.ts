import { CatalogError } from '@svc/model'
import type { Event } from '../../store/event.ts'
import { feedAfter } from '../../store/events.ts'
import { loadEvent } from '../../store/found-event.ts'
import { type LogEnd, logEnd } from '../../store/queries/log-end.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { type Caller, type Context, requireScope } from '../context.ts'
import { startPace } from '../pace.ts'
import { hiddenKinds, visibleEvent } from './visible.ts'

export interface FeedRequest {
  /** The data of the caller's mode, or of the organisation itself. */
  readonly scope: 'mode' | 'organisation'
  readonly kind?: string | undefined
  readonly type?: string | undefined
  /** The history that the position belongs to; undefined if the reader does not say. */
  readonly epoch?: string | undefined
  /** Whether the position is from before there were epochs: it is valid as long as the first epoch lasts. */
  readonly isBare?: boolean | undefined
}

export interface FeedEvent extends Event {
  readonly seq: number
}

export interface FeedPage {
  readonly events: readonly FeedEvent[]
  /** How far the log has been read: everything up to here was shown or is not visible to this caller. */
  readonly lastSeq: number
  readonly epoch: string
}

const chunk = 20
/** A page ends early at this size: a record may be half a megabyte, twice in an event. */
const pageBytes = 4 * 1024 ** 2

/** The log that a request reads. */
export function feedPartition({ organisation, mode }: Caller, { scope }: FeedRequest): PartitionId {
  return scope === 'organisation' ? organisation.home : organisation.partitions[mode]
}

/** Where the log of a request ends; 403 if the caller may not read it. */
export async function feedEnd(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  request: FeedRequest,
): Promise<LogEnd> {
  if (request.scope === 'organisation') requireScope(caller, 'admin')
  return store.run(logEnd, feedPartition(caller, request))
}

/** 410 if a position does not, or may not, belong to the log's current history. */
export function refuseGone({ lastSeq, epoch, isFirst }: LogEnd, request: FeedRequest, after: number): void {
  const isOfNow = request.isBare ? isFirst : (request.epoch ?? epoch) === epoch
  if (after <= lastSeq && isOfNow) return
  throw new CatalogError(
    'gone',
    'This position belongs to a history that the database no longer has: read again from the start.',
  )
}

/** The next events after a number that the caller wants and may see. */
export async function readFeed(
  { store, caller }: Context,
  request: FeedRequest,
  {
    after,
    limit,
    maxBytes = pageBytes,
  }: { readonly after: number; readonly limit: number; readonly maxBytes?: number },
): Promise<FeedPage> {
  const now = await feedEnd({ store, caller }, request)
  refuseGone(now, request, after)
  const { lastSeq: end, epoch } = now
  const partitionId = feedPartition(caller, request)
  const filter = {
    subjectKind: request.kind,
    type: request.type,
    exceptKinds: hiddenKinds(caller),
    hiddenMode: caller.mode === 'test' && request.scope === 'organisation' ? 'live' : undefined,
  }
  const events: FeedEvent[] = []
  let seq = after
  let size = 0
  const pace = startPace()
  while (events.length < limit) {
    const wanted = Math.min(chunk, limit - events.length)
    const read = await store.run(feedAfter, partitionId, { filter, after: seq, limit: wanted })
    for (const found of read) {
      if (size > 0 && size + found.bytes > maxBytes) return { events, lastSeq: seq, epoch }
      seq = found.seq
      await pace.pause()
      const logged = await loadEvent(store, found, (event) => visibleEvent(caller, event) !== undefined)
      const visible = logged && visibleEvent(caller, logged.event)
      if (!visible) continue
      events.push({ seq, ...visible })
      size += found.bytes
    }
    if (read.length < wanted) return { events, lastSeq: Math.max(end, events.at(-1)?.seq ?? 0), epoch }
  }
  return { events, lastSeq: seq, epoch }
}
