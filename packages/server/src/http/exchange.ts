import type { ServerResponse } from 'node:http'
import type {
  AnswerOf,
  BodyOf,
  FileTypeOf,
  Operation,
  ParamsOf,
  QueryOf,
  SpecialOperationId,
  SpecialOperations,
} from '@svc/model'
import type { Context } from '../services/context.ts'
import type { Services } from '../services/services.ts'
import type { MaybePromise } from '../store/maybe-promise.ts'
import type { Answer } from './answer.ts'
import type { AnswerMemory } from './answer-memory.ts'
import type { ByteCache } from './byte-cache.ts'
import type { EventStreams } from './event-streams.ts'
import type { QueryValues } from './query.ts'
import type { Sharing } from './sharing.ts'
import type { ArrivingFile } from './uploads.ts'

/** What handlers share over the life of the server. */
export interface Surroundings {
  readonly services: Services
  readonly cache: ByteCache
  readonly share: Sharing
  readonly memory: AnswerMemory
  readonly streams: EventStreams
}

/** What a request brings, once it is checked. */
interface Input {
  readonly params: Readonly<Record<string, string>>
  readonly query: QueryValues
  readonly body: unknown
  /** In place of a body. */
  readonly file: ArrivingFile | undefined
}

/** One request on its way to an answer: caller known, scope held, query and body checked. */
export interface Exchange<Given extends Input = Input> extends Surroundings {
  readonly ctx: Context
  /** As it was known before anything was read: an answer is never tagged with a later one than its data. */
  readonly epoch: string
  readonly operation: Operation
  readonly url: string
  /** For reserving memory for the answer; only the router writes to it. */
  readonly response: ServerResponse
  readonly params: Given['params']
  readonly query: Given['query']
  readonly body: Given['body']
  readonly file: Given['file']
  readonly bearer: string
  readonly ifNoneMatch: string | undefined
  readonly ifMatch: string | undefined
  readonly idempotencyKey: string | undefined
  /** Set where the caller asks for server-sent events. */
  readonly stream: { readonly lastEventId: string | undefined } | undefined
}

export type Handler = (exchange: Exchange) => MaybePromise<Answer>

interface InputOf<O extends Operation> extends Input {
  readonly params: Or<ParamsOf<O>, Input['params']>
  readonly query: Or<QueryOf<O>, Input['query']>
  readonly body: BodyOf<O>
  readonly file: [FileTypeOf<O>] extends [undefined] ? undefined : ArrivingFile
}

type Or<T, Otherwise> = T extends Otherwise ? T : Otherwise

/** Takes what an operation takes, and answers with what it promises. */
type HandlerOf<O extends Operation> = (exchange: Exchange<InputOf<O>>) => MaybePromise<Answer<AnswerOf<O>>>

/** Those of the endpoints that are not one of a kind's five, by the ids of their operations. */
export type SpecialHandlers = { readonly [Id in SpecialOperationId]: HandlerOf<SpecialOperations[Id]> }
