import {
  canHandOver,
  CatalogError,
  type Field,
  type HandOver,
  type HandOverRequest,
  invalid,
  type Kinds,
  kinds,
  responsibilityLimits,
  type ResponsiblePlace,
  responsiblePlaces,
  type Stored,
} from '@svc/model'
import { type Position, positionOf } from '../../store/records.ts'
import type { Fields } from '../records/behaviour.ts'
import { type Context, recordsOf, writeTo } from '../context.ts'
import { type Pace, startPace } from '../pace.ts'
import { findRecord, updateRecord } from '../records/records.ts'
import { heldBy } from './held-places.ts'

/** Per transaction: few enough that other writers hardly wait. */
const atOnce = { limit: 20, bytes: 1024 * 1024 }

/** The maximum time for one request; the answer says what is left. */
const shareMs = 10_000

interface Move {
  readonly from: string
  readonly to: string
}

type Refused = HandOver['refused'][number]

/**
 * Replaces one member with another, as if every record were changed by hand. Each batch is its own transaction: if it
 * ends early, what was moved stays moved, and another request moves the rest.
 */
export async function handOver(ctx: Context, from: string, request: HandOverRequest): Promise<HandOver> {
  const { toUid: to, kinds: wanted, dryRun = false } = request
  await findRecord(ctx, kinds.user, from)
  if (to === undefined) throw invalid('toUid', 'is required: the active member who takes over')
  await checkRecipient(ctx, { from, to })
  const places = responsiblePlaces.filter(
    (place) => canHandOver(place) && (!wanted || wanted.includes(place.kind.name)),
  )
  const refused: Refused[] = []
  const parts: HandOver['parts'][number][] = []
  let budget: number = responsibilityLimits.moved
  const pace = startPace(shareMs)
  for (const place of places) {
    const { responsibility, kind, key } = place
    const leftOver = () => recordsOf(ctx, kind).count(kind, heldBy(ctx, place, from))
    const moved = dryRun
      ? await leftOver()
      : await moveAll(ctx, place, { from, to }, { budget, refused, pace })
    budget -= dryRun ? 0 : moved
    parts.push({
      ...{ responsibility, kind: kind.name, field: key, moved },
      left: dryRun ? 0 : await leftOver(),
    })
  }
  const sum = (key: 'moved' | 'left'): number => parts.reduce((total, part) => total + part[key], 0)
  const shown = refused.slice(0, responsibilityLimits.refusals)
  return { uid: from, toUid: to, dryRun, moved: sum('moved'), left: sum('left'), parts, refused: shown }
}

async function checkRecipient(ctx: Context, { from, to }: Move): Promise<void> {
  if (to === from) throw invalid('toUid', 'must be another member')
  const stored = await recordsOf(ctx, kinds.user).find(kinds.user, to)
  const named = `names the user ${JSON.stringify(to)}`
  if (!stored) throw invalid('toUid', `${named}, which does not exist`)
  const { isActive } = stored.record as Stored<Kinds['user']>
  if (!isActive) throw invalid('toUid', `${named}, who is deactivated: choose an active member`)
}

/** From the newest to the oldest, so that what cannot be moved is skipped only once. */
async function moveAll(
  ctx: Context,
  place: ResponsiblePlace,
  move: Move,
  { budget, refused, pace }: { readonly budget: number; readonly refused: Refused[]; readonly pace: Pace },
): Promise<number> {
  const { kind } = place
  const where = heldBy(ctx, place, move.from)
  let after: Position | undefined
  let moved = 0
  while (moved < budget) {
    const limit = Math.min(atOnce.limit, budget - moved)
    const piece = await writeTo(ctx, kind, async (change) => {
      const { stored, isCut } = await change.slice(kind, { ...atOnce, where, after, limit })
      const outcomes: (Refused | undefined)[] = []
      for (const { record } of stored) {
        outcomes.push(await moveOne(ctx, place, move, { change, record }))
        await pace.pause()
      }
      const last = stored.at(-1)
      return {
        outcomes,
        next: last && (isCut || stored.length === limit) ? positionOf(kind, last) : undefined,
      }
    })
    const failed = piece.outcomes.filter((one) => one !== undefined)
    refused.push(...failed.slice(0, responsibilityLimits.refusals))
    moved += piece.outcomes.length - failed.length
    // Never before something was done, so that repeated requests make progress.
    if (!piece.next || pace.isSpent) break
    after = piece.next
  }
  return moved
}

/** A record that cannot be changed, because it predates some rule, is reported and skipped. */
async function moveOne(
  ctx: Context,
  place: ResponsiblePlace,
  move: Move,
  { change, record }: { readonly change: Parameters<typeof updateRecord>[1]; readonly record: Fields },
): Promise<Refused | undefined> {
  const { kind, key, field } = place
  const id = String(record.id)
  try {
    const input = { [key]: inPlaceOf(field, record[key], move) }
    await updateRecord(ctx, change, kind, { id, input })
    return undefined
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'invalid_request') throw error
    return { kind: kind.name, id, message: error.message }
  }
}

/**
 * In an array the new member takes the same position, without duplicates; in a structured value, wherever the old one
 * was.
 */
function inPlaceOf({ mentions }: Field, value: unknown, { from, to }: Move): unknown {
  if (mentions) return mentions.swap(value as never, from, to)
  return Array.isArray(value) ? [...new Set(value.map((uid: string) => (uid === from ? to : uid)))] : to
}
