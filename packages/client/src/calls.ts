import {
  type AnswerOf,
  allOperations,
  type BodyOf,
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
import type { Send } from './transport.ts'

export type CallAnswer<Id extends SpecialOperationId> = AnswerOf<SpecialOperations[Id]>

/** Named only where there is something to give, and optional where nothing of it is needed. */
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
  Given<'body', BodyOf<SpecialOperations[Id]>>

/** An input may be left out where none of it is needed. */
export type CallArguments<Id extends SpecialOperationId> =
  Readonly<Record<never, never>> extends CallInput<Id> ? [input?: CallInput<Id>] : [input: CallInput<Id>]

export type Call = <Id extends SpecialOperationId>(
  id: Id,
  ...given: CallArguments<Id>
) => Promise<CallAnswer<Id>>

/** What any operation may be given. */
export interface AskInput extends CreateOptions, ChangeOptions {
  /** For the braces in its path. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Query
  readonly body?: Fields
}

export type Ask = (operation: Operation, input?: AskInput) => Promise<Fields>

/** Calls an operation of which no more is known than its description. */
export const askOf =
  (send: Send): Ask =>
  async ({ method, path, atRoot }, { params = {}, query = {}, idempotencyKey, ...rest } = {}) => {
    const reply = await send({
      ...rest,
      method,
      path: addressOf(path, { params, query }),
      atRoot,
      idempotencyKey: idempotencyKey ?? (method === 'POST' ? newIdempotencyKey() : undefined),
    })
    return reply.body
  }

const byId = new Map(allOperations.map((operation) => [operation.id, operation]))

/** Calls an endpoint that is not one of a kind's five, by the id of its operation. */
export const callOf =
  (ask: Ask): Call =>
  async (id, ...[input]) => {
    const operation = byId.get(id)
    if (!operation) throw new TypeError(`There is no operation ${id}.`)
    // The operation says what svc takes and answers with.
    return (await ask(operation, input)) as CallAnswer<typeof id>
  }
