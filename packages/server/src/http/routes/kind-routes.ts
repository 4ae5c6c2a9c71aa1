import { Readable } from 'node:stream'
import { expectedBytes, type Kind, kinds, type RecordIn, type Verb } from '@svc/model'
import type { Fields } from '../../services/records/behaviour.ts'
import { type Context, removeFrom, writeTo } from '../../services/context.ts'
import { askedIn } from '../../services/query/asked.ts'
import { listRequest, wantsDeleted } from '../../services/records/lists.ts'
import { requireProject } from '../../services/projects.ts'
import {
  createRecord,
  deleteRecord,
  findKept,
  findRecord,
  present,
  updateRecord,
} from '../../services/records/records.ts'
import type { StoredRecord } from '../../store/table.ts'
import { andThen } from '../../services/and-then.ts'
import type { MaybePromise } from '../../store/maybe-promise.ts'
import { type Answer, largeBody, noContent, notModified } from '../answer.ts'
import { type Basis, basisOf, isDerived, isSameBasis } from '../basis.ts'
import type { CachedRecord } from '../byte-cache.ts'
import type { Exchange, Handler } from '../exchange.ts'
import type { CachedList } from '../freshness.ts'
import { writeOnce } from '../idempotency.ts'
import { jsonOf, jsonWithDeleted } from '../json-of.ts'
import type { Pieces } from '../pieces.ts'
import { contentDigest, isCurrent, listTag, readIfMatch, recordTag } from '../tags.ts'
import { newList, renewedList } from './cached-lists.ts'
import { cachedRecord, recordKey, viewKey } from './cached-records.ts'
import { reserveForList } from './list-body.ts'

/** The handlers of a kind's own endpoints. */
export const kindHandler = (kind: Kind, verb: Verb): Handler => byVerb[verb](kind)

const byVerb = {
  read: (kind) => {
    const idOf = (exchange: Exchange): string => exchange.params[kind.idParam] ?? ''
    return (exchange) => {
      if (wantsDeleted(exchange.ctx, kind, exchange.query))
        return readWithDeleted(exchange, kind, idOf(exchange))
      return andThen(basisOf(exchange.ctx, kind), (basis) => readOne(exchange, kind, idOf(exchange), basis))
    }
  },

  list: (kind) => (exchange) =>
    andThen(basisOf(exchange.ctx, kind), (basis) => listOf(exchange, kind, basis)),

  create: (kind) => async (exchange) => {
    await reserveFor(exchange, kind)
    return writeOnce(exchange, kind, async (change) => {
      const stored = await createRecord(exchange.ctx, change, kind, exchange.body as Fields)
      const answer = await recordAnswer(exchange, kind, stored, 201)
      return { ...answer, headers: { location: `/v1${kind.path}/${stored.record.id}` } }
    })
  },

  update: (kind) => async (exchange) => {
    const { ctx, params, body } = exchange
    const ifMatch = readIfMatch(exchange.ifMatch, ctx.caller, kind)
    const id = params[kind.idParam] ?? ''
    await reserveFor(exchange, kind)
    const stored = await writeTo(
      ctx,
      kind,
      (change) => updateRecord(ctx, change, kind, { id, input: body as Fields, ifMatch }),
      { kind, id },
    )
    return recordAnswer(exchange, kind, stored, 200)
  },

  delete: (kind) => async (exchange) => {
    const { ctx, params } = exchange
    const ifMatch = readIfMatch(exchange.ifMatch, ctx.caller, kind)
    await removeFrom(ctx, kind, (change) =>
      deleteRecord(ctx, change, kind, { id: params[kind.idParam] ?? '', ifMatch }),
    )
    return noContent
  },
} as const satisfies Record<Verb, (kind: Kind) => Handler>

/** Reserves memory for an answer with one record, where such answers can be large. */
const reserveFor = ({ ctx, memory, response }: Exchange, kind: Kind): MaybePromise<void> =>
  memory.reserve(ctx.caller, response, expectedBytes(kind))

/** Whether a list's query can still be invalid although each of its parameters is valid. */
const needsFurtherChecks = ({ query }: Exchange, kind: Kind): boolean =>
  query.cursor !== undefined || query.query !== undefined || kind.requiredFilters !== undefined

function listOf(exchange: Exchange, kind: Kind, basis: Basis): MaybePromise<Answer> {
  const { ctx, url, cache, ifNoneMatch } = exchange
  wantsDeleted(ctx, kind, exchange.query)
  if (needsFurtherChecks(exchange, kind)) return makeList(exchange, kind, basis)
  const etag = listTag(ctx.caller, kind, basis)
  if (isCurrent(ifNoneMatch, etag)) return notModified(etag)
  const key = listCacheKey(ctx, kind, url)
  const known = cache.get(key) as CachedList | undefined
  return known && isSameBasis(known.basis, basis)
    ? keptAnswer(key, known.body, etag)
    : makeList(exchange, kind, basis)
}

async function makeList(exchange: Exchange, kind: Kind, basis: Basis): Promise<Answer> {
  const { ctx, query, url, ifNoneMatch } = exchange
  const asked = await askedIn(ctx, kind, query)
  const request = listRequest(ctx, kind, asked.filters, asked.where)
  for (const key of kind.requiredFilters ?? [])
    if (kind.fields[key]?.target === kinds.project.name) await requireProject(ctx, String(asked.filters[key]))
  // What a query names may be called otherwise tomorrow.
  const meaning = query.query === undefined ? '' : contentDigest(request.scope)
  const etag = listTag(ctx.caller, kind, basis, meaning)
  if (isCurrent(ifNoneMatch, etag)) return notModified(etag)
  const key = `${listCacheKey(ctx, kind, url)} ${meaning}`
  const known = await renewedList(exchange, key, basis)
  if (known) return keptAnswer(key, known, etag)
  await reserveForList(exchange, request)
  // Another request may have built it while this one was waiting.
  const built = await renewedList(exchange, key, basis)
  if (built) return keptAnswer(key, built, etag)
  const read = await newList(exchange, { key, request, basis })
  return read instanceof Readable ? { status: 200, body: read, etag } : keptAnswer(key, read, etag)
}

const keptAnswer = (key: string, body: Pieces, etag: string): Answer => ({
  status: 200,
  body,
  etag,
  kept: { key, version: String(body.serial) },
})

const listCacheKey = ({ caller }: Context, kind: Kind, url: string): string =>
  `${viewKey(caller, kind)} ${url}`

function readOne(exchange: Exchange, kind: Kind, id: string, basis: Basis): MaybePromise<Answer> {
  const { ctx, cache, share, ifNoneMatch } = exchange
  const key = recordKey(ctx.caller, kind, id)
  const known = cachedRecord(cache, key, id, basis)
  if (known) return cachedAnswer(key, known, ifNoneMatch)
  const read = async (): Promise<CachedRecord> => {
    const stored = await findRecord(ctx, kind, id)
    const { body, etag } = await recordBody({ ctx, epoch: basis.epoch }, kind, stored)
    const entry = { body: asBytes(body), etag, basis }
    cache.put(key, entry)
    return entry
  }
  return andThen(reserveFor(exchange, kind), async () =>
    cachedAnswer(key, await share(`${key} ${basis.epoch} ${basis.state}`, read), ifNoneMatch),
  )
}

/** Deleted or not. It has a separate tag: answers to others do not say whether it is deleted. */
async function readWithDeleted(exchange: Exchange, kind: Kind, id: string): Promise<Answer> {
  const { ctx, ifNoneMatch } = exchange
  const basis = await basisOf(ctx, kind)
  await reserveFor(exchange, kind)
  const { record, revision } = await present(ctx, kind, await findKept(ctx, kind, id))
  const body = jsonWithDeleted(kind, record)
  const etag = recordTag({ epoch: basis.epoch, caller: ctx.caller }, kind, revision, body)
  return isCurrent(ifNoneMatch, etag) ? notModified(etag) : { status: 200, body, etag }
}

/** A large one is kept as bytes: it is encoded once, and slow clients share it. */
const asBytes = (body: string): string | Buffer => (body.length < largeBody ? body : Buffer.from(body))

const cachedAnswer = (key: string, { body, etag }: CachedRecord, ifNoneMatch: string | undefined): Answer =>
  isCurrent(ifNoneMatch, etag) ? notModified(etag) : { status: 200, body, etag, kept: { key, version: etag } }

/** Where parts of a record are derived from others, its own revision does not cover its whole state. */
async function recordBody(
  { ctx, epoch }: Pick<Exchange, 'ctx' | 'epoch'>,
  kind: Kind,
  stored: StoredRecord,
): Promise<{ readonly body: string; readonly etag: string }> {
  const { record, revision } = await present(ctx, kind, stored)
  const body = jsonOf(kind, record)
  const reader = { epoch, caller: ctx.caller }
  return { body, etag: recordTag(reader, kind, revision, isDerived(kind) ? body : undefined) }
}

export async function recordAnswer<K extends Kind>(
  exchange: Exchange,
  kind: K,
  stored: StoredRecord,
  status: number,
): Promise<Answer<RecordIn<K>>> {
  return { status, ...(await recordBody(exchange, kind, stored)) }
}

/** The same for callers who only read, and may already have it. */
export async function readAnswer<K extends Kind>(
  exchange: Exchange,
  kind: K,
  stored: StoredRecord,
): Promise<Answer<RecordIn<K>>> {
  const { body, etag } = await recordBody(exchange, kind, stored)
  return isCurrent(exchange.ifNoneMatch, etag) ? notModified(etag) : { status: 200, body, etag }
}
