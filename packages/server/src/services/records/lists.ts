import { CatalogError, invalid, type Kind, none, takesNone } from '@svc/model'
import {
  type Condition,
  lengthOfPosition,
  positionOf,
  type Position,
  slicesOf,
  type Sort,
} from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import type { Fields } from './behaviour.ts'
import { behaviourOf } from './behaviours.ts'
import { type Context, partitionOf, recordsOf } from '../context.ts'
import { startPace } from '../pace.ts'
import { readCursor, writeCursor } from './cursor.ts'

export interface ListRequest {
  readonly kind: Kind
  readonly where: readonly Condition[]
  readonly sort: Sort | undefined
  readonly after: Position | undefined
  readonly limit: number | undefined
  /** Whether soft-deleted records are included. */
  readonly withDeleted: boolean
  /** Only these fields; all if absent. */
  readonly fields?: readonly string[]
  /** Identifies the list that its cursors belong to. */
  readonly scope: string
}

export type Query = Readonly<Record<string, string | number | undefined>>

/** What a list is asked for: filters where they can say it, and conditions beyond them. */
export interface Asked {
  readonly filters: Query
  readonly where: readonly Condition[]
}

/** Whether deleted records are requested, which only administrators may see. */
export function wantsDeleted({ caller }: Context, kind: Kind, { includeDeleted }: Query): boolean {
  if (kind.softDelete === undefined || includeDeleted !== 'true') return false
  if (caller.scopes.includes('admin')) return true
  throw new CatalogError(
    'forbidden',
    'includeDeleted needs the admin scope, which only the personal token of an admin or owner can carry.',
  )
}

/** Reads a list's query parameters. */
export function listRequest(
  ctx: Context,
  kind: Kind,
  query: Query,
  fixed: readonly Condition[] = [],
): ListRequest {
  const { limit, cursor, sort: wanted, ...filters } = query
  const withDeleted = wantsDeleted(ctx, kind, query)
  const sort = typeof wanted === 'string' ? sortOf(wanted) : undefined
  const scope = JSON.stringify([
    partitionOf(ctx.caller, kind),
    kind.path,
    fixed,
    Object.entries(filters).sort(),
    ...(sort ? [wanted] : []),
  ])
  return {
    kind,
    where: [
      ...fixed,
      ...conditionsOf(ctx, kind, filters),
      ...(kind.softDelete && !withDeleted ? [{ field: kind.softDelete, is: false }] : []),
    ],
    withDeleted,
    sort,
    after: typeof cursor === 'string' ? position(ctx, kind, sort, { scope, cursor }) : undefined,
    limit: typeof limit === 'number' ? limit : kind.defaultLimit,
    scope,
  }
}

/** A page ends with the record that exceeds this, whatever its limit. */
export const pageBytes = 4 * 1024 * 1024
/** How much is read, serialised and sent at a time. */
export const sliceBytes = 512 * 1024
/** So few that reading and serialising them takes a few milliseconds: others wait no longer. */
const sliceRows = 200

export interface Page {
  /** Each record as it was written. */
  readonly items: readonly string[]
  readonly nextCursor: string | null
}

/** One page: reads one record more than requested, to know whether it is the last. */
export async function readPage(
  ctx: Context,
  request: ListRequest & { readonly limit: number },
  write: (record: Fields) => string,
): Promise<Page> {
  const { kind, where, sort, limit, fields, scope } = request
  const items: string[] = []
  let bytes = 0
  let { after } = request
  const pace = startPace()
  for (;;) {
    const wanted = Math.min(sliceRows, limit - items.length)
    const bytesLeft = pageBytes - bytes
    const { stored, isCut } = await recordsOf(ctx, kind).slice(kind, {
      ...{ where, sort, after, fields },
      limit: wanted + 1,
      bytes: bytesLeft,
    })
    const records = await derived(ctx, request, stored.slice(0, wanted))
    let taken = 0
    while (taken < records.length && bytes <= pageBytes) {
      const item = write(records[taken] as Fields)
      items.push(item)
      bytes += Buffer.byteLength(item)
      taken += 1
    }
    const last = stored[taken - 1]
    const hasMore = taken < stored.length || isCut
    if (last) after = positionOf(kind, last, sort)
    if (!hasMore || !after) return { items, nextCursor: null }
    if (items.length === limit || bytes > pageBytes)
      return { items, nextCursor: writeCursor(ctx.store.epochs, scope, after) }
    await pace.pause()
  }
}

/** The first records of a list with a few small fields, and whether there are more. */
export async function readSome(
  ctx: Context,
  request: ListRequest & { readonly limit: number; readonly fields: readonly string[] },
): Promise<{ readonly records: readonly Fields[]; readonly hasMore: boolean }> {
  const { kind, where, sort, after, limit, fields } = request
  const query = { where, sort, after, fields, limit: limit + 1, bytes: pageBytes }
  const { stored, isCut } = await recordsOf(ctx, kind).slice(kind, query)
  return {
    records: await derived(ctx, request, stored.slice(0, limit)),
    hasMore: isCut || stored.length > limit,
  }
}

/** The whole list in slices, each read on demand, so that a long list is never in memory as a whole. */
export async function* readAll(ctx: Context, request: ListRequest): AsyncGenerator<readonly Fields[]> {
  const { kind, where, sort, after, fields } = request
  const query = { where, sort, after, fields, limit: sliceRows, bytes: sliceBytes }
  for await (const stored of slicesOf(recordsOf(ctx, kind), kind, query)) yield derived(ctx, request, stored)
}

async function derived(
  ctx: Context,
  { kind, fields }: ListRequest,
  stored: readonly StoredRecord[],
): Promise<readonly Fields[]> {
  const records = stored.map(({ record }) => record)
  const { derive } = behaviourOf(kind)
  const isWanted = !fields || fields.some((key) => kind.fields[key]?.traits.derivedFrom)
  return derive && isWanted ? derive(ctx, records) : records
}

function conditionsOf(ctx: Context, kind: Kind, filters: Query): readonly Condition[] {
  const where: Condition[] = []
  for (const [key, value] of Object.entries(filters)) {
    const field = kind.fields[key]
    if (value === undefined || key === kind.hiddenBy) continue
    const array = arrayFilteredBy(kind, key)
    if (array !== undefined) where.push({ array, has: String(value) })
    else if (key === 'q') where.push({ search: String(value) })
    else if (field)
      where.push(
        value === none && takesNone(field) ? { field: key, isMissing: true } : { field: key, is: value },
      )
  }
  const shown = kind.hiddenBy && (filters[kind.hiddenBy] ?? 'false')
  if (kind.hiddenBy && shown !== 'all') where.push({ field: kind.hiddenBy, is: shown === 'true' })
  return [...where, ...(behaviourOf(kind).hides?.(ctx.caller) ?? [])]
}

/** The array that a query parameter filters by. */
const arrayFilteredBy = ({ fields }: Kind, name: string): string | undefined =>
  Object.keys(fields).find((key) => fields[key]?.traits.filterAs === name)

const sortOf = (text: string): Sort => ({ field: text.replace(/^-/, ''), isDescending: text.startsWith('-') })

function position(
  { store }: Context,
  kind: Kind,
  sort: Sort | undefined,
  { scope, cursor }: { readonly scope: string; readonly cursor: string },
): Position {
  const parts = readCursor(store.epochs, scope, cursor)
  if (parts.length === lengthOfPosition(kind, sort) && parts.every((part) => typeof part === 'string'))
    return parts as string[]
  throw invalid('cursor', 'does not belong to this list; use nextCursor from its last page')
}
