import { isDeepStrictEqual } from 'node:util'
import {
  brokenRule,
  CatalogError,
  invalid,
  type Kind,
  oneOfKind,
  refusedValues,
  rulesAsked,
} from '@svc/model'
import type { Change } from '../../store/change.ts'
import type { Held } from '../../store/table.ts'
import type { Fields } from './behaviour.ts'
import { behaviourOf } from './behaviours.ts'
import { type Context, notFound, recordsOf } from '../context.ts'
import { removeRecord } from './deletion.ts'
import { draftOf, patched } from './draft.ts'
import { newId } from '../ids.ts'
import { checkReferences } from './references.ts'
import { checkRoom } from './room.ts'

/** Whether a record is there for this caller: not deleted, not hidden from their role. */
export function canSee(ctx: Context, kind: Kind, { record }: Pick<Held, 'record'>): boolean {
  if (kind.softDelete && record[kind.softDelete] === true) return false
  return isForRole(ctx, kind, { record })
}

const isForRole = (ctx: Context, kind: Kind, { record }: Pick<Held, 'record'>): boolean =>
  behaviourOf(kind).canSee?.(ctx.caller, record) ?? true

export async function findRecord(ctx: Context, kind: Kind, id: string): Promise<Held> {
  return seen(ctx, kind, id, await recordsOf(ctx, kind).find(kind, id))
}

/** The same, whether or not it is deleted. */
export async function findKept(ctx: Context, kind: Kind, id: string): Promise<Held> {
  const held = await recordsOf(ctx, kind).find(kind, id)
  if (held && isForRole(ctx, kind, held)) return held
  throw notFound(kind, id)
}

/** The record with its derived fields filled in. */
export async function present(ctx: Context, kind: Kind, held: Held): Promise<Held> {
  const derive = behaviourOf(kind).derive
  const [record = held.record] = derive ? await derive(ctx, [held.record]) : [held.record]
  return { ...held, record }
}

/** `known` is what the service itself sets beside what the caller gave. */
export async function createRecord(
  ctx: Context,
  change: Change,
  kind: Kind,
  input: Fields,
  known: Fields = {},
): Promise<Held> {
  const id = newId(kind.idPrefix, new Date(change.at))
  const given = draftOf(kind, input, { id, at: change.at })
  const draft = { ...given, next: { ...given.next, ...known } }
  const record = (await behaviourOf(kind).prepare?.(draft, change)) ?? draft.next
  checkNewValues(kind, record)
  checkRules(kind, record)
  await checkReferences(ctx.caller, change, kind, { next: record })
  await checkUnique(change, kind, record)
  await checkRoom(change, kind)
  return change.insert(kind, record)
}

/** What a caller may ask of a record before it is changed. */
export interface Precondition {
  /** The revisions that an `If-Match` names in an epoch, or `*`. */
  readonly ifMatch?: ((epoch: string) => readonly number[]) | '*' | undefined
}

export async function updateRecord(
  ctx: Context,
  change: Change,
  kind: Kind,
  { id, input, known, ifMatch }: Precondition & { id: string; input: Fields; known?: Fields | undefined },
): Promise<Held> {
  const held = seen(ctx, kind, id, await change.find(kind, id))
  checkPrecondition(change, held, ifMatch)
  checkGuards(kind, held, input)
  checkReadOnly(kind, held, input)

  const given = patched(kind, held.record, input)
  const draft = { ...given, next: { ...given.next, ...known } }
  const isSame = isDeepStrictEqual(draft.next, held.record)
  if (isSame && !behaviourOf(kind).isNews?.(draft)) return held
  const prepared: Fields = (await behaviourOf(kind).prepare?.(draft, change)) ?? draft.next
  if (isDeepStrictEqual(prepared, held.record)) return held
  if (isSame) return confirm(change, kind, held, prepared)
  checkImmutable(kind, held.record, prepared)
  checkNewValues(kind, prepared, held.record)
  checkRules(kind, prepared, held.record)
  await checkReferences(ctx.caller, change, kind, { next: prepared, before: held.record })
  await checkUnique(change, kind, prepared, held.record)
  await behaviourOf(kind).release?.(change, held.record, prepared)

  const record = kind.fields.updatedAt ? { ...prepared, updatedAt: change.at } : prepared
  const written = await change.update(kind, held, record)
  await behaviourOf(kind).follow?.(change, held.record, record)
  return written
}

/** What a caller said was so already: only what the service itself notes of that is new. */
async function confirm(change: Change, kind: Kind, held: Held, record: Fields): Promise<Held> {
  const written = await change.derive(kind, held, record)
  await behaviourOf(kind).follow?.(change, held.record, record)
  return written
}

export async function deleteRecord(
  ctx: Context,
  change: Change,
  kind: Kind,
  { id, ifMatch }: Precondition & { readonly id: string },
): Promise<void> {
  const held = seen(ctx, kind, id, await change.find(kind, id))
  checkPrecondition(change, held, ifMatch)
  await behaviourOf(kind).release?.(change, held.record)
  await removeRecord(change, kind, held)
}

function seen(ctx: Context, kind: Kind, id: string, held: Held | undefined): Held {
  if (held && canSee(ctx, kind, held)) return held
  throw notFound(kind, id)
}

/**
 * A tag still counts if it was given out after the last edit: a background step such as numbering an issue
 * makes a new tag, but overwrites nothing that the caller has not seen.
 */
export function checkPrecondition(
  { epoch }: Pick<Change, 'epoch'>,
  { revision, edited }: Held,
  ifMatch: Precondition['ifMatch'],
): void {
  if (ifMatch === undefined || ifMatch === '*') return
  if (ifMatch(epoch).some((tag) => tag >= edited && tag <= revision)) return
  throw new CatalogError(
    'precondition_failed',
    'If-Match names no current ETag of this record. Read it again.',
  )
}

function checkGuards(kind: Kind, { record }: Held, input: Fields): void {
  for (const [key, { traits }] of Object.entries(kind.fields)) {
    if (!traits.guards || input[key] === undefined || input[key] === record[key]) continue
    throw new CatalogError(
      'version_conflict',
      `The ${kind.noun} is at ${key} ${record[key]}, not ${input[key]}. Read it again.`,
    )
  }
}

function checkReadOnly({ strict, fields, noun }: Kind, { record }: Held, input: Fields): void {
  if (!strict) return
  for (const [key, { traits }] of Object.entries(fields)) {
    if (!traits.managed || input[key] === undefined || isDeepStrictEqual(input[key], record[key])) continue
    throw invalid(
      key,
      `is set by svc and is ${JSON.stringify(record[key])} now: leave it out, or read the ${noun} again`,
    )
  }
}

function checkImmutable(kind: Kind, before: Fields, next: Fields): void {
  for (const [key, { traits }] of Object.entries(kind.fields)) {
    if (!traits.immutable || isDeepStrictEqual(before[key], next[key])) continue
    throw invalid(
      key,
      `cannot change (it is ${JSON.stringify(before[key])}); delete the ${kind.noun} and create another`,
    )
  }
}

function checkNewValues(kind: Kind, next: Fields, before?: Fields): void {
  for (const { path, message } of refusedValues(kind, next, before)) throw invalid(path.join('/'), message)
}

export function checkRules(kind: Kind, record: Fields, before?: Fields): void {
  for (const rule of rulesAsked(kind, record, before)) {
    if (rule.holds(record as never)) continue
    const { path, message } = brokenRule(rule, record)
    throw invalid(path, message)
  }
}

async function checkUnique(change: Change, kind: Kind, record: Fields, before?: Fields): Promise<void> {
  if (!kind.unique || kind.unique.every((key) => before?.[key] === record[key])) return
  const where = kind.unique.map((field) => ({ field, is: record[field] as string }))
  const [twin] = await change.list(kind, { where, limit: 1 })
  if (!twin) return
  const named = kind.unique.map((key) => `${key} ${JSON.stringify(record[key])}`).join(', ')
  const one = oneOfKind(kind).replace(/^a/, 'A')
  throw new CatalogError('duplicate', `${one} with ${named} already exists: ${twin.record.id}.`)
}
