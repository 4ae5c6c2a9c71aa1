import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../services/context.ts'
import type { Authenticator } from '../../services/identity/authenticate.ts'
import type { CallerLimiter } from '../../services/rate-limit/caller-limiter.ts'
import type { Store } from '../../store/open.ts'
import type { Answer } from '../answer.ts'
import type { Metrics } from '../metrics.ts'
import type { bodies } from './bodies.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export interface SignInOptions {
  readonly store: Store
  readonly now: () => Date
  readonly authenticator: Authenticator
  readonly metrics: Metrics
  readonly limiter: CallerLimiter | undefined
}

/** Binds an address of who is in already to what it does. */
export type OnInside = (
  method: Method,
  path: string,
  body: keyof typeof bodies | null,
  handle: (request: FastifyRequest, caller: Caller) => Promise<Answer>,
) => void
