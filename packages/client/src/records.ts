import { type Kind, listKeyOf, type Verb } from '@svc/model'
import { addressOf, type Query } from './address.ts'
import type { Fields } from './answer.ts'
import type { Reply } from './reply.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import { eachRecord, type Page } from './pages.ts'
import type { Send } from './transport.ts'

/** A record and its ETag. */
export interface Tagged<R> {
  readonly record: R
  readonly etag: string | null
}

/** The result of a conditional read if the ETag is still current. */
export const notModified = 'not-modified'
export type NotModified = typeof notModified

export interface CallOptions {
  /** Ends the call at once; a write may still be carried out. */
  readonly signal?: AbortSignal | undefined
}

export interface CreateOptions extends CallOptions {
  /** Generated if omitted, so that a retry never creates twice. */
  readonly idempotencyKey?: string | undefined
}

export interface ChangeOptions extends CallOptions {
  /** The ETag that the record must still have. */
  readonly ifMatch?: string | null | undefined
}

export interface ReadOptions extends CallOptions {
  /** The ETag of what is already known. */
  readonly ifNoneMatch: string | null | undefined
}

/** The functions for the records of a kind. */
export interface Records<R = Fields, C = Fields, U = Fields, Q = Query> {
  page(query: Q & Paging, options: ReadOptions): Promise<Page<R> | NotModified>
  page(query?: Q & Paging, options?: CallOptions): Promise<Page<R>>
  all(query?: Q, options?: CallOptions): AsyncGenerator<R, void, undefined>
  create(body: C, options?: CreateOptions): Promise<Tagged<R>>
  read(id: string, options: ReadOptions): Promise<Tagged<R> | NotModified>
  read(id: string, options?: CallOptions): Promise<Tagged<R>>
  update(id: string, changes: U, options?: ChangeOptions): Promise<Tagged<R>>
  delete(id: string, options?: ChangeOptions): Promise<void>
}

export interface Paging {
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

/** The functions for each verb of a kind. */
export const functionsOf = {
  list: ['page', 'all'],
  create: ['create'],
  read: ['read'],
  update: ['update'],
  delete: ['delete'],
} as const satisfies Record<Verb, readonly (keyof Records)[]>

export function recordsOf(send: Send, kind: Kind): Records {
  const { path: list, idParam } = kind
  const key = listKeyOf(kind)
  const one = (id: string) => addressOf(`${list}/{${idParam}}`, { params: { [idParam]: id } })

  function page(query: Query, options: ReadOptions): Promise<Page<Fields> | NotModified>
  function page(query?: Query, options?: CallOptions): Promise<Page<Fields>>
  async function page(query: Query = {}, options: Partial<ReadOptions> = {}) {
    const fits = (body: Fields) => Array.isArray(body[key])
    const reply = await send({ ...options, method: 'GET', path: addressOf(list, { query }), fits })
    return reply.status === 304 ? notModified : pageIn(reply, key)
  }

  function read(id: string, options: ReadOptions): Promise<Tagged<Fields> | NotModified>
  function read(id: string, options?: CallOptions): Promise<Tagged<Fields>>
  async function read(id: string, options: Partial<ReadOptions> = {}) {
    const reply = await send({ ...options, method: 'GET', path: one(id), fits: isRecord })
    return reply.status === 304 ? notModified : recordIn(reply)
  }

  return {
    page,
    all: (query = {}, options) => eachRecord((part) => page(part, options), query),
    create: async (body, { idempotencyKey = newIdempotencyKey(), signal } = {}) =>
      recordIn(
        await send({ method: 'POST', path: addressOf(list), body, idempotencyKey, signal, fits: isRecord }),
      ),
    read,
    update: async (id, changes, options) =>
      recordIn(await send({ ...options, method: 'PATCH', path: one(id), body: changes, fits: isRecord })),
    delete: async (id, options) => {
      await send({ ...options, method: 'DELETE', path: one(id) })
    },
  }
}

const isRecord = ({ id }: Fields): boolean => typeof id === 'string'

const recordIn = ({ body, etag }: Reply): Tagged<Fields> => ({ record: body, etag })

const pageIn = ({ body, etag }: Reply, key: string): Page<Fields> => ({
  items: body[key] as readonly Fields[],
  nextCursor: typeof body.nextCursor === 'string' ? body.nextCursor : null,
  etag,
})
