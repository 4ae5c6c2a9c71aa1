import { type DeletedRecord, type Kind, restorableKinds, titleOf } from '@svc/model'
import type { Event, EventPlace } from '../../store/event.ts'
import { newestEvents } from '../../store/events.ts'
import { firstBytes, type FoundEvent, loadEvent } from '../../store/found-event.ts'
import { lastOfTheirSubjects } from '../../store/queries/deletions.ts'
import { type Context, partitionOf, recordsOf } from '../context.ts'
import { startPace } from '../pace.ts'
import type { Fields } from '../records/behaviour.ts'
import { behaviourOf } from '../records/behaviours.ts'
import { readCursor, writeCursor } from '../records/cursor.ts'
import { revivable } from './obstacles.ts'

export interface DeletedPage {
  readonly deleted: readonly DeletedRecord[]
  readonly nextCursor: string | null
}

interface Candidate {
  readonly place: EventPlace
  readonly event: Event
  readonly kind: Kind
}

/** How many deletions one request looks at: a page ends early among many that were undone. */
const maxLooked = 2_000
const stepBytes = 1024 ** 2

/** What was deleted and has not come back, newest first. */
export async function listDeleted(
  ctx: Context,
  asked: { readonly kind?: string | undefined; readonly limit: number; readonly cursor?: string | undefined },
): Promise<DeletedPage> {
  const kinds = restorableKinds.filter(({ name }) => asked.kind === undefined || name === asked.kind)
  const scope = JSON.stringify(['deleted', partitionOf(ctx.caller, kinds[0] as Kind), asked.kind ?? null])
  const cursorAt = ({ at, seq }: EventPlace) => writeCursor(ctx.store.epochs, scope, [at, seq])
  const found: { readonly place: EventPlace; readonly deleted: DeletedRecord }[] = []
  const pace = startPace()
  let after = asked.cursor === undefined ? undefined : placeIn(ctx, scope, asked.cursor)
  let looked = 0
  while (found.length <= asked.limit) {
    const step = await deletionsAfter(ctx, kinds, after, Math.min(100, asked.limit + 1 - found.length))
    found.push(...(await stillDeleted(ctx, step)))
    after = step.at(-1)?.place
    looked += step.length
    if (!after) break
    if (looked >= maxLooked && found.length <= asked.limit)
      return { deleted: found.map(({ deleted }) => deleted), nextCursor: cursorAt(after) }
    await pace.pause()
  }
  const page = found.slice(0, asked.limit)
  const last = page.at(-1)
  return {
    deleted: page.map(({ deleted }) => deleted),
    nextCursor: found.length > page.length && last ? cursorAt(last.place) : null,
  }
}

function placeIn({ store }: Context, scope: string, cursor: string): EventPlace {
  const [at, seq] = readCursor(store.epochs, scope, cursor)
  return { at: String(at), seq: Number(seq) }
}

/** Each kind has its own type of event, and so its own way through the index. */
async function deletionsAfter(
  ctx: Context,
  kinds: readonly Kind[],
  after: EventPlace | undefined,
  limit: number,
): Promise<readonly Candidate[]> {
  const lists = await Promise.all(
    kinds.map(async (kind) => {
      const filter = { type: `${kind.name}.deleted` }
      const events = await ctx.store.run(newestEvents, partitionOf(ctx.caller, kind), {
        filter,
        after,
        limit,
      })
      return events.map((event) => ({ ...event, kind }))
    }),
  )
  const newest = lists.flat().sort(newestFirst).slice(0, limit)
  const candidates: Candidate[] = []
  for (const one of firstBytes(newest, stepBytes)) {
    const logged = await loadEvent(ctx.store, one)
    if (logged) candidates.push({ place: { at: one.at, seq: one.seq }, event: logged.event, kind: one.kind })
  }
  return candidates
}

const newestFirst = (a: FoundEvent, b: FoundEvent): number =>
  a.at === b.at ? b.seq - a.seq : a.at < b.at ? 1 : -1

async function stillDeleted(ctx: Context, candidates: readonly Candidate[]) {
  const [first] = candidates
  if (!first) return []
  const seqs = candidates.map(({ place }) => place.seq)
  const last = await ctx.store.run(lastOfTheirSubjects, partitionOf(ctx.caller, first.kind), seqs)
  const shown = new Map<number, DeletedRecord>()
  for (const [kind, all] of Map.groupBy(candidates, (one) => one.kind)) {
    const present = await presentAmong(
      ctx,
      kind,
      all.map(({ event }) => event.subject.id),
    )
    const left = all.filter(
      ({ event, place }) =>
        last.has(place.seq) &&
        !present.has(event.subject.id) &&
        event.before !== null &&
        (behaviourOf(kind).canSee?.(ctx.caller, event.before) ?? true),
    )
    const records = recordsOf(ctx, kind)
    const lookup = {
      list: records.list,
      recordsIn: (id: typeof records.partitionId) => ctx.store.records(id),
    }
    const states = left.map(({ event }) => event.before as Fields)
    const revived = await revivable(ctx.caller, lookup, kind, states)
    for (const [index, { event, place }] of left.entries()) {
      const obstacles = revived[index]?.obstacles ?? []
      shown.set(place.seq, {
        eventId: event.id,
        kind: kind.name,
        id: event.subject.id,
        name: titleOf(kind, event.before as Fields),
        deletedAt: event.at,
        deletedBy: event.actor,
        obstacles: obstacles.map(({ path, message }) => `${path} ${message}`),
      })
    }
  }
  return candidates.flatMap(({ place }) => {
    const deleted = shown.get(place.seq)
    return deleted ? [{ place, deleted }] : []
  })
}

/** The ids that are there: not deleted, or not any more. */
async function presentAmong(ctx: Context, kind: Kind, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const records = recordsOf(ctx, kind)
  if (!kind.softDelete) return records.existing(kind, ids)
  const where = [
    { field: 'id', oneOf: ids },
    { field: kind.softDelete, is: false },
  ]
  const stored = await records.list(kind, { where, fields: [kind.softDelete] })
  return new Set(stored.map(({ record }) => String(record.id)))
}
