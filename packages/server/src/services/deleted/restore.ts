import {
  allKinds,
  CatalogError,
  capital,
  comesBack,
  type Kind,
  oneOfKind,
  type ProblemDetail,
  restorableKinds,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import { loadEvent, seqInEventId } from '../../store/found-event.ts'
import { eventsUpTo, lastOfTheirSubjects } from '../../store/queries/deletions.ts'
import type { StoredRecord } from '../../store/table.ts'
import type { Context } from '../context.ts'
import { startPace } from '../pace.ts'
import type { Fields } from '../records/behaviour.ts'
import { behaviourOf } from '../records/behaviours.ts'
import { checkRecordLimit } from '../records/record-limit.ts'
import { type Consequence, consequencesOf } from './deletion.ts'
import { revivable } from './obstacles.ts'

export interface Restored {
  readonly kind: Kind
  readonly stored: StoredRecord
}

/** Puts back a deleted record, and what its deletion removed or cleared, as far as that is possible. */
export async function restoreDeleted(ctx: Context, change: Change, eventId: string): Promise<Restored> {
  const { event, seq, kind } = await deletionOf(ctx, change, eventId)
  const { id } = event.subject
  const marked = await checkGone(change, kind, id)
  const last = await change.run(lastOfTheirSubjects, change.partitionId, [seq])
  if (!last.has(seq))
    throw cannot(
      `The ${kind.noun} ${JSON.stringify(id)} was restored and deleted again: restore its latest deletion.`,
    )
  const [revived] = await revivable(ctx.caller, change, kind, [event.before as Fields])
  if (!revived || revived.obstacles.length > 0) throw obstructed(kind, id, revived?.obstacles ?? [])
  const stored = await withinQuota(kind, id, () => putBack(ctx, change, kind, revived.record, marked))
  const pace = startPace()
  for await (const consequence of consequencesOf(change, change.partitionId, { event, seq })) {
    await withinQuota(kind, id, () => undo(ctx, change, consequence))
    await pace.pause()
  }
  return { kind, stored: (await change.find(kind, id)) ?? stored }
}

async function deletionOf(ctx: Context, change: Change, eventId: string) {
  const unknown = new CatalogError('not_found', `There is no deletion ${JSON.stringify(eventId)}.`)
  const seq = seqInEventId(eventId)
  const [found] = seq === undefined ? [] : await change.run(eventsUpTo, change.partitionId, seq, 1)
  const logged = found && (await loadEvent(change, found))
  if (!logged || logged.event.id !== eventId) throw unknown
  const { event } = logged
  const kind = allKinds.find(({ name }) => event.type === `${name}.deleted`)
  if (!kind || event.before === null) throw unknown
  if (!(behaviourOf(kind).canSee?.(ctx.caller, event.before) ?? true)) throw unknown
  if (!restorableKinds.includes(kind))
    throw cannot(`${capital(oneOfKind(kind))} cannot be restored. ${kind.staysDeleted ?? 'Set it up again.'}`)
  return { event, seq: logged.seq, kind }
}

/** The record as it is stored if it was only marked. */
async function checkGone(change: Change, kind: Kind, id: string): Promise<StoredRecord | undefined> {
  const stored = await change.find(kind, id)
  if (!stored || (kind.softDelete && stored.record[kind.softDelete] === true)) return stored
  throw cannot(`The ${kind.noun} ${JSON.stringify(id)} is back already.`)
}

async function putBack(
  ctx: Context,
  change: Change,
  kind: Kind,
  revived: Fields,
  marked?: StoredRecord,
): Promise<StoredRecord> {
  const draft = { next: revived, before: undefined, given: new Set<string>() }
  const prepared: Fields = (await behaviourOf(kind).prepare?.(draft, change, ctx)) ?? revived
  const record = {
    ...prepared,
    ...Object.fromEntries(guardsOf(kind).map((key) => [key, revived[key]])),
    ...(kind.fields.updatedAt && { updatedAt: change.at }),
    ...(kind.softDelete && { [kind.softDelete]: false }),
  }
  if (!marked) await checkRecordLimit(change, kind)
  return change.restore(kind, record, marked)
}

/** What counts on from where it was. */
const guardsOf = ({ fields }: Kind): readonly string[] =>
  Object.keys(fields).filter((key) => fields[key]?.traits.guards)

async function undo(ctx: Context, change: Change, consequence: Consequence): Promise<void> {
  const { kind } = consequence
  if ('removed' in consequence) {
    if (!comesBack(kind) || (await change.find(kind, String(consequence.removed.id)))) return
    const [revived] = await revivable(ctx.caller, change, kind, [consequence.removed])
    if (revived?.obstacles.length === 0) await putBack(ctx, change, kind, revived.record)
    return
  }
  const stored = await change.find(kind, consequence.id)
  if (!stored) return
  const { key, isArray, target, before } = consequence.cleared
  const now = stored.record[key]
  const value = isArray ? inOldOrder(before as readonly string[], now as readonly string[], target) : target
  // Somebody has chosen another since.
  if (isArray ? (now as readonly string[]).includes(target) : now !== null) return
  const next = { ...stored.record, [key]: value }
  const [revived] = await revivable(ctx.caller, change, kind, [next])
  if (revived?.obstacles.length !== 0 || !isKept(revived.record[key], target)) return
  const stamp = kind.fields.updatedAt ? { updatedAt: change.at } : {}
  await change.update(kind, stored, { ...next, ...stamp })
}

const isKept = (value: unknown, target: string): boolean =>
  Array.isArray(value) ? value.includes(target) : value === target

/** Back where it was among those that are still there; what was added since comes last. */
const inOldOrder = (before: readonly string[], now: readonly string[], target: string): readonly string[] => [
  ...before.filter((id) => id === target || now.includes(id)),
  ...now.filter((id) => !before.includes(id)),
]

/** A quota that is used up is one more reason why something cannot come back. */
async function withinQuota<T>(kind: Kind, id: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof CatalogError) || error.code !== 'quota_exceeded') throw error
    throw cannot(`The ${kind.noun} ${JSON.stringify(id)} cannot come back: ${error.message}`)
  }
}

const obstructed = (kind: Kind, id: string, details: readonly ProblemDetail[]): CatalogError => {
  const said = details.map(({ path, message }) => `${path} ${message}`).join('; ')
  return new CatalogError(
    'not_restorable',
    `The ${kind.noun} ${JSON.stringify(id)} cannot come back: ${said}.`,
    { details },
  )
}

const cannot = (message: string): CatalogError => new CatalogError('not_restorable', message)
