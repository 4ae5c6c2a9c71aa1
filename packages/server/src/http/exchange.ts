import type { Operation } from '@svc/model'
import type { GuardedFetch } from '../outbound/guarded-fetch.ts'
import type { OnCallSource } from '../outbound/oncall.ts'
import type { Context } from '../services/context.ts'
import type { Answer, MaybePromise } from './answer.ts'
import type { ByteCache } from './byte-cache.ts'
import type { QueryValues } from './query.ts'

/** What handlers share over the life of the server. */
export interface Surroundings {
  readonly cache: ByteCache
  readonly fetch: GuardedFetch
  readonly onCall: OnCallSource
}

/** One request on its way to an answer: caller known, scope held, query and body checked. */
export interface Exchange extends Surroundings {
  readonly ctx: Context
  readonly operation: Operation
  readonly url: string
  readonly params: Readonly<Record<string, string>>
  readonly query: QueryValues
  readonly body: unknown
  readonly bearer: string
  readonly ifNoneMatch: string | undefined
  readonly ifMatch: string | undefined
  readonly idempotencyKey: string | undefined
}

export type Handler = (exchange: Exchange) => MaybePromise<Answer>
