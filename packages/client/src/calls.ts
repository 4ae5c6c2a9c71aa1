import {
  type AnswerOf,
  allOperations,
  type BodyOf,
  type FileOperationId,
  type FileTypeOf,
  type Operation,
  type ParamsOf,
  type QueryOf,
  type SpecialOperationId,
  type SpecialOperations,
} from '@svc/model'
import { addressOf, type Query } from './address.ts'
import type { Fields } from './answer.ts'
import { newIdempotencyKey } from './idempotency-key.ts'
import type { ChangeOptions, CreateOptions } from './records.ts'
import type { Reply } from './reply.ts'
import type { Download, Fetch, FileToSend, Send } from './transport.ts'

/** Those that are answered with JSON. */
export type CallId = Exclude<SpecialOperationId, FileOperationId>

export type CallAnswer<Id extends SpecialOperationId> = AnswerOf<SpecialOperations[Id]>

/** Present only if there is something to pass, and optional if nothing of it is required. */
type Given<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Readonly<Record<never, never>> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T }

/** What is undefined is left out. */
type OrUndefined<T> = {
  [K in keyof T]: Readonly<Record<never, never>> extends Pick<T, K> ? T[K] | undefined : T[K]
}

export type CallInput<Id extends SpecialOperationId> = CreateOptions &
  ChangeOptions &
  Given<'params', ParamsOf<SpecialOperations[Id]>> &
  Given<'query', OrUndefined<QueryOf<SpecialOperations[Id]>>> &
  Given<'body', BodyOf<SpecialOperations[Id]>> &
  Given<'file', FileOf<FileTypeOf<SpecialOperations[Id]>>>

type FileOf<Type> = Type extends string ? FileToSend<Type> : undefined

/** An input may be omitted if nothing in it is required. */
export type CallArguments<Id extends SpecialOperationId> =
  Readonly<Record<never, never>> extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>]

export type Call = <Id extends CallId>(id: Id, ...given: CallArguments<Id>) => Promise<CallAnswer<Id>>

/** An answer with the tag of its state, to hold a change to it (`ifMatch`). */
export interface TaggedAnswer<V> {
  readonly answer: V
  readonly etag: string | null
}

export type CallTagged = <Id extends CallId>(
  id: Id,
  ...given: CallArguments<Id>
) => Promise<TaggedAnswer<CallAnswer<Id>>>

/** The input of any operation. */
export interface AskInput extends CreateOptions, ChangeOptions {
  /** For the braces in its path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Query
  readonly body?: Fields
  readonly file?: FileToSend
}

export type Ask = (operation: Operation, input?: AskInput) => Promise<Fields>

/** Calls an operation that is known only at run time. */
export const askOf =
  (send: Send): Ask =>
  async (operation, input) =>
    (await replyTo(send, operation, input)).body

const replyTo = (
  send: Send,
  { method, path, atRoot }: Operation,
  { params = {}, query = {}, idempotencyKey, ...rest }: AskInput = {},
): Promise<Reply> =>
  send({
    ...rest,
    method,
    path: addressOf(path, { params, query }),
    atRoot,
    idempotencyKey: idempotencyKey ?? (method === 'POST' ? newIdempotencyKey() : undefined),
  })

const byId = new Map(allOperations.map((operation) => [operation.id, operation]))

function operationOf(id: string): Operation {
  const operation = byId.get(id)
  if (!operation) throw new TypeError(`There is no operation ${id}.`)
  return operation
}

/** Calls an endpoint other than a kind's five, by its operation id. */
export const callOf =
  (ask: Ask): Call =>
  async (id, ...[input]) =>
    // The operation defines the input and the answer.
    (await ask(operationOf(id), input)) as CallAnswer<typeof id>

/** The same, and says which state the answer is of. */
export const callTaggedOf =
  (send: Send): CallTagged =>
  async (id, ...[input]) => {
    const { body, etag } = await replyTo(send, operationOf(id), input)
    return { answer: body as CallAnswer<typeof id>, etag }
  }

/** Calls an endpoint that is answered with a file. It is not tried again: it may have taken an hour. */
export type DownloadCall = (
  id: FileOperationId,
  options?: { readonly signal?: AbortSignal },
) => Promise<Download>

export const downloadOf =
  (fetchFile: Fetch): DownloadCall =>
  async (id, { signal } = {}) => {
    const { method, path, file } = operationOf(id)
    if (file === undefined) throw new TypeError(`The operation ${id} is not answered with a file.`)
    return fetchFile({ method, path, signal }, file)
  }
