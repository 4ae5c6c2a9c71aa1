import { invalid, type Kind } from '@svc/model'
import { toColumn } from '../store/codec.ts'
import {
  type Condition,
  type ListQuery,
  lengthOfPosition,
  positionOf,
  type Position,
  type Sort,
} from '../store/records.ts'
import type { Held } from '../store/table.ts'
import type { Fields } from './behaviour.ts'
import { behaviourOf } from './behaviours.ts'
import { type Context, partitionOf, recordsOf } from './context.ts'
import { readCursor, writeCursor } from './cursor.ts'

export interface ListRequest {
  readonly kind: Kind
  readonly where: readonly Condition[]
  readonly sort: Sort | undefined
  readonly after: Position | undefined
  readonly limit: number | undefined
  /** What a cursor of this list is bound to. */
  readonly scope: string
}

export type Query = Readonly<Record<string, string | number | undefined>>

/** What a list's query parameters ask for. */
export function listRequest(
  ctx: Context,
  kind: Kind,
  query: Query,
  fixed: readonly Condition[] = [],
): ListRequest {
  const { limit, cursor, sort: wanted, ...filters } = query
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
    where: [...fixed, ...conditionsOf(ctx, kind, filters)],
    sort,
    after: typeof cursor === 'string' ? position(kind, sort, scope, cursor) : undefined,
    limit: typeof limit === 'number' ? limit : kind.defaultLimit,
    scope,
  }
}

export interface Page {
  readonly records: readonly Fields[]
  readonly nextCursor: string | null
}

/** One page: one record more is read than asked for, to know whether it is the last. */
export async function readPage(
  ctx: Context,
  request: ListRequest & { readonly limit: number },
): Promise<Page> {
  const { kind, sort, limit, scope } = request
  const held = await read(ctx, request, limit + 1)
  const page = held.slice(0, limit)
  const last = page.at(-1)
  const hasMore = held.length > limit && last !== undefined
  return {
    records: await derived(ctx, kind, page),
    nextCursor: hasMore ? writeCursor(scope, positionOf(kind, last, sort)) : null,
  }
}

const chunk = 500

/** The whole list in pieces, each read when it is asked for, so that a long list never sits in memory. */
export async function* readAll(ctx: Context, request: ListRequest): AsyncGenerator<readonly Fields[]> {
  let after = request.after
  for (;;) {
    const held = await read(ctx, { ...request, after }, chunk)
    if (held.length > 0) yield await derived(ctx, request.kind, held)
    const last = held.at(-1)
    if (held.length < chunk || !last) return
    after = positionOf(request.kind, last, request.sort)
  }
}

const read = (ctx: Context, request: ListRequest, limit: number): Promise<readonly Held[]> => {
  const { kind, where, sort, after } = request
  return recordsOf(ctx, kind).list(kind, { where, sort, after, limit } satisfies ListQuery)
}

async function derived(ctx: Context, kind: Kind, held: readonly Held[]): Promise<readonly Fields[]> {
  const records = held.map(({ record }) => record)
  return (await behaviourOf(kind).derive?.(ctx, records)) ?? records
}

function conditionsOf(ctx: Context, kind: Kind, filters: Query): readonly Condition[] {
  const where: Condition[] = []
  for (const [key, value] of Object.entries(filters)) {
    const field = kind.fields[key]
    if (value === undefined || key === kind.hiddenBy) continue
    if (key === 'tag') where.push({ array: 'tags', has: String(value) })
    else if (key === 'q') where.push({ search: String(value) })
    else if (field) where.push({ field: key, is: toColumn(field, value) })
  }
  const shown = kind.hiddenBy && (filters[kind.hiddenBy] ?? 'false')
  if (kind.hiddenBy && shown !== 'all') where.push({ field: kind.hiddenBy, is: shown === 'true' ? 1 : 0 })
  if (kind.softDelete) where.push({ field: kind.softDelete, is: 0 })
  return [...where, ...(behaviourOf(kind).hides?.(ctx.caller) ?? [])]
}

const sortOf = (text: string): Sort => ({ field: text.replace(/^-/, ''), isDescending: text.startsWith('-') })

function position(kind: Kind, sort: Sort | undefined, scope: string, cursor: string): Position {
  const parts = readCursor(scope, cursor)
  if (parts.length === lengthOfPosition(kind, sort) && parts.every((part) => typeof part === 'string'))
    return parts as string[]
  throw invalid('cursor', 'does not belong to this list; take nextCursor from its last page')
}
