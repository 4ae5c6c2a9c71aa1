import { invalid, kinds } from '@svc/model'
import type { Event, EventPlace } from '../../store/event.ts'
import { type EventFilter, lastSeqOf, newestEvents } from '../../store/events.ts'
import { firstBytes, type FoundEvent, loadEvent } from '../../store/found-event.ts'
import type { PartitionId } from '../../store/partition-id.ts'
import { behaviourOf } from './behaviours.ts'
import type { Caller, Context } from '../context.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { numbered } from '../issues/numbering.ts'
import { startPace } from '../pace.ts'

export interface EventPage {
  readonly events: readonly Event[]
  readonly nextCursor: string | null
}

export interface HistoryRequest {
  readonly filter: EventFilter
  readonly limit: number
  readonly cursor?: string | undefined
  /** Ends a page early: a record may be a megabyte, and an event has it twice. */
  readonly maxBytes?: number | undefined
}

const pageBytes = 4 * 1024 ** 2
/** How much of a streamed history is in memory. */
const sliceBytes = 1024 ** 2

/** The log of the caller's mode and that of the organisation itself. */
export const auditedPartitions = ({ organisation, mode }: Caller): readonly PartitionId[] => [
  organisation.partitions[mode],
  organisation.home,
]

/** The credentials of both modes are stored together, but in test mode the live ones are hidden. */
export const auditFilter = ({ mode }: Caller, asked: EventFilter): EventFilter =>
  mode === 'live' ? asked : { ...asked, hiddenMode: 'live' }

/** What happened to an issue, except its numbering, which the service does at some later time. */
export const activityOf = (issueId: string): EventFilter => ({
  subjectKind: kinds.issue.name,
  subjectId: issueId,
  exceptType: numbered,
})

/** Where the logs end: what was read up to there will not change. */
export async function logEnds(ctx: Context, partitions: readonly PartitionId[]): Promise<string> {
  return (await Promise.all(partitions.map((id) => ctx.store.run(lastSeqOf, id)))).join('.')
}

const chunk = 500

/** The whole history in pieces, each read on demand. */
export async function* allEvents(
  ctx: Context,
  partitions: readonly PartitionId[],
  filter: EventFilter,
): AsyncGenerator<readonly Event[]> {
  let cursor: string | undefined
  do {
    const page: EventPage = await eventPage(ctx, partitions, {
      filter,
      limit: chunk,
      cursor,
      maxBytes: sliceBytes,
    })
    yield page.events
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

/** Several logs as one: each continues where the previous page ended. */
export async function eventPage(
  ctx: Context,
  partitions: readonly PartitionId[],
  { filter, limit, cursor, maxBytes = pageBytes }: HistoryRequest,
): Promise<EventPage> {
  const scope = JSON.stringify([partitions, filter])
  const places = cursor === undefined ? [] : placesIn(ctx, scope, cursor, partitions.length)
  const logs = await Promise.all(
    partitions.map((id, index) =>
      ctx.store.run(newestEvents, id, { filter, after: places[index], limit: limit + 1 }),
    ),
  )
  const entries = logs.flatMap((log, index) => log.map((entry) => ({ ...entry, index }))).sort(newestFirst)
  const page = firstBytes(entries.slice(0, limit), maxBytes)
  // A log that is not on this page yet also continues below it, so that events written meanwhile are left out.
  const below = { at: page.at(-1)?.at ?? '', seq: Number.MAX_SAFE_INTEGER }
  const ends = partitions.map(
    (_, index) => page.findLast((entry) => entry.index === index) ?? places[index] ?? below,
  )
  return {
    events: await load(ctx, page),
    nextCursor:
      entries.length > page.length
        ? writeCursor(
            ctx.store.epochs,
            scope,
            ends.flatMap(({ at, seq }) => [at, seq]),
          )
        : null,
  }
}

async function load({ store, caller }: Context, page: readonly FoundEvent[]): Promise<readonly Event[]> {
  const pace = startPace()
  const events: Event[] = []
  for (const found of page) {
    const logged = await loadEvent(store, found)
    if (logged) events.push(revealed(caller, logged.event))
    await pace.pause()
  }
  return events
}

/** States that the caller may not see are left out, but the event itself is not. */
function revealed(caller: Caller, event: Event): Event {
  const { canSee } = behaviourOf({ name: event.subject.kind })
  if (!canSee) return event
  const seen = (state: unknown): unknown => (state !== null && canSee(caller, state) ? state : null)
  return { ...event, before: seen(event.before), after: seen(event.after) }
}

type Entry = FoundEvent & { readonly index: number }

const newestFirst = (a: Entry, b: Entry): number =>
  a.at === b.at ? a.index - b.index || b.seq - a.seq : a.at < b.at ? 1 : -1

function placesIn({ store }: Context, scope: string, cursor: string, count: number): readonly EventPlace[] {
  const parts = readCursor(store.epochs, scope, cursor)
  if (parts.length !== count * 2) throw invalid('cursor', 'does not belong to this list')
  return Array.from({ length: count }, (_, index) => ({
    at: String(parts[index * 2]),
    seq: Number(parts[index * 2 + 1]),
  }))
}
