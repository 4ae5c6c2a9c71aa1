import { kinds, type Kinds, type Stored } from '@svc/model'
import { type Condition, type Position, positionOf } from '../../store/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import type { Fields } from '../records/behaviour.ts'
import { type Context, partitionOf, recordsOf } from '../context.ts'
import { readCursor, writeCursor } from '../records/cursor.ts'
import { type ListRequest, listRequest, type Page, pageBytes, readAll, readPage } from '../records/lists.ts'

const kind = kinds.runbook

type Issue = Stored<Kinds['issue']>

/** How well runbooks match an issue, best first: for its severity, and pinned. */
const fits = [
  { isMeant: true, pinned: 1 },
  { isMeant: true, pinned: 0 },
  { isMeant: false, pinned: 1 },
  { isMeant: false, pinned: 0 },
] as const

/** Where a list of them continues; it keeps the severity it began with, even if the issue changes. */
interface Place {
  readonly fit: number
  readonly severity: string
  readonly after: Position | undefined
}

/** All of them in slices, each read on demand. */
export async function* runbooksFor(
  ctx: Context,
  { record }: StoredRecord,
  cursor: string | undefined,
): AsyncGenerator<readonly Fields[]> {
  const issue = record as Issue
  const start = placeOf(ctx, issue, cursor)
  for (const request of requestsFrom(ctx, issue, start)) yield* readAll(ctx, request)
}

export async function pageOfRunbooks(
  ctx: Context,
  { record }: StoredRecord,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
  write: (record: Fields) => string,
): Promise<Page> {
  const issue = record as Issue
  const start = placeOf(ctx, issue, cursor)
  const cursorTo = (fit: number, after: Position = []): string =>
    writeCursor(ctx.store.epochs, scopeOf(ctx, issue), [fit, start.severity, ...after])
  const items: string[] = []
  let bytes = 0
  for (const [index, request] of requestsFrom(ctx, issue, start).entries()) {
    const fit = start.fit + index
    if (items.length === limit || bytes > pageBytes) {
      if (await hasAny(ctx, request)) return { items, nextCursor: cursorTo(fit) }
      continue
    }
    let last: Fields = {}
    const page = await readPage(ctx, { ...request, limit: limit - items.length }, (one) => {
      last = one
      return write(one)
    })
    for (const item of page.items) {
      items.push(item)
      bytes += Buffer.byteLength(item)
    }
    if (page.nextCursor !== null)
      return { items, nextCursor: cursorTo(fit, positionOf(kind, { record: last, revision: 0, edited: 0 })) }
  }
  return { items, nextCursor: null }
}

function requestsFrom(
  ctx: Context,
  { appId }: Issue,
  { fit: first, severity, after }: Place,
): readonly ListRequest[] {
  return fits.slice(first).map(({ isMeant, pinned }, index) => {
    const severities: Condition = isMeant
      ? { array: 'linkedIncidentSeverities', has: severity }
      : { array: 'linkedIncidentSeverities', lacks: severity }
    const fixed = [{ array: 'linkedAppIds', has: appId }, severities, { field: 'pinned', is: pinned }]
    return { ...listRequest(ctx, kind, {}, fixed), after: index === 0 ? after : undefined }
  })
}

async function hasAny(ctx: Context, { where }: ListRequest): Promise<boolean> {
  const found = await recordsOf(ctx, kind).list(kind, { where, fields: ['id'], limit: 1 })
  return found.length > 0
}

const scopeOf = ({ caller }: Context, { id, appId }: Issue): string =>
  JSON.stringify([partitionOf(caller, kind), 'runbooks', id, appId])

function placeOf(ctx: Context, issue: Issue, cursor: string | undefined): Place {
  if (cursor === undefined) return { fit: 0, severity: issue.severity, after: undefined }
  const [fit, severity, ...after] = readCursor(ctx.store.epochs, scopeOf(ctx, issue), cursor)
  return {
    fit: Number(fit),
    severity: String(severity),
    after: after.length > 0 ? after.map(String) : undefined,
  }
}
