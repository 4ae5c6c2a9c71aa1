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
import type { StoredRecord } from '../../store/table.ts'
import type { Fields } from './behaviour.ts'
import { behaviourOf } from './behaviours.ts'
import { type Context, notFound, recordsOf } from '../context.ts'
import { removeRecord } from './deletion.ts'
import { draftOf, patched } from './draft.ts'
import { newId } from '../ids.ts'
import { checkReferences } from './references.ts'
import { checkRecordLimit } from './record-limit.ts'

/** Whether this caller can see a record: not deleted, not hidden from their role. */
export function canSee(ctx: Context, kind: Kind, { record }: Pick<StoredRecord, 'record'>): boolean {
  if (kind.softDelete && record[kind.softDelete] === true) return false
  return isForRole(ctx, kind, { record })
}

const isForRole = (ctx: Context, kind: Kind, { record }: Pick<StoredRecord, 'record'>): boolean =>
  behaviourOf(kind).canSee?.(ctx.caller, record) ?? true

export async function findRecord(ctx: Context, kind: Kind, id: string): Promise<StoredRecord> {
  return seen(ctx, kind, id, await recordsOf(ctx, kind).find(kind, id))
}

/** The same, whether or not it is deleted. */
export async function findKept(ctx: Context, kind: Kind, id: string): Promise<StoredRecord> {
  const stored = await recordsOf(ctx, kind).find(kind, id)
  if (stored && isForRole(ctx, kind, stored)) return stored
  throw notFound(kind, id)
}

/** The record with its derived fields filled in. */
export async function present(ctx: Context, kind: Kind, stored: StoredRecord): Promise<StoredRecord> {
  const derive = behaviourOf(kind).derive
  const [record = stored.record] = derive ? await derive(ctx, [stored.record]) : [stored.record]
  return { ...stored, record }
}

/** `known` is what the service itself sets, besides the caller's input. */
export async function createRecord(
  ctx: Context,
  change: Change,
  kind: Kind,
  input: Fields,
  known: Fields = {},
): Promise<StoredRecord> {
  const id = newId(kind.idPrefix, new Date(change.at))
  const given = draftOf(kind, input, { id, at: change.at })
  const draft = { ...given, next: { ...given.next, ...known } }
  const record = (await behaviourOf(kind).prepare?.(draft, change, ctx)) ?? draft.next
  checkNewValues(kind, record)
  checkRules(kind, record)
  await checkReferences(ctx.caller, change, kind, { next: record })
  await checkUnique(change, kind, record)
  await checkRecordLimit(change, kind)
  const stored = await change.insert(kind, record)
  await behaviourOf(kind).begin?.(change, record)
  return stored
}

/** What a caller may require of a record before it is changed. */
export interface Precondition {
  /** The revisions that an `If-Match` names in an epoch, or `*`. */
  readonly ifMatch?: ((epoch: string) => readonly number[]) | '*' | undefined
}

export async function updateRecord(
  ctx: Context,
  change: Change,
  kind: Kind,
  { id, input, known, ifMatch }: Precondition & { id: string; input: Fields; known?: Fields | undefined },
): Promise<StoredRecord> {
  const stored = seen(ctx, kind, id, await change.find(kind, id))
  behaviourOf(kind).permit?.(ctx.caller, stored.record)
  checkPrecondition(change, stored, ifMatch)
  checkGuards(kind, stored, input)
  checkReadOnly(kind, stored, input)

  const given = patched(kind, stored.record, input)
  const draft = { ...given, next: { ...given.next, ...known } }
  const isSame = isDeepStrictEqual(draft.next, stored.record)
  if (isSame && !behaviourOf(kind).isNews?.(draft)) return stored
  const prepared: Fields = (await behaviourOf(kind).prepare?.(draft, change, ctx)) ?? draft.next
  if (isDeepStrictEqual(prepared, stored.record)) return stored
  if (isSame) return confirm(change, kind, stored, prepared)
  checkImmutable(kind, stored.record, prepared)
  checkNewValues(kind, prepared, stored.record)
  checkRules(kind, prepared, stored.record)
  await checkReferences(ctx.caller, change, kind, { next: prepared, before: stored.record })
  await checkUnique(change, kind, prepared, stored.record)
  await behaviourOf(kind).release?.(change, stored.record, prepared)

  const record = kind.fields.updatedAt ? { ...prepared, updatedAt: change.at } : prepared
  const written = await change.update(kind, stored, record)
  await behaviourOf(kind).follow?.(change, stored.record, record)
  return written
}

/** The caller's values were already stored: only what the service itself records is new. */
async function confirm(
  change: Change,
  kind: Kind,
  stored: StoredRecord,
  record: Fields,
): Promise<StoredRecord> {
  const written = await change.derive(kind, stored, record)
  await behaviourOf(kind).follow?.(change, stored.record, record)
  return written
}

export async function deleteRecord(
  ctx: Context,
  change: Change,
  kind: Kind,
  { id, ifMatch }: Precondition & { readonly id: string },
): Promise<void> {
  const stored = seen(ctx, kind, id, await change.find(kind, id))
  behaviourOf(kind).permit?.(ctx.caller, stored.record)
  checkPrecondition(change, stored, ifMatch)
  await behaviourOf(kind).release?.(change, stored.record)
  await removeRecord(change, kind, stored)
  await behaviourOf(kind).end?.(change, stored.record)
}

function seen(ctx: Context, kind: Kind, id: string, stored: StoredRecord | undefined): StoredRecord {
  if (stored && canSee(ctx, kind, stored)) return stored
  throw notFound(kind, id)
}

/**
 * A tag is still valid if it was issued after the last edit: background work such as numbering an issue changes the
 * tag, but overwrites nothing that the caller has not seen.
 */
export function checkPrecondition(
  { epoch }: Pick<Change, 'epoch'>,
  { revision, edited }: StoredRecord,
  ifMatch: Precondition['ifMatch'],
): void {
  if (ifMatch === undefined || ifMatch === '*') return
  if (ifMatch(epoch).some((tag) => tag >= edited && tag <= revision)) return
  throw new CatalogError(
    'precondition_failed',
    'If-Match does not match the current ETag of this record. Read it again.',
  )
}

function checkGuards(kind: Kind, { record }: StoredRecord, input: Fields): void {
  for (const [key, { traits }] of Object.entries(kind.fields)) {
    if (!traits.guards || input[key] === undefined || input[key] === record[key]) continue
    throw new CatalogError(
      'version_conflict',
      `The ${kind.noun} has ${key} ${record[key]}, not ${input[key]}. Read it again.`,
    )
  }
}

function checkReadOnly({ strict, fields, noun }: Kind, { record }: StoredRecord, input: Fields): void {
  if (!strict) return
  for (const [key, { traits }] of Object.entries(fields)) {
    if (!traits.managed || input[key] === undefined || isDeepStrictEqual(input[key], record[key])) continue
    throw invalid(
      key,
      `is set by svc and is now ${JSON.stringify(record[key])}: leave it out, or read the ${noun} again`,
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
  const [duplicate] = await change.list(kind, { where, limit: 1 })
  if (!duplicate) return
  const named = kind.unique.map((key) => `${key} ${JSON.stringify(record[key])}`).join(', ')
  const one = oneOfKind(kind).replace(/^a/, 'A')
  throw new CatalogError('duplicate', `${one} with ${named} already exists: ${duplicate.record.id}.`)
}
